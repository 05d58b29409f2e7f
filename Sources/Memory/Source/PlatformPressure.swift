#if canImport(Darwin)
internal import Dispatch

#if canImport(UIKit) && !os(watchOS)
internal import Foundation
internal import UIKit
internal import os
#endif

/// Hears from Apple's systems that memory runs short.
///
/// The system's own degrees: its warning is ``PressureLevel/high``, its critical degree
/// ``PressureLevel/critical``, and both hold until it says otherwise. Where there is UIKit, each app has a
/// limit of its own, and the system says "critical" at each warning that an app gets: there both count as
/// ``PressureLevel/high``, as does UIKit's notification, and it is ``PressureLevel/critical`` for the
/// moment if the app has less left than a sixty-fourth of the machine's memory.
public struct PlatformPressure: PressureSource {
  /// The platform's warnings.
  public init() {}

  /// What the source is called.
  public var name: String { "platform" }

  /// Begins to watch.
  ///
  /// - Parameter reporter: takes what the source sees, on a queue of the system's.
  /// - Returns: what ends the watch when it is dropped.
  public func watch(_ reporter: PressureReporter) -> PressureWatch {
    let listener = PlatformListener(reporter)
    reporter.isWatching("the system's warnings")
    return PressureWatch { listener.end() }
  }
}

/// What listens to the platform.
private final class PlatformListener: @unchecked Sendable {  // guard: what it keeps never changes
  private let source: any DispatchSourceMemoryPressure
  #if canImport(UIKit) && !os(watchOS)
  private let observer: any NSObjectProtocol
  #endif

  init(_ reporter: PressureReporter) {
    let source = DispatchSource.makeMemoryPressureSource(
      eventMask: [.normal, .warning, .critical], queue: .global(qos: .utility))
    self.source = source
    #if canImport(UIKit) && !os(watchOS)
    observer = NotificationCenter.default.addObserver(
      forName: UIApplication.didReceiveMemoryWarningNotification, object: nil, queue: nil
    ) { _ in reporter.report(.high) }
    #endif
    source.setEventHandler { [weak self] in
      guard let self else { return }
      let happened = self.source.data
      let degree = PlatformDegree(
        isWarning: happened.contains(.warning), isCritical: happened.contains(.critical),
        limit: Self.ownLimit)
      reporter.report(degree.lasting, lasting: .untilChanged)
      if degree.isCriticalNow { reporter.report(.critical) }
    }
    source.activate()
  }

  /// What the system says of the app's own limit; nil where apps have none.
  private static var ownLimit: PlatformDegree.OwnLimit? {
    #if canImport(UIKit) && !os(watchOS) && !targetEnvironment(macCatalyst)
    PlatformDegree.OwnLimit(
      available: Int(clamping: os_proc_available_memory()),
      physical: Int(clamping: ProcessInfo.processInfo.physicalMemory))
    #else
    nil
    #endif
  }

  func end() {
    source.cancel()
    #if canImport(UIKit) && !os(watchOS)
    NotificationCenter.default.removeObserver(observer)
    #endif
  }
}
#endif

#if canImport(Darwin)
internal import Dispatch

#if canImport(UIKit) && !os(watchOS)
internal import Foundation
internal import UIKit
internal import os
#endif

/// A source of Apple's memory pressure notifications.
///
/// A system warning is ``PressureLevel/high`` and the critical state ``PressureLevel/critical``;
/// both last until the system reports another state. Where there is UIKit, each app has a limit of
/// its own, and the system reports "critical" with each warning that an app receives. There both
/// count as ``PressureLevel/high``, as does UIKit's notification, and pressure is
/// ``PressureLevel/critical`` for the moment if the app has less left than 1/64 of the machine's
/// memory.
public struct PlatformPressure: PressureSource {
  /// Creates a source of the platform's warnings.
  public init() {}

  /// The name of the source.
  public var name: String { "platform" }

  /// Begins to watch.
  ///
  /// - Parameter reporter: Receives the reports, on a system queue.
  /// - Returns: A watch, which ends when it is deallocated.
  public func watch(_ reporter: PressureReporter) -> PressureWatch {
    let listener = PlatformListener(reporter)
    reporter.reportWatching("the system's warnings")
    return PressureWatch { listener.end() }
  }
}

private final class PlatformListener: @unchecked Sendable {  // guard: immutable state
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

  /// The app's own limit as the system reports it; nil where apps have none.
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

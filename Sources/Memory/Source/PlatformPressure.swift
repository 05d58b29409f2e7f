#if canImport(Darwin)
internal import Dispatch

#if canImport(UIKit) && !os(watchOS)
internal import Foundation
internal import UIKit
internal import os
#endif

/// Apple's memory pressure notifications.
///
/// A warning is `high`, the critical state `critical`; both last until the next notification. Where
/// there is UIKit, both are `high`, and pressure is `critical` for the moment near the app's own
/// limit.
struct PlatformPressure: PressureSource {
  init() {}

  var name: String { "platform" }

  func watch(_ reporter: PressureReporter) -> ObservationToken {
    let listener = PlatformListener(reporter)
    reporter.reportWatching("the system's warnings")
    return ObservationToken { listener.end() }
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

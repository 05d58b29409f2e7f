#if canImport(Darwin)
internal import Dispatch

#if canImport(UIKit) && !os(watchOS)
internal import Foundation
internal import UIKit
#endif

/// Hears from Apple's systems that memory runs short.
///
/// The system's own degrees: its warning is ``PressureLevel/high``, its critical degree
/// ``PressureLevel/critical``, and both hold until it says otherwise. Where there is UIKit, the
/// warning that an app gets before it is ended counts as ``PressureLevel/high`` for the moment.
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
      let level: PressureLevel =
        happened.contains(.critical) ? .critical : happened.contains(.warning) ? .high : .normal
      reporter.report(level, lasting: .untilChanged)
    }
    source.activate()
  }

  func end() {
    source.cancel()
    #if canImport(UIKit) && !os(watchOS)
    NotificationCenter.default.removeObserver(observer)
    #endif
  }
}
#endif

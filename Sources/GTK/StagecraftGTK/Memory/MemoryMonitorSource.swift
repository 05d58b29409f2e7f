#if GTK
internal import CGTK
public import StagecraftMemory

/// A source of the desktop's memory warnings, which GLib receives from the service
/// `low-memory-monitor`.
///
/// ```swift
/// let pressure = PressureMonitor(sources: .automatic.and(MemoryMonitorSource()))
/// ```
///
/// | GLib | means | level |
/// | --- | --- | --- |
/// | 50, low | memory is low | `elevated` |
/// | 100, medium | free more, the system is about to slow down | `high` |
/// | 255, critical | the system will soon end processes | `critical` |
///
/// Levels in between count as the next lower one. Warnings are momentary: the service does not
/// report their end. It sends them to all programs, so a program that also watches the kernel's own
/// figures, as the automatic sources do, receives them in addition.
///
/// GLib cannot tell whether the service runs: without it, the source watches and reports nothing.
/// Without a system bus, GLib has no monitor, or one that never reports. A program connected to the
/// system bus ends with it, unless it tells GLib otherwise.
///
/// The warnings arrive through GTK's main loop, so the main loop must run: see ``MainLoop``.
public struct MemoryMonitorSource: PressureSource {
  /// Creates a source.
  public init() {}

  /// The name of the source.
  public var name: String { "memory monitor" }

  /// Begins to watch, in the next turn of the main loop.
  ///
  /// - Parameter reporter: Receives the reports, on the main thread.
  /// - Returns: A token whose cancellation ends the watch.
  public func watch(_ reporter: PressureReporter) -> ObservationToken {
    let listener = Task { @MainActor in MemoryMonitorListener(reporter) }
    return ObservationToken {
      Task { @MainActor in await listener.value.end() }
    }
  }
}

@MainActor
final class MemoryMonitorListener {
  private let monitor: UnsafeMutableRawPointer?
  private var connection: SignalConnection?

  init(_ reporter: PressureReporter) {
    guard let monitor = g_memory_monitor_dup_default() else {
      self.monitor = nil
      reporter.reportLoss("GLib has no memory monitor")
      return
    }
    let object = UnsafeMutableRawPointer(monitor)
    self.monitor = object
    connection = SignalConnection(object, "low-memory-warning") { parameters in
      if let level = PressureLevel(warning: parameters.integer(0)) { reporter.report(level) }
      return nil
    }
    reporter.reportWatching("the desktop's warnings")
  }

  isolated deinit {
    connection?.cancel()
    if let monitor { g_object_unref(monitor) }
  }

  func end() {
    connection?.cancel()
    connection = nil
  }
}

extension PressureLevel {
  /// Nil below the first level of GLib.
  init?(warning: Int) {
    switch warning {
    case ..<50: return nil
    case ..<100: self = .elevated
    case ..<255: self = .high
    default: self = .critical
    }
  }
}
#endif

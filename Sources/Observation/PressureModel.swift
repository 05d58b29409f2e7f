public import Observation
public import StagecraftMemory

/// The memory pressure as observable properties.
///
/// ```swift
/// let memory = PressureModel(of: pressure)
/// if memory.level >= .high { showFewerCovers() }
/// ```
///
/// A busy main actor receives the latest state and skips those in between. The model does not retain
/// the monitor, and ends when it is released.
@MainActor
@Observable
public final class PressureModel {
  /// The level that was reported last.
  public private(set) var level: PressureLevel

  /// The event that was received last, with the cause; nil before the first.
  public private(set) var event: PressureEvent?

  @ObservationIgnored private var token: ObservationToken?

  /// Creates a model, and reads the level.
  ///
  /// - Parameter monitor: The monitor to show.
  public init(of monitor: PressureMonitor = .shared) {
    level = monitor.level
    token = monitor.observe { @MainActor [weak self] event in self?.receive(event) }
  }

  private func receive(_ event: PressureEvent) {
    if event.level != level { level = event.level }
    if event != self.event { self.event = event }
  }
}

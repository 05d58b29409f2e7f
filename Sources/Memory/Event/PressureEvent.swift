internal import StageFloor

/// A change of the memory pressure level, or of its cause.
public struct PressureEvent: Sendable, Hashable {
  /// The level from now on.
  public var level: PressureLevel

  /// The cause that the source reported.
  public var cause: PressureCause

  /// The number of bytes to release; nil if the source does not report it.
  public var target: Int?

  /// The time of the report on the monitor's clock, counted from the monitor's creation.
  public var time: Duration

  /// Creates an event.
  ///
  /// - Parameters:
  ///   - level: The level from now on.
  ///   - cause: The cause that the source reported.
  ///   - target: The number of bytes to release; nil if that is not known.
  ///   - time: The time of the report, counted from the monitor's creation.
  public init(
    level: PressureLevel, cause: PressureCause, target: Int? = nil, time: Duration = .zero
  ) {
    self.level = level
    self.cause = cause
    self.target = target
    self.time = time
  }
}

extension PressureEvent: CustomStringConvertible {
  /// The event in a sentence.
  public var description: String {
    let wanted = target.map { "; \(ByteText($0)) are to be released" } ?? ""
    return "Pressure is \(level): \(cause)\(wanted)."
  }
}

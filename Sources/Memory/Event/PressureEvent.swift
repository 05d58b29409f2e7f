internal import StageFloor

/// That memory became short, shorter, or less so.
public struct PressureEvent: Sendable, Hashable {
  /// How short memory is from now on.
  public var level: PressureLevel

  /// What the source had to say.
  public var cause: PressureCause

  /// How many bytes would have to be given back, if the source knows.
  public var target: Int?

  /// When it was heard, on the monitor's clock, counted from the monitor's beginning.
  public var time: Duration

  /// An event.
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
    let wanted = target.map { "; \(ByteText($0)) are to be given back" } ?? ""
    return "Pressure is \(level): \(cause)\(wanted)."
  }
}

internal import StageFloor

/// What a responder is asked for.
public struct ReleaseRequest: Sendable, Hashable {
  /// How short memory is.
  public var level: PressureLevel

  /// How many bytes are still missing; nil: as much as can be had.
  public var target: Int?

  /// What share of what is held should be given up if bytes cannot be counted, from 0 to 1.
  ///
  /// A quarter at elevated pressure, half at high pressure, all at critical pressure.
  public var share: Double

  /// How long it may take before the pass goes on without it.
  public var budget: Duration

  /// A request, for those who test their responders.
  public init(
    level: PressureLevel, target: Int? = nil, share: Double? = nil,
    budget: Duration = .seconds(2)
  ) {
    self.level = level
    self.target = target
    self.share = share ?? Self.share(at: level)
    self.budget = budget
  }

  private static func share(at level: PressureLevel) -> Double {
    switch level {
    case .normal: 0
    case .elevated: 0.25
    case .high: 0.5
    case .critical: 1
    }
  }
}

extension ReleaseRequest: CustomStringConvertible {
  /// The request in a sentence.
  public var description: String {
    let wanted =
      target.map { "\(ByteText($0)) are missing" }
      ?? "as much as can be had is missing"
    return "At \(level) pressure \(wanted)."
  }
}

internal import StageFloor

/// A request to a responder to release memory.
public struct ReleaseRequest: Sendable, Hashable {
  /// The pressure level.
  public var level: PressureLevel

  /// The number of bytes still missing; nil for as much as possible.
  public var target: Int?

  /// The share of its memory that a responder should release if it cannot count bytes, from 0 to 1.
  ///
  /// By default a quarter at elevated pressure, half at high pressure, all at critical pressure.
  public var share: Double

  /// How long the responder may take before the pass continues without it.
  public var budget: Duration

  /// Creates a request, for tests of responders.
  ///
  /// - Parameters:
  ///   - level: The pressure level.
  ///   - target: The number of bytes still missing; nil for as much as possible.
  ///   - share: The share to release; nil for the default at this level.
  ///   - budget: How long the responder may take.
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
      target.map { "\(ByteText($0)) are requested" }
      ?? "as much as possible is requested"
    return "At \(level) pressure \(wanted)."
  }
}

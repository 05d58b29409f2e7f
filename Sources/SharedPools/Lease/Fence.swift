/// A number that grows with every grant of a pool, for the thing that is lent to compare.
///
/// A holder that was paused, or cut off from the store, may not have noticed that its lease has
/// ended. If it sends its fence with each write, and the guarded thing refuses a smaller fence than
/// the largest it has accepted, a late write cannot do harm.
///
/// A fence consists of an epoch and a counter. The epoch rises when the counter that the store has
/// recorded may not be the last one, such as after a failover, so that no fence repeats.
public struct Fence: Hashable, Comparable, Sendable, Codable, LosslessStringConvertible {
  /// The fence as a number, to send to the guarded thing.
  public let number: Int64

  /// Creates the fence with a number that was sent.
  public init(_ number: Int64) { self.number = number }

  /// Creates a fence from an epoch and a counter.
  ///
  /// - Parameters:
  ///   - epoch: The epoch, below 2²³.
  ///   - counter: The number of the grant in the pool, below 2⁴⁰.
  public init(epoch: Int64, counter: Int64) { number = epoch << 40 | counter }

  /// Creates a fence from its description.
  public init?(_ description: String) {
    guard let number = Int64(description) else { return nil }
    self.number = number
  }

  /// The epoch, at least 1.
  public var epoch: Int64 { number >> 40 }

  /// The number in decimal digits.
  public var description: String { String(number) }

  /// Returns whether one fence is smaller than another.
  ///
  /// - Parameters:
  ///   - left: A fence.
  ///   - right: Another fence.
  /// - Returns: Whether `left` is smaller.
  public static func < (left: Fence, right: Fence) -> Bool { left.number < right.number }

  /// Decodes the number.
  public init(from decoder: any Decoder) throws {
    number = try decoder.singleValueContainer().decode(Int64.self)
  }

  /// Encodes the number.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(number)
  }
}

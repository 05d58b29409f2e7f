internal import Synchronization

/// Where edits come from, so that who made them can tell them from those of others.
///
/// A screen makes one, gives it with its own edits, and asks not to be told of them:
///
/// ```swift
/// let desk = ListOrigin("desk")
/// let observation = orders.observe(ignoring: desk) { transition in table.show(transition) }
/// orders.remove(order.id, origin: desk)
/// ```
///
/// Two origins are equal only if one is a copy of the other, whatever their names.
public struct ListOrigin: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  private let number: UInt64
  /// What it is called in reports.
  public let name: String

  /// Makes an origin that is equal to no other.
  ///
  /// - Parameter name: what it is called in reports.
  public init(_ name: String = "") {
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    self.name = name
  }

  /// Whether both are copies of one origin.
  public static func == (one: ListOrigin, other: ListOrigin) -> Bool {
    one.number == other.number
  }

  /// Feeds the origin's identity into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}

extension ListOrigin: CustomStringConvertible {
  /// Its name.
  public var description: String { name.isEmpty ? "origin \(number)" : name }
}

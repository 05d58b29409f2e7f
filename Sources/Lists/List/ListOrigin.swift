internal import Synchronization

/// The origin of edits, by which a client can recognize its own.
///
/// A screen creates an origin, passes it with its own edits, and ignores transitions that consist
/// only of them:
///
/// ```swift
/// let desk = ListOrigin("desk")
/// let observation = orders.observe(ignoring: desk) { transition in table.show(transition) }
/// orders.remove(order.id, origin: desk)
/// ```
///
/// Two origins are equal only if one is a copy of the other, regardless of their names.
public struct ListOrigin: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  private let number: UInt64
  /// The name for descriptions.
  public let name: String

  /// Creates an origin that is equal to no other.
  ///
  /// - Parameter name: The name for descriptions.
  public init(_ name: String = "") {
    number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    self.name = name
  }

  /// Returns whether both are copies of the same origin.
  public static func == (one: ListOrigin, other: ListOrigin) -> Bool {
    one.number == other.number
  }

  /// Hashes the origin's identity into `hasher`.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(number)
  }
}

extension ListOrigin: CustomStringConvertible {
  /// The name, or a number if the name is empty.
  public var description: String { name.isEmpty ? "origin \(number)" : name }
}

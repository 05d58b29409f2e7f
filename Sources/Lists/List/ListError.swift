/// An error that explains why an edit of a list was refused.
///
/// A refused edit changes nothing, and a transaction can continue after it.
///
/// The ``description`` names the refused identity. Two errors are equal if they have the same
/// reason and the same numbers, regardless of the identity, so that an error can be compared with
/// ``duplicateID`` and ``unknownID``.
public struct ListError: Error, Hashable, Sendable {
  private enum Reason: Hashable {
    case duplicateID
    case unknownID
    case position(Int, count: Int)
    case transactionEnded
  }

  private let reason: Reason
  /// Converted to text only by ``description``; nil if it is not known.
  private var id: (any Sendable)?

  private init(reason: Reason, id: (any Sendable)? = nil) {
    self.reason = reason
    self.id = id
  }

  @usableFromInline
  static func duplicate(_ id: some Sendable) -> ListError {
    ListError(reason: .duplicateID, id: id)
  }

  @usableFromInline
  static func unknown(_ id: some Sendable) -> ListError {
    ListError(reason: .unknownID, id: id)
  }

  /// The list already has an element with this identity.
  public static let duplicateID = ListError(reason: .duplicateID)

  /// The list has no element with this identity.
  public static let unknownID = ListError(reason: .unknownID)

  /// The list has no such position.
  ///
  /// - Parameters:
  ///   - position: The invalid position.
  ///   - count: The number of elements in the list.
  /// - Returns: The error.
  public static func positionOutOfRange(_ position: Int, count: Int) -> ListError {
    ListError(reason: .position(position, count: count))
  }

  /// The draft was made for a transaction that has ended.
  public static let transactionEnded = ListError(reason: .transactionEnded)

  /// Returns whether both have the same reason, regardless of the identity.
  public static func == (one: ListError, other: ListError) -> Bool { one.reason == other.reason }

  /// Hashes the reason into `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(reason) }

  /// Whether the error is a position out of range, regardless of the position.
  public var isPositionOutOfRange: Bool {
    if case .position = reason { return true }
    return false
  }
}

extension ListError: CustomStringConvertible {
  /// The reason, with the identity or the numbers.
  public var description: String {
    switch reason {
    case .duplicateID: "The list has an element with \(identity) already."
    case .unknownID: "The list has no element with \(identity)."
    case .position(let position, let count):
      "The list has no position \(position): it has \(count) elements."
    case .transactionEnded: "The draft was made for a transaction that has ended."
    }
  }

  private var identity: String {
    id.map { "the identity \(ListMisuse.name($0))" } ?? "this identity"
  }
}

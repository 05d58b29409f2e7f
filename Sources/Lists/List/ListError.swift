/// Why an edit of a list was refused.
///
/// A refused edit has changed nothing, and a transaction in which it was refused may go on.
///
/// The ``description`` names the identity that was refused. Two errors are equal if they have the
/// same reason and the same numbers, whichever the identity was, so that an error can be compared
/// with ``duplicateID`` and ``unknownID``.
public struct ListError: Error, Hashable, Sendable {
  private enum Reason: Hashable {
    case duplicateID
    case unknownID
    case position(Int, count: Int)
    case transactionEnded
  }

  private let reason: Reason
  /// Which identity was refused; nil if it is not known.
  ///
  /// It is described only when the text is asked for.
  private var id: (any Sendable)?

  private init(reason: Reason, id: (any Sendable)? = nil) {
    self.reason = reason
    self.id = id
  }

  /// As ``duplicateID``, with the identity.
  @usableFromInline
  static func duplicate(_ id: some Sendable) -> ListError {
    ListError(reason: .duplicateID, id: id)
  }

  /// As ``unknownID``, with the identity.
  @usableFromInline
  static func unknown(_ id: some Sendable) -> ListError {
    ListError(reason: .unknownID, id: id)
  }

  /// The list has an element with this identity already.
  public static let duplicateID = ListError(reason: .duplicateID)

  /// The list has no element with this identity.
  public static let unknownID = ListError(reason: .unknownID)

  /// The list has no such position.
  ///
  /// - Parameters:
  ///   - position: the position that was asked for.
  ///   - count: how many elements the list had.
  /// - Returns: the error.
  public static func positionOutOfRange(_ position: Int, count: Int) -> ListError {
    ListError(reason: .position(position, count: count))
  }

  /// The draft was made for a transaction that has ended.
  public static let transactionEnded = ListError(reason: .transactionEnded)

  /// Whether both have the same reason, whichever the identity was.
  public static func == (one: ListError, other: ListError) -> Bool { one.reason == other.reason }

  /// Feeds the reason into `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(reason) }

  /// Whether a position was out of range, whichever it was.
  public var isPositionOutOfRange: Bool {
    if case .position = reason { return true }
    return false
  }
}

extension ListError: CustomStringConvertible {
  /// What was refused, with the identity or the numbers.
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

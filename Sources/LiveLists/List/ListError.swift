/// Why an edit of a list was refused.
///
/// A refused edit has changed nothing, and a transaction in which it was refused may go on.
public struct ListError: Error, Hashable, Sendable {
  private enum Reason: Hashable {
    case duplicateID
    case unknownID
    case position(Int, count: Int)
    case transactionEnded
  }

  private let reason: Reason

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

  /// Whether a position was out of range, whichever it was.
  public var isPositionOutOfRange: Bool {
    if case .position = reason { return true }
    return false
  }
}

extension ListError: CustomStringConvertible {
  /// What was refused, with the numbers.
  public var description: String {
    switch reason {
    case .duplicateID: "The list has an element with this identity already."
    case .unknownID: "The list has no element with this identity."
    case .position(let position, let count):
      "The list has no position \(position): it has \(count) elements."
    case .transactionEnded: "The draft was made for a transaction that has ended."
    }
  }
}

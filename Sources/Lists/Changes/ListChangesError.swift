/// Why a set of changes is impossible.
///
/// Two errors are equal if their codes are; the numbers only explain.
///
/// ```swift
/// do {
///   try changes.validate()
/// } catch ListChangesError.countsDisagree {
///   table.reloadData()
/// }
/// ```
public struct ListChangesError: Error, Sendable {
  /// What is wrong, without the numbers.
  public enum Code: Hashable, Sendable {
    /// A count is negative.
    case negativeCount
    /// There are single changes in a reset.
    case changesInReset
    /// The rows before, less those that went, with those that came, are not the rows after.
    case countsDisagree
    /// A position is not in the list.
    case positionOutOfRange
    /// Positions do not ascend, or one is named twice.
    case notAscending
    /// A row is moved twice, or moved and removed.
    case movedAwayTwice
    /// A position is the target of a move, and of an insertion.
    case movedOntoInsertion
    /// An update is of a row that was removed or inserted, or pairs two rows.
    case updateOfAnotherRow
  }

  /// What is wrong.
  public let code: Code
  /// What is wrong in one sentence, with the numbers.
  public let description: String

  /// A count is negative.
  public static var negativeCount: ListChangesError { ListChangesError(.negativeCount) }
  /// There are single changes in a reset.
  public static var changesInReset: ListChangesError { ListChangesError(.changesInReset) }
  /// The rows before, less those that went, with those that came, are not the rows after.
  public static var countsDisagree: ListChangesError { ListChangesError(.countsDisagree) }
  /// A position is not in the list.
  public static var positionOutOfRange: ListChangesError { ListChangesError(.positionOutOfRange) }
  /// Positions do not ascend, or one is named twice.
  public static var notAscending: ListChangesError { ListChangesError(.notAscending) }
  /// A row is moved twice, or moved and removed.
  public static var movedAwayTwice: ListChangesError { ListChangesError(.movedAwayTwice) }
  /// A position is the target of a move, and of an insertion.
  public static var movedOntoInsertion: ListChangesError { ListChangesError(.movedOntoInsertion) }
  /// An update is of a row that was removed or inserted, or pairs two rows.
  public static var updateOfAnotherRow: ListChangesError { ListChangesError(.updateOfAnotherRow) }

  init(_ code: Code, _ description: String? = nil) {
    self.code = code
    self.description = description ?? "\(code)"
  }

  /// Whether `error` is an error of changes with the same code.
  public static func ~= (pattern: ListChangesError, error: any Error) -> Bool {
    (error as? ListChangesError)?.code == pattern.code
  }
}

extension ListChangesError: Equatable {
  /// Whether both have the same code.
  public static func == (one: ListChangesError, other: ListChangesError) -> Bool {
    one.code == other.code
  }
}

extension ListChangesError: CustomStringConvertible {}

/// An error that explains why a set of changes of a list, or of a grouped list, is invalid.
///
/// Two errors are equal if their codes are equal; the description is not compared.
///
/// ```swift
/// do {
///   try changes.validate()
/// } catch ListChangesError.countsDisagree {
///   table.reloadData()
/// }
/// ```
public struct ListChangesError: Error, Sendable {
  /// The reasons, without the numbers.
  public enum Code: Hashable, Sendable {
    /// A count is negative.
    case negativeCount
    /// A reset has individual changes.
    case changesInReset
    /// The old count, less the removals, plus the insertions, is not the new count.
    case countsDisagree
    /// A position is out of range.
    case positionOutOfRange
    /// Positions do not ascend, or one occurs twice.
    case notAscending
    /// A row is moved twice, or moved and removed.
    case movedAwayTwice
    /// A position is the target of a move and of an insertion.
    case movedOntoInsertion
    /// The row of an update was removed or inserted, or the two positions are of different rows.
    case updateOfAnotherRow
    /// The changes of the sections do not match the counts, or have moves or updates.
    case sectionsDisagree
    /// The section of a path does not exist, or was removed or inserted.
    case rowOfNoSection
  }

  /// The reason.
  public let code: Code
  /// The reason in one sentence, with the numbers.
  public let description: String

  /// A count is negative.
  public static var negativeCount: ListChangesError { ListChangesError(.negativeCount) }
  /// A reset has individual changes.
  public static var changesInReset: ListChangesError { ListChangesError(.changesInReset) }
  /// The old count, less the removals, plus the insertions, is not the new count.
  public static var countsDisagree: ListChangesError { ListChangesError(.countsDisagree) }
  /// A position is out of range.
  public static var positionOutOfRange: ListChangesError { ListChangesError(.positionOutOfRange) }
  /// Positions do not ascend, or one occurs twice.
  public static var notAscending: ListChangesError { ListChangesError(.notAscending) }
  /// A row is moved twice, or moved and removed.
  public static var movedAwayTwice: ListChangesError { ListChangesError(.movedAwayTwice) }
  /// A position is the target of a move and of an insertion.
  public static var movedOntoInsertion: ListChangesError { ListChangesError(.movedOntoInsertion) }
  /// The row of an update was removed or inserted, or the two positions are of different rows.
  public static var updateOfAnotherRow: ListChangesError { ListChangesError(.updateOfAnotherRow) }
  /// The changes of the sections do not match the counts, or have moves or updates.
  public static var sectionsDisagree: ListChangesError { ListChangesError(.sectionsDisagree) }
  /// The section of a path does not exist, or was removed or inserted.
  public static var rowOfNoSection: ListChangesError { ListChangesError(.rowOfNoSection) }

  init(_ code: Code, _ description: String? = nil) {
    self.code = code
    self.description = description ?? "\(code)"
  }

  /// Returns whether `error` is a `ListChangesError` with the same code.
  public static func ~= (pattern: ListChangesError, error: any Error) -> Bool {
    (error as? ListChangesError)?.code == pattern.code
  }
}

extension ListChangesError: Equatable {
  /// Returns whether both have the same code.
  public static func == (one: ListChangesError, other: ListChangesError) -> Bool {
    one.code == other.code
  }
}

extension ListChangesError: CustomStringConvertible {}

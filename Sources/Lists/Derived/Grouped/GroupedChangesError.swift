/// Why a set of changes of a grouped list is impossible.
///
/// Two errors are equal if their codes are; the numbers only explain.
public struct GroupedChangesError: Error, Sendable {
  /// What is wrong, without the numbers.
  public enum Code: Hashable, Sendable {
    /// What became of the sections contradicts itself or the counts, or names moves or updates.
    case sectionsDisagree
    /// There are single changes in a reset.
    case changesInReset
    /// A path names a section that there is not, or one that comes or goes.
    case rowOfNoSection
    /// Paths do not ascend, or one is named twice.
    case notAscending
    /// What became of the rows of one section contradicts itself or the counts.
    case rowsDisagree
    /// An update is of a row that was removed or inserted, or pairs two rows.
    case updateOfAnotherRow
  }

  /// What is wrong.
  public let code: Code
  /// What is wrong in one sentence, with the numbers.
  public let description: String

  init(_ code: Code, _ description: String = "") {
    self.code = code
    self.description = description.isEmpty ? "\(code)" : description
  }

  /// What became of the sections contradicts itself or the counts, or names moves or updates.
  public static var sectionsDisagree: Self { Self(.sectionsDisagree) }
  /// There are single changes in a reset.
  public static var changesInReset: Self { Self(.changesInReset) }
  /// A path names a section that there is not, or one that comes or goes.
  public static var rowOfNoSection: Self { Self(.rowOfNoSection) }
  /// Paths do not ascend, or one is named twice.
  public static var notAscending: Self { Self(.notAscending) }
  /// What became of the rows of one section contradicts itself or the counts.
  public static var rowsDisagree: Self { Self(.rowsDisagree) }
  /// An update is of a row that was removed or inserted, or pairs two rows.
  public static var updateOfAnotherRow: Self { Self(.updateOfAnotherRow) }
}

extension GroupedChangesError: CustomStringConvertible {}

extension GroupedChangesError: Hashable {
  /// Whether both have the same code.
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }

  /// Feeds the code into `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

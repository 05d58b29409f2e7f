/// An error that explains why a set of changes of a grouped list is invalid.
///
/// Two errors are equal if their codes are equal; the description is not compared.
public struct GroupedChangesError: Error, Sendable {
  /// The reasons, without the numbers.
  public enum Code: Hashable, Sendable {
    /// The changes of the sections are contradictory, do not match the counts, or have moves or
    /// updates.
    case sectionsDisagree
    /// A reset has individual changes.
    case changesInReset
    /// The section of a path does not exist, or was removed or inserted.
    case rowOfNoSection
    /// Paths do not ascend, or one occurs twice.
    case notAscending
    /// The changes of a section's rows are contradictory, or do not match the counts.
    case rowsDisagree
    /// The row of an update was removed or inserted, or the two paths are of different rows.
    case updateOfAnotherRow
  }

  /// The reason.
  public let code: Code
  /// The reason in one sentence, with the numbers.
  public let description: String

  init(_ code: Code, _ description: String = "") {
    self.code = code
    self.description = description.isEmpty ? "\(code)" : description
  }

  /// The changes of the sections are contradictory, do not match the counts, or have moves or
  /// updates.
  public static var sectionsDisagree: Self { Self(.sectionsDisagree) }
  /// A reset has individual changes.
  public static var changesInReset: Self { Self(.changesInReset) }
  /// The section of a path does not exist, or was removed or inserted.
  public static var rowOfNoSection: Self { Self(.rowOfNoSection) }
  /// Paths do not ascend, or one occurs twice.
  public static var notAscending: Self { Self(.notAscending) }
  /// The changes of a section's rows are contradictory, or do not match the counts.
  public static var rowsDisagree: Self { Self(.rowsDisagree) }
  /// The row of an update was removed or inserted, or the two paths are of different rows.
  public static var updateOfAnotherRow: Self { Self(.updateOfAnotherRow) }
}

extension GroupedChangesError: CustomStringConvertible {}

extension GroupedChangesError: Hashable {
  /// Returns whether both have the same code.
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }

  /// Hashes the code into `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

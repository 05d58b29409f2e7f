/// A mistake that a real table would not tolerate.
public struct FakeTableViolation: Hashable, Sendable {
  /// The rule that was violated.
  public enum Rule: Hashable, Sendable {
    /// The data source returns the old rows until the batch has begun.
    case rowsSwitchedEarly
    /// The old rows, minus those removed, plus those inserted, are the new rows.
    case countsAgree
    /// Positions are within the table.
    case positionsExist
    /// A row or section is removed, moved or reloaded at most once, and not together with its
    /// section.
    case leavesOnce
    /// A position is filled at most once, and not together with its section.
    case filledOnce
    /// A row or section is moved to a position other than its own.
    case movesMove
    /// A batch is not started inside another batch.
    case oneBatchAtATime
    /// Inside a batch, nothing is performed except changes.
    case onlyChangesInBatches
    /// Nothing changes while the user drags a row.
    case nothingDuringDrags
    /// A batch is not started without a window.
    case batchesNeedWindows
    /// Every row shows the content of the data source.
    case rowsAgree
  }

  /// The rule.
  public var rule: Rule
  /// What was wrong, with the numbers.
  public var description: String

  init(_ rule: Rule, _ description: String) {
    self.rule = rule
    self.description = description
  }
}

extension FakeTableViolation: CustomStringConvertible {}

/// What a real table would not have forgiven.
public struct FakeTableViolation: Hashable, Sendable {
  /// Which rule was broken.
  public enum Rule: Hashable, Sendable {
    /// The data source answers as before a batch until the batch has begun.
    case rowsSwitchedEarly
    /// The rows before, less those that went, with those that came, are the rows after.
    case countsAgree
    /// Positions are in the table.
    case positionsExist
    /// A row or section is removed, moved or reloaded at most once, and not with its section.
    case leavesOnce
    /// A position is filled at most once, and not with its section.
    case filledOnce
    /// A row or section moves to another position than its own.
    case movesMove
    /// There is no batch inside a batch.
    case oneBatchAtATime
    /// Nothing but changes happens inside a batch.
    case onlyChangesInBatches
    /// Nothing changes while the user drags a row.
    case nothingDuringDrags
    /// There are no batches without a window.
    case batchesNeedWindows
    /// Every row shows what the data source says.
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

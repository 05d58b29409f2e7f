/// What a real list view would not have forgiven.
public struct FakeListViolation: Hashable, Sendable {
  /// Which rule was broken.
  public enum Rule: Hashable, Sendable {
    /// Positions are in the list.
    case positionsExist
    /// After each splice there are as many rows as were announced.
    case countsAgree
    /// Every row shows what the model says.
    case rowsAgree
    /// Nothing is announced while the view asks for rows.
    case oneAtATime
    /// Nothing is announced while the view is not ready.
    case onlyWhenReady
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

extension FakeListViolation: CustomStringConvertible {}

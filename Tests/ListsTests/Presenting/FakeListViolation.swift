/// A mistake that a real list view would not tolerate.
struct FakeListViolation: Hashable, Sendable {
  /// The rule that was violated.
  enum Rule: Hashable, Sendable {
    /// Positions are within the list.
    case positionsExist
    /// After each splice, the number of rows is the one announced.
    case countsAgree
    /// Every row shows the content of the model.
    case rowsAgree
    /// Nothing is announced while the view requests rows.
    case oneAtATime
    /// Nothing is announced while the view is not ready.
    case onlyWhenReady
  }

  /// The rule.
  var rule: Rule
  /// What was wrong, with the numbers.
  var description: String

  init(_ rule: Rule, _ description: String) {
    self.rule = rule
    self.description = description
  }
}

extension FakeListViolation: CustomStringConvertible {}

/// When a reader wants to be reminded of a loan; its id is that of the loan.
public struct Reminder: Identifiable, Hashable, Codable, Sendable {
  public var id: Loan.ID
  public var day: Day
}

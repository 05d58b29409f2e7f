/// When a reader wants to be reminded of a loan; its id is that of the loan.
package struct Reminder: Identifiable, Hashable, Codable, Sendable {
  package var id: Loan.ID
  package var day: Day
}

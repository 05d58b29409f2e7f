package import Stagecraft

/// Tells a reader about loans that are due, one notice at a time, until the reader has answered.
///
/// What was put off is in the file, so it comes back on its day, also after a restart.
package struct Notices: Sendable {
  package enum Answer: Hashable, Sendable { case renew, later, understood }

  package let reminders: TableList<Reminder>
  private let lending: Lending
  private let catalogue: Catalogue

  init(_ reminders: TableList<Reminder>, lending: Lending, catalogue: Catalogue) {
    self.reminders = reminders
    self.lending = lending
    self.catalogue = catalogue
  }

  /// The loans of a reader about which there is something to say on a day, the latest first.
  package func due(for reader: Reader.ID, on day: Day) -> [Loan] {
    let reminders = reminders.list.snapshot()
    return lending.loans.list.snapshot().filter { loan in
      let next = reminders[id: loan.id]?.day ?? loan.due + -1
      return loan.reader == reader && next <= day
    }.sorted { $0.due < $1.due }
  }

  /// Shows what there is to say, and does what the reader answers.
  ///
  /// - Parameters:
  ///   - reader: The reader.
  ///   - day: Today.
  ///   - queue: Where notices are shown.
  ///   - content: The words, which are the screen's.
  /// - Throws: The first error of a loan that was renewed, or of the table of reminders, after all
  ///   notices were shown.
  package func show(
    for reader: Reader.ID, on day: Day, in queue: AlertQueue,
    content: @Sendable (Loan, Title) -> AlertContent<Answer>
  ) async throws {
    var first: (any Error)?
    for loan in due(for: reader, on: day) {
      guard let title = catalogue[loan.title] else { continue }
      var content = content(loan, title)
      content.key = "loan-\(loan.id)"
      let answer = try await queue.show(content).value
      do {
        switch answer {
        case .renew: try await lending.renew(loan)
        case .later: try await remind(of: loan, on: day + 1)
        case .understood: try await remind(of: loan, on: max(day, loan.due) + 7)
        }
      } catch {
        first = first ?? error
      }
    }
    if let first { throw first }
  }

  private func remind(of loan: Loan, on day: Day) async throws {
    try await reminders.transaction { rows in
      if rows[id: loan.id] == nil {
        try rows.insert(Reminder(id: loan.id, day: day))
      } else {
        try rows.update(loan.id) { $0.day = day }
      }
    }
  }
}

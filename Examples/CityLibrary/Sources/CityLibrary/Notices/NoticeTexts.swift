import LibraryModel
import Stagecraft

/// The words of notices.
enum NoticeTexts {
  static let content: @Sendable (Loan, Title) -> AlertContent<Notices.Answer> = { loan, title in
    let heading =
      loan.due < .today
      ? text("“%@” is late", title.name) : text("“%@” is %@", title.name, loan.due.dueText)
    return AlertContent(
      heading, message: text("You can renew it if no other reader waits for it."),
      actions: [
        .init(.later, text("Remind Me Tomorrow"), style: .cancel),
        .init(.understood, text("I Will Return It")),
        .init(.renew, text("Renew"), isDefault: true),
      ])
  }
}

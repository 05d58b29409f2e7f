import Foundation
import Stagecraft
import Synchronization
import Testing

@testable import LibraryModel

@Suite(.timeLimit(.minutes(2)))
struct ReaderTests {
  @Test func favouriteAndCommentAskForOneLogin() async throws {
    let test = try await TestLibrary()
    let (desk, title) = (test.library.reader, test.title("The Moonstone"))
    let asked = Mutex(0)
    let names = AsyncStream<@Sendable () -> [String]>.makeStream()
    let gate = AsyncStream<Void>.makeStream()
    test.library.session.askWith { waiting in
      asked.withLock { $0 += 1 }
      names.continuation.yield(waiting)
      for await _ in gate.stream { break }
      return test.library.session.reader(withCard: "4711 0815", pin: "1842")!
    }
    let favourite = desk.setFavourite(title, true)
    let comment = desk.comment(title, stars: 5, "Still the one to beat.")
    #expect(!desk.isFavourite(title.id))
    var asking = names.stream.makeAsyncIterator()
    let waiting = await asking.next()
    #expect(waiting?() == ["♡ The Moonstone", "✎ The Moonstone"])
    gate.continuation.finish()
    try await favourite.value
    try await comment.value
    #expect(asked.withLock { $0 } == 1)
    #expect(desk.isFavourite(title.id))
    let reviews = try await desk.reviews(of: title.id)
    #expect(reviews.list.snapshot().first?.name == "Ada")
    try await desk.comment(title, stars: 4, "On second thought, four.").value
    #expect(asked.withLock { $0 } == 1)
    await TestLibrary.until(reviews.list) { $0.first?.stars == 4 }
  }

  @Test func favouritesOfTheReaderAreFound() async throws {
    let test = try await TestLibrary()
    let (desk, session, title) = (test.library.reader, test.library.session, test.title("Emma"))
    session.signIn(session.reader(withCard: "47110815", pin: "1842")!)
    try await desk.setFavourite(title, true).value
    await TestLibrary.until(desk.favourites.list) { !$0.isEmpty }
    var query = Catalogue.Query()
    query.among = desk.favouriteTitles
    test.catalogue.show(query)
    #expect(test.catalogue.shown.snapshot().map(\.name) == ["Emma"])
    #expect(!query.hasNoFilter)
    query.removeFilters()
    #expect(query == Catalogue.Query())
    session.signOut()
    #expect(desk.favouriteTitles.isEmpty)
  }

  @Test func aCancelledLoginLeavesEverythingAsItWas() async throws {
    let test = try await TestLibrary()
    let (desk, title) = (test.library.reader, test.title("The Moonstone"))
    test.library.session.askWith { _ in throw CancellationError() }
    let (favourite, loan) = (desk.setFavourite(title, true), desk.borrow(title))
    let first = await #expect(throws: OperationError.self) { try await favourite.value }
    let second = await #expect(throws: OperationError.self) { try await loan.value }
    #expect([first?.kind, second?.kind] == [.cancelled, .cancelled])
    #expect(test.library.session.reader == nil)
    #expect(desk.favourites.list.isEmpty)
  }

  @Test func cardAndPINFitTogether() async throws {
    let session = try await TestLibrary().library.session
    #expect(session.reader(withCard: "47110815", pin: "1843") == nil)
    #expect(session.reader(withCard: "4711 0815", pin: "1842")?.name == "Ada Byron")
  }

  @Test func noticesComeBackOnTheirDay() async throws {
    let test = try await TestLibrary()
    let (notices, today) = (test.library.notices, TestLibrary.today)
    // Emma is late, and Treasure Island is due tomorrow.
    #expect(notices.due(for: SeedRows.ada, on: today).map(\.title) == [4, 7])
    let presenter = ScriptedPresenter(answers: ["later", "later"])
    let queue = AlertQueue(presenter: presenter, manager: OperationManager("alerts"))
    try await notices.show(for: SeedRows.ada, on: today, in: queue, content: notice)
    #expect(presenter.shown.withLock { $0 } == ["Emma", "Treasure Island"])
    #expect(notices.due(for: SeedRows.ada, on: today).isEmpty)
    let later = try await TestLibrary(beside: test)
    #expect(later.library.notices.due(for: SeedRows.ada, on: today).isEmpty)
    #expect(later.library.notices.due(for: SeedRows.ada, on: today + 1).count == 2)
    // A loan that was renewed has a new day, whatever the reader has answered before.
    try await test.lending.renew(test.lending.loan(of: 4, by: SeedRows.ada)!)
    await TestLibrary.until(notices.reminders.list) { $0.count == 1 }
    #expect(notices.due(for: SeedRows.ada, on: today + 1).map(\.title) == [7])
  }

  @Test func aNoticeThatCannotBeAnsweredEndsNoOther() async throws {
    let test = try await TestLibrary()
    let (notices, today) = (test.library.notices, TestLibrary.today)
    let connection = try SQLConnection(test.folder.appending(path: "library.sqlite").path)
    try connection.run("UPDATE loans SET renewals = 3 WHERE reader = 1 AND title = 4")
    let presenter = ScriptedPresenter(answers: ["renew", "later"])
    let queue = AlertQueue(presenter: presenter, manager: OperationManager("alerts"))
    await #expect(throws: LendingError.renewedTooOften) {
      try await notices.show(for: SeedRows.ada, on: today, in: queue, content: notice)
    }
    #expect(presenter.shown.withLock { $0 } == ["Emma", "Treasure Island"])
  }

  private func notice(_ loan: Loan, _ title: Title) -> AlertContent<Notices.Answer> {
    AlertContent(
      title.name, actions: [.init(.renew, "renew"), .init(.later, "later", style: .cancel)])
  }
}

/// Answers each alert with the action that has a label.
private final class ScriptedPresenter: AlertPresenter {
  nonisolated let shown = Mutex<[String]>([])
  private let answers: Mutex<[String]>

  nonisolated init(answers: [String]) { self.answers = Mutex(answers) }

  func present<Choice>(_ content: AlertContent<Choice>) async throws -> Choice {
    shown.withLock { $0.append(content.title) }
    let answer = answers.withLock { $0.removeFirst() }
    return content.actions.first { $0.label == answer }!.id
  }
}

import StagecraftOperations
import Testing

extension AlertTests {
  @MainActor
  @Suite("An alert queue", .timeLimit(.minutes(3)))
  struct Queue {
    enum Answer: Hashable { case renew, giveBack }

    private let presenter = ScriptedPresenter()
    private let desk: AlertQueue

    init() {
      desk = AlertQueue(presenter: presenter, manager: OperationManager("alerts"))
    }

    @Test func alertsAreShownOneAtATimeInOrder() async throws {
      let titles = ["Overdue", "Reserved", "Closed"]
      let alerts = titles.map { desk.show(AlertContent($0)) }
      for title in titles {
        #expect(await presenter.nextShown() == title)
        presenter.answer()
      }
      for alert in alerts { #expect(try await alert.value == .acknowledged) }
      #expect(presenter.peak == 1)
    }

    @Test func theValueIsTheChosenAnswer() async throws {
      let alert = desk.show(
        AlertContent<Answer>(
          "Emma is overdue",
          actions: [.init(.renew, "Renew"), .init(.giveBack, "Give back", style: .destructive)]))
      _ = await presenter.nextShown()
      presenter.answer(1)
      #expect(try await alert.value == .giveBack)
    }

    @Test func higherPrioritiesAreShownFirst() async throws {
      desk.show(AlertContent("first"))
      #expect(await presenter.nextShown() == "first")
      desk.show(AlertContent("normal"))
      var urgent = AlertContent("urgent")
      urgent.priority = .urgent
      desk.show(urgent)
      presenter.answer()
      #expect(await presenter.nextShown() == "urgent")
      presenter.answer()
      #expect(await presenter.nextShown() == "normal")
      presenter.answer()
      try await desk.manager.waitUntilIdle()
    }

    @Test func alertsOfSeveralQueuesAreShownOneAtATime() async throws {
      let other = AlertQueue(presenter: presenter, manager: OperationManager("other alerts"))
      desk.show(AlertContent("here"))
      let there = other.show(AlertContent("there"))
      #expect(await presenter.nextShown() == "here")
      #expect(other.manager.explain(there).contains("category “alert”, held by “here”"))
      presenter.answer()
      #expect(await presenter.nextShown() == "there")
      presenter.answer()
      try await there.waitForEnd()
      #expect(presenter.peak == 1)
    }

    @Test func dependenciesAreShownFirst() async throws {
      let welcome = desk.manager.prepare(AlertOperation(AlertContent("welcome"), by: presenter))
      let news = desk.show(AlertContent("news"), following: welcome)
      desk.show(AlertContent("closed"))
      #expect(await presenter.nextShown() == "closed")
      welcome.submit()
      presenter.answer()
      #expect(await presenter.nextShown() == "welcome")
      presenter.answer()
      #expect(await presenter.nextShown() == "news")
      presenter.answer()
      #expect(try await news.value == .acknowledged)
    }

    @Test func aPresenterThatThrowsFailsOnlyItsAlert() async throws {
      struct NoScreen: Error {}
      let broken = desk.show(AlertContent("broken"))
      let whole = desk.show(AlertContent("whole"))
      _ = await presenter.nextShown()
      presenter.fail(NoScreen())
      await #expect(throws: NoScreen.self) { try await broken.value }
      #expect(await presenter.nextShown() == "whole")
      presenter.answer()
      #expect(try await whole.value == .acknowledged)
    }
  }
}

import StagecraftOperations
import Testing

extension AlertTests {
  @MainActor
  @Suite("The key of an alert", .timeLimit(.minutes(3)))
  struct Key {
    private let presenter = ScriptedPresenter()
    private let desk: AlertQueue

    init() {
      desk = AlertQueue(presenter: presenter, manager: OperationManager("alerts"))
    }

    private func offline(_ title: String) -> AlertContent<AlertQueue.Acknowledgement> {
      var content = AlertContent(title)
      content.key = "offline"
      return content
    }

    @Test func alertsWithOneKeyJoinUntilTheFirstHasEnded() async throws {
      let first = desk.show(offline("search is offline"))
      #expect(await presenter.nextShown() == "search is offline")
      let second = desk.show(offline("map is offline"))
      #expect(first == second)
      presenter.answer()
      #expect(try await second.value == .acknowledged)
      // The connection returns and is lost again: that is a new alert.
      let third = desk.show(offline("map is offline"))
      #expect(third != first)
      #expect(await presenter.nextShown() == "map is offline")
      presenter.answer()
      #expect(try await third.value == .acknowledged)
    }

    @Test func alertsWithAnotherTypeOfAnswerDoNotJoin() async throws {
      let informed = desk.show(offline("offline"))
      var question = AlertContent<Bool>("try again?", actions: [.init(true, "Yes")])
      question.key = "offline"
      let asked = desk.show(question)
      for title in ["offline", "try again?"] {
        #expect(await presenter.nextShown() == title)
        presenter.answer()
      }
      #expect(try await informed.value == .acknowledged)
      #expect(try await asked.value)
    }

    @Test func alertsDoNotJoinOtherOperationsWithTheSameKey() async throws {
      struct Probe: AsyncOperation {
        func run(_ context: OperationContext) async throws -> Int { 7 }
      }
      let alert = desk.show(offline("offline"))
      let probe = desk.manager.shared("offline") { Probe() }
      #expect(try await probe.value == 7)
      _ = await presenter.nextShown()
      presenter.answer()
      try await alert.waitForEnd()
    }

    @Test func anAlertStaysWhenNoTaskWaitsForIt() async throws {
      let alert = desk.show(offline("offline"))
      let dependent = desk.manager.submit("log", after: alert) { _ in }
      _ = await presenter.nextShown()
      dependent.cancel()
      try await dependent.waitForEnd()
      #expect(alert.state == .executing)
      presenter.answer()
      #expect(try await alert.value == .acknowledged)
      #expect(presenter.events == [.shown("offline"), .answered("offline")])
    }

    @Test func aKeyedAlertFollowsItsPredecessors() async throws {
      let welcome = desk.show(AlertContent("welcome"))
      _ = await presenter.nextShown()
      let offline = desk.show(offline("offline"), following: welcome)
      #expect(offline.dependencies == [welcome])
      presenter.answer()
      #expect(await presenter.nextShown() == "offline")
      presenter.answer()
      try await offline.waitForEnd()
    }
  }
}

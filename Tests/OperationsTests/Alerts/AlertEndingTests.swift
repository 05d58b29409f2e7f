import StagecraftOperations
import StagecraftTestKit
import Testing

/// All alerts of the process share one category, so these tests run one after another.
@Suite("Alerts", .serialized, .timeLimit(.minutes(3)))
enum AlertTests {}

extension AlertTests {
  @MainActor
  @Suite("An alert that is not answered", .timeLimit(.minutes(3)))
  struct Endings {
    private let presenter = ScriptedPresenter()
    private let clock = ManualClock()
    private let desk: AlertQueue

    init() {
      var configuration = OperationManager.Configuration()
      configuration.clock = clock
      desk = AlertQueue(
        presenter: presenter, manager: OperationManager("alerts", configuration: configuration))
    }

    @Test func anAlertCancelledInLineNeverAppears() async throws {
      let first = desk.show(AlertContent("first"))
      let second = desk.show(AlertContent("second"))
      _ = await presenter.nextShown()
      #expect(second.cancel())
      try await second.waitForEnd()
      presenter.answer()
      try await first.waitForEnd()
      #expect(presenter.events == [.shown("first"), .answered("first")])
      #expect(second.cancellationReason?.kind == .requested)
    }

    @Test func anAlertCancelledOnTheScreenDisappears() async throws {
      let first = desk.show(AlertContent("first"))
      let second = desk.show(AlertContent("second"))
      _ = await presenter.nextShown()
      first.cancel()
      #expect(await presenter.nextShown() == "second")
      #expect(first.state == .ended(.cancelled))
      presenter.answer()
      try await second.waitForEnd()
      #expect(
        presenter.events == [
          .shown("first"), .dismissed("first"), .shown("second"), .answered("second"),
        ])
    }

    @Test func anAlertExpiresInLineButNotOnTheScreen() async throws {
      var offer = AlertContent("offer")
      offer.expiry = .seconds(10)
      let shown = desk.show(offer)
      _ = await presenter.nextShown()
      offer.title = "late offer"
      let late = desk.show(offer)
      try await clock.nextSleep()
      clock.advance(by: .seconds(10))
      try await late.waitForEnd()
      #expect(late.cancellationReason?.kind == .expired)
      // It was presented when its time limit expired, and remains presented.
      #expect(shown.state == .executing)
      presenter.answer()
      #expect(try await shown.value == .acknowledged)
      #expect(presenter.events == [.shown("offer"), .answered("offer")])
    }

    @Test func anInterruptedAlertIsShownAgain() async throws {
      var warning = AlertContent("battery")
      warning.isPreemptive = true
      desk.show(AlertContent("first"))
      let second = desk.show(AlertContent("second"))
      #expect(await presenter.nextShown() == "first")
      desk.show(warning)
      for title in ["battery", "first", "second"] {
        #expect(await presenter.nextShown() == title)
        presenter.answer()
      }
      try await second.waitForEnd()
      #expect(presenter.peak == 1)
      #expect(
        presenter.events == [
          .shown("first"), .dismissed("first"), .shown("battery"), .answered("battery"),
          .shown("first"), .answered("first"), .shown("second"), .answered("second"),
        ])
    }

    @Test func anAlertThatIsNotPreemptibleIsNotInterrupted() async throws {
      var payment = AlertContent("payment")
      payment.isPreemptible = false
      var warning = AlertContent("battery")
      warning.isPreemptive = true
      desk.show(payment)
      let second = desk.show(AlertContent("second"))
      #expect(await presenter.nextShown() == "payment")
      desk.show(warning)
      presenter.answer()
      for title in ["battery", "second"] {
        #expect(await presenter.nextShown() == title)
        presenter.answer()
      }
      try await second.waitForEnd()
      #expect(!presenter.events.contains(.dismissed("payment")))
    }
  }
}

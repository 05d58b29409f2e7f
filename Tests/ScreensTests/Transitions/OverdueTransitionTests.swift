import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct OverdueTransitionTests {
  /// A toolkit's animation was interrupted, and the stage did not report it.
  @Test
  func aStageThatDoesNotEndIsReported() async throws {
    let clock = ManualClock()
    let application = ScreenApplication(clock: clock)
    let stage = RecorderStage(.byHand)
    let stack = NavigationScreen<FakeView>(
      root: NamedScreen("A", in: application), stage: stage, in: application)
    let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
    window.open()
    var told: [ScreenEvent.Kind] = []
    let (events, teller) = AsyncStream.makeStream(of: ScreenEvent.Kind.self)
    let observation = application.observe { event in
      if case .transitionIsOverdue = event.kind {
        told.append(event.kind)
        teller.yield(event.kind)
      }
    }
    stack.push(NamedScreen("B", in: application))
    let waiting = (0..<3).map { stack.push(NamedScreen("\($0)", in: application)) }
    try await clock.nextSleep()
    clock.advance(by: ScreenTrees.overdueDelay)
    for await event in events {
      #expect(event == .transitionIsOverdue(waiting: 3))
      break
    }
    stage.animation = .atOnce
    stack.settle()
    #expect(waiting.allSatisfy { $0.outcomeIfOver == .completed })
    #expect(told.count == 1)
    withExtendedLifetime((window, observation)) {}
  }

  /// A window with a stack that waits forever, and the events that report it.
  @MainActor
  private struct Stuck {
    let clock = ManualClock()
    let application: ScreenApplication
    let stage = RecorderStage(.byHand)
    let stack: NavigationScreen<FakeView>
    var window: ScreenWindow<FakeView>?
    let events: AsyncStream<ScreenEvent.Kind>
    let observation: ObservationToken

    init() {
      let application = ScreenApplication(clock: clock)
      self.application = application
      stack = NavigationScreen(
        root: NamedScreen("A", in: application), stage: stage, in: application)
      window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
      window?.open()
      let (events, teller) = AsyncStream.makeStream(of: ScreenEvent.Kind.self)
      self.events = events
      observation = application.observe { event in
        if case .transitionIsOverdue = event.kind { teller.yield(event.kind) }
      }
      stack.push(NamedScreen("B", in: application))
    }

    /// Advances the clock until the transition is reported.
    func report() async throws -> ScreenEvent.Kind? {
      try await clock.advance { [events] in
        for await event in events { return event }
        return nil
      }
    }
  }

  /// A screen that joins the tree may bring waiting requests along.
  @Test
  func aTransitionForWhichAbsorbedRequestsWaitIsReported() async throws {
    let stuck = Stuck()
    stuck.stack.settle()
    let inner = NamedStack(
      "inner", root: NamedScreen("E", in: stuck.application), stage: RecorderStage(),
      in: stuck.application)
    let screen = NamedScreen("F", in: stuck.application)
    var request: TransitionRequest?
    screen.acts[.willMove] = { screen in
      screen.acts = [:]
      stuck.stack.push(inner)
      request = inner.pop()
    }
    inner.push(screen)
    try #require(stuck.stack.topScreen === inner && request?.isOver == false)
    #expect(try await stuck.report() == .transitionIsOverdue(waiting: 1))
    stuck.stack.settle()
    #expect(request?.outcomeIfOver == .completed)
  }

  /// The tree above the container was destroyed, and nothing waits for the transition any more.
  @Test
  func aTransitionThatOutlivesItsTreeIsReported() async throws {
    var stuck = Stuck()
    let lost = stuck.stack.push(NamedScreen("C", in: stuck.application))
    stuck.window = nil
    #expect(lost.outcomeIfOver == .refused(.containerIsGone))
    try #require(!stuck.stack.isTransitionWatched)
    let waiting = stuck.stack.push(NamedScreen("D", in: stuck.application))
    try #require(stuck.stack.isTransitionWatched)
    try #require(!waiting.isOver)
    #expect(try await stuck.report() == .transitionIsOverdue(waiting: 1))
    stuck.stage.animation = .atOnce
    stuck.stack.settle()
    #expect(waiting.outcomeIfOver == .completed)
  }
}

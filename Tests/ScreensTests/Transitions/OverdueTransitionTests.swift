import StagecraftTestKit
import Testing

@testable import Screens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct OverdueTransitionTests {
  /// A toolkit whose animation was interrupted, and whose stage forgot to say so.
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
    clock.advance(by: TransitionDirector.patience)
    for await event in events {
      #expect(event == .transitionIsOverdue(waiting: 3))
      break
    }
    stage.animation = .atOnce
    stack.settle()
    #expect(waiting.allSatisfy { $0.outcome == .completed })
    #expect(told.count == 1)
    withExtendedLifetime((window, observation)) {}
  }
}

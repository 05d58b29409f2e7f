import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Stages that make requests to containers during a callback, or send them too many calls.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct MeddlingStageTests {
  final class MeddlingStage: ScreenStage {
    enum Call: CaseIterable { case makeView, arrange, begin, update, conclude }

    var acts: [Call: () -> Void] = [:]
    var transition: ScreenStageTransition<FakeView>?

    /// Each call that the stage receives with its sender, and the time of its return.
    var trail: [String] = []

    private func meddle(_ call: Call) { acts.removeValue(forKey: call)?() }

    func makeView() -> FakeView {
      meddle(.makeView)
      return FakeView("meddling")
    }

    func arrange(_ scene: ScreenStageScene<FakeView>) { meddle(.arrange) }

    func begin(_ transition: ScreenStageTransition<FakeView>) {
      self.transition = transition
      meddle(.begin)
      // Calls that come too early, too late and too often have no effect.
      transition.animationDidEnd()
      transition.animationDidEnd()
    }

    func update(_ transition: ScreenStageTransition<FakeView>, to progress: Double) {
      trail.append("update \(progress)")
      meddle(.update)
      transition.animationDidEnd()
      trail.append("updated")
    }

    func conclude(
      _ transition: ScreenStageTransition<FakeView>, as outcome: TransitionContext.Outcome
    ) {
      trail.append("conclude \(outcome)")
      meddle(.conclude)
      transition.animationDidEnd()
      transition.animationDidEnd()
    }
  }

  @Test(arguments: MeddlingStage.Call.allCases)
  func requestsFromInsideAStage(call: MeddlingStage.Call) throws {
    let theatre = Theatre()
    let stage = MeddlingStage()
    let stack = NavigationScreen(root: theatre.a, stage: stage, in: theatre.application)
    var inner: TransitionRequest?
    stage.acts[call] = { [theatre] in
      inner = stack.push(theatre.c)
      stack.settle()
    }
    theatre.show(stack)
    stack.push(theatre.b)
    if call == .conclude || call == .update {
      let pop = try stack.beginPop()
      pop.update(0.5)
      #expect(pop.isOpen == (call == .conclude), "It was settled from inside the update.")
      pop.finish()
      #expect(pop.request.outcomeIfOver == (call == .conclude ? .completed : .cancelled))
    }
    #expect(inner?.outcomeIfOver == .completed)
    stage.transition?.animationDidEnd()
    #expect(stack.screens.contains { $0 === theatre.c })
    #expect(stack.topScreen.isForeground)
    theatre.check()
  }

  enum Gesture: CaseIterable { case finish, cancel, update, updateAndFinish, settle, close, drop }

  /// The gesture moves on, or ends, from inside the callback that reports it: the calls follow one
  /// another.
  @Test(arguments: Gesture.allCases)
  func aGestureFromInsideAnUpdate(gesture: Gesture) throws {
    let theatre = Theatre()
    let stage = MeddlingStage()
    let stack = NavigationScreen(root: theatre.a, stage: stage, in: theatre.application)
    let window = theatre.show(stack)
    stack.push(theatre.b)
    var pop = try? stack.beginPop()
    let request = try #require(pop).request
    stage.acts[.update] = {
      switch gesture {
      case .finish: pop?.finish()
      case .cancel: pop?.cancel()
      case .update:
        pop?.update(0.6)
        pop?.update(0.7)
      case .updateAndFinish:
        pop?.update(0.6)
        pop?.finish()
      case .settle: stack.settle()
      case .close: window.close()
      case .drop: pop = nil
      }
    }
    pop?.update(0.5)
    let rest =
      switch gesture {
      case .finish, .updateAndFinish: ["conclude completed"]
      case .cancel: ["conclude cancelled"]
      case .update: ["update 0.7", "updated"]
      case .settle, .close, .drop: [String]()
      }
    #expect(stage.trail == ["update 0.5", "updated"] + rest)
    let isOpen = gesture == .update || gesture == .drop
    #expect(request.isOver != isOpen)
    pop?.cancel()
    stack.settle()
    let isFinished = gesture == .finish || gesture == .updateAndFinish
    #expect(request.outcomeIfOver == (isFinished ? .completed : .cancelled))
    #expect(stack.topScreen === (isFinished ? theatre.a : theatre.b))
    #expect(window.isOpen == (gesture != .close))
    theatre.check()
  }

  /// A toolkit removes the whole tree from inside an update: the transition ends first.
  @Test
  func aHostThatIsRemovedFromInsideAnUpdate() throws {
    let theatre = Theatre()
    let stage = MeddlingStage()
    let stack = NavigationScreen(root: theatre.a, stage: stage, in: theatre.application)
    stack.push(theatre.b)
    let host = ScreenHost(stack)
    host.willAppear(TransitionContext(.host))
    host.didAppear(TransitionContext(.host))
    let pop = try stack.beginPop()
    stage.acts[.update] = {
      host.willDisappear(TransitionContext(.host))
      host.didDisappear(TransitionContext(.host))
    }
    pop.update(0.5)
    #expect(pop.request.outcomeIfOver == .cancelled)
    #expect(stack.appearance == .gone && theatre.b.appearance == .gone)
    theatre.check()
  }

  /// The stage is notified of a new title and requests another tab: it is notified of that after it
  /// has returned, and shows that tab in the end.
  @Test
  func aRequestFromInsideAnArrangementBetweenTransitions() {
    let theatre = Theatre()
    let stage = MeddlingStage()
    let tabs = TabScreen([theatre.a, theatre.b], stage: stage, in: theatre.application)
    theatre.show(tabs)
    var wasOverAtOnce: Bool?
    stage.acts[.arrange] = { wasOverAtOnce = tabs.select(1).isOver }
    theatre.a.title = "Poetry"
    #expect(wasOverAtOnce == false)
    #expect(theatre.b.isForeground)
    theatre.check()
  }
}

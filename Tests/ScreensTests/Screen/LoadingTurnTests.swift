import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// A screen whose view is being created requests to be shown, or makes another request.
///
/// Requests made meanwhile wait until the view exists, no matter which caller needed it first.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct LoadingTurnTests {
  nonisolated static let moments: [NamedScreen.Moment] = [.loadView, .viewDidLoad]

  let theatre = Theatre()

  private func makeStack(_ root: AnyScreen, _ stage: RecorderStage<FakeView>? = nil) -> NamedStack {
    NamedStack("stack", root: root, stage: stage ?? theatre.stage(), in: theatre.application)
  }

  @Test(arguments: moments)
  func requestsItsPush(moment: NamedScreen.Moment) {
    let stack = makeStack(theatre.a)
    theatre.show(stack)
    var push: TransitionRequest?
    theatre.b.acts[moment] = { screen in
      screen.acts = [:]
      push = stack.push(screen)
      #expect(screen.parent == nil && push?.isOver == false)
    }
    theatre.b.loadViewIfNeeded()
    #expect(push?.outcomeIfOver == .completed)
    #expect(theatre.b.isForeground)
    theatre.check()
  }

  /// The stack is busy when the view exists, and the push waits for that too.
  @Test
  func requestsItsPushOntoABusyStack() {
    let stage = theatre.stage(.byHand)
    let stack = makeStack(theatre.a, stage)
    theatre.show(stack)
    theatre.b.acts[.viewDidLoad] = { screen in
      screen.acts = [:]
      stack.push(screen)
    }
    stack.push(theatre.c)
    theatre.b.loadViewIfNeeded()
    #expect(stack.topScreen === theatre.c && theatre.b.parent == nil)
    stage.finishAnimation()
    #expect(stack.topScreen === theatre.b)
    stage.finishAnimation()
    theatre.check()
  }

  @Test(arguments: moments)
  func requestsItsSelection(moment: NamedScreen.Moment) {
    let tabs = TabScreen(
      [theatre.a, theatre.b], stage: theatre.stage(), in: theatre.application)
    theatre.show(tabs)
    theatre.b.acts[moment] = { screen in
      screen.acts = [:]
      tabs.select(screen)
      #expect(tabs.selectedIndex == 0)
    }
    theatre.b.loadViewIfNeeded()
    #expect(theatre.b.isForeground)
    theatre.check()
  }

  @Test(arguments: moments)
  func opensANewWindow(moment: NamedScreen.Moment) {
    theatre.a.acts[moment] = { [theatre] screen in
      screen.acts = [:]
      theatre.show(screen)
    }
    theatre.a.loadViewIfNeeded()
    #expect(theatre.a.isForeground)
    theatre.check()
  }

  /// The same, beside a screen with an earlier tree of its own.
  @Test
  func createsTabs() {
    theatre.b.loadViewIfNeeded()
    theatre.a.acts[.viewDidLoad] = { [theatre] screen in
      screen.acts = [:]
      let tabs = TabScreen(
        [theatre.b, screen], stage: theatre.stage(), in: theatre.application)
      theatre.show(tabs)
      tabs.select(1)
    }
    theatre.a.loadViewIfNeeded()
    #expect(theatre.a.isForeground)
    theatre.check()
  }

  /// A toolkit adds a stack, and meanwhile the creation of a view in it makes the toolkit remove
  /// the stack.
  @Test
  func theToolkitTurnsBack() {
    let stack = makeStack(theatre.a)
    stack.push(theatre.b)
    let host = ScreenHost(stack)
    let context = TransitionContext(.host)
    host.willAppear(context)
    theatre.a.acts[.viewDidLoad] = { screen in
      screen.acts = [:]
      host.willDisappear(context)
    }
    theatre.a.loadViewIfNeeded()
    host.didDisappear(context)
    #expect(stack.appearance == .gone && theatre.b.appearance == .gone)
    host.willAppear(context)
    host.didAppear(context)
    #expect(stack.pop().outcomeIfOver == .completed)
    #expect(theatre.a.isForeground)
    theatre.check()
  }
}

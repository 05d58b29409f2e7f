import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// No container, stage or transition retains another permanently.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ContainerLifetimeTests {
  /// A screen whose lifetime is tracked.
  final class CountedScreen: Screen<FakeView> {
    private let tracked: Tracked

    init(_ tracker: LifetimeTracker, in application: ScreenApplication) {
      tracked = tracker.make()
      super.init(in: application)
    }

    override func loadView() -> FakeView { FakeView("counted") }
  }

  final class CountedStack: NavigationScreen<FakeView> {
    private let tracked: Tracked

    init(_ tracker: LifetimeTracker, root: AnyScreen, stage: RecorderStage<FakeView>) {
      tracked = tracker.make()
      super.init(root: root, stage: stage, in: root.application)
    }
  }

  let application = ScreenApplication()

  /// A window with a stack of two in a tab, beside pages.
  private func makeWindow(
    _ tracker: LifetimeTracker, on stage: RecorderStage<FakeView>
  ) -> (ScreenWindow<FakeView>, CountedStack) {
    let screen = { [application] in CountedScreen(tracker, in: application) }
    let stack = CountedStack(tracker, root: screen(), stage: stage)
    stack.push(screen())
    let pages = PageScreen(count: 3, stage: RecorderStage(), in: application) { _ in screen() }
    let tabs = TabScreen([stack, pages], stage: RecorderStage(), in: application)
    return (ScreenWindow(root: tabs, stage: RecorderStage(), in: application), stack)
  }

  @Test
  func aPoppedScreenIsReleasedAtOnce() throws {
    let tracker = LifetimeTracker()
    let stage = RecorderStage()
    let (window, stack) = makeWindow(tracker, on: stage)
    window.open()
    let alive = tracker.alive
    weak let view = (stack.topScreen as? CountedScreen)?.view
    #expect(view != nil)
    stack.pop()
    #expect(tracker.alive == alive - 1 && view == nil)
    stack.push(CountedScreen(tracker, in: application))
    let transition = try? stack.beginPop()
    transition?.finish()
    #expect(tracker.alive == alive - 1)
  }

  @Test(arguments: ["idle", "animating", "following", "queued", "presenting"])
  func aTreeIsReleasedWithItsWindow(when moment: String) throws {
    let tracker = LifetimeTracker()
    let stage = RecorderStage(.byHand)
    var transition: InteractiveTransition?
    var request: TransitionRequest?
    do {
      let (window, stack) = makeWindow(tracker, on: stage)
      window.open()
      switch moment {
      case "animating": stack.pop()
      case "following": transition = try? stack.beginPop()
      case "queued":
        stack.pop()
        request = stack.push(CountedScreen(tracker, in: application))
        stack.popToRoot()
      case "presenting":
        stack.present(CountedScreen(tracker, in: application), as: .sheet)
      default: break
      }
    }
    #expect(tracker.alive == 0, "\(tracker.survivors)")
    #expect(application.liveScreens.isEmpty)
    transition?.update(0.5)
    transition?.finish()
    stage.finishAnimation()
    #expect(request?.outcomeIfOver ?? .refused(.containerIsGone) == .refused(.containerIsGone))
  }

  @Test
  func aRecorderRetainsNoScreen() {
    let tracker = LifetimeTracker()
    let recorder = LifecycleRecorder(application)
    do {
      let (window, _) = makeWindow(tracker, on: RecorderStage())
      window.open()
    }
    #expect(tracker.alive == 0)
    #expect(!recorder.lines.isEmpty && recorder.illegalSteps.isEmpty)
  }

  /// A stage that reports its deinit.
  final class MortalStage: ScreenStage {
    private let ended: AsyncStream<Bool>.Continuation

    init(_ ended: AsyncStream<Bool>.Continuation) { self.ended = ended }

    deinit { ended.yield(MainActor.isCurrent) }

    func makeView() -> FakeView { FakeView() }
    func arrange(_ scene: ScreenStageScene<FakeView>) {}
    func begin(_ transition: ScreenStageTransition<FakeView>) {}
  }

  /// A view that reports its deinit.
  final class MortalView: FakeView {
    private let ended: AsyncStream<Bool>.Continuation

    init(_ ended: AsyncStream<Bool>.Continuation) {
      self.ended = ended
      super.init()
    }

    deinit { ended.yield(MainActor.isCurrent) }
  }

  final class MortalScreen: Screen<FakeView> {
    private let ended: AsyncStream<Bool>.Continuation

    init(_ ended: AsyncStream<Bool>.Continuation, in application: ScreenApplication) {
      self.ended = ended
      super.init(in: application)
    }

    override func loadView() -> FakeView { MortalView(ended) }
  }

  final class Parcel: @unchecked Sendable {  // guard: one thread at a time owns it
    private var screen: AnyScreen?

    @MainActor init(_ screen: AnyScreen) { self.screen = screen }

    func drop() { screen = nil }
  }

  /// The last reference to a tree is dropped on another thread, in the middle of a transition.
  @Test
  func stagesAndViewsAreReleasedOnTheMainActor() async throws {
    let (ends, ended) = AsyncStream<Bool>.makeStream()
    func makeParcel() -> Parcel {
      let stack = NavigationScreen(
        root: MortalScreen(ended, in: application), stage: MortalStage(ended), in: application)
      let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
      window.open()
      stack.push(MortalScreen(ended, in: application))
      return Parcel(window)
    }
    for _ in 0..<20 {
      let parcel = makeParcel()
      try await onThread { parcel.drop() }
    }
    var all: [Bool] = []
    for await end in ends {
      all.append(end)
      if all.count == 60 { break }
    }
    #expect(!all.contains(false))
    #expect(application.liveScreens.isEmpty)
  }
}

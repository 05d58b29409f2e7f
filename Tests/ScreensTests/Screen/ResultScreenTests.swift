import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ResultScreenTests {
  final class Review: Screen<FakeView>, ResultScreen {
    typealias Result = Int
    var onDidAppear: (Review) -> Void = { _ in }
    override func loadView() -> FakeView { FakeView("review") }
    override func viewDidAppear(_ context: TransitionContext) { onDidAppear(self) }
  }

  let application: ScreenApplication
  let stage: RecorderStage<FakeView>
  let root: NamedScreen
  let stack: NavigationScreen<FakeView>
  let window: ScreenWindow<FakeView>
  let review: Review

  init() {
    application = ScreenApplication()
    stage = RecorderStage()
    root = NamedScreen("root", in: application)
    stack = NavigationScreen(root: root, stage: stage, in: application)
    window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
    review = Review(in: application)
    window.open()
  }

  enum Way: CaseIterable { case presented, pushed }

  /// Lets a task show a screen, and returns when it waits for the result.
  private func begin(
    _ body: @escaping @MainActor () async -> ScreenOutcome<Int>
  ) async -> Task<ScreenOutcome<Int>, Never> {
    let begun = AsyncStream<Void>.makeStream()
    let task = Task { @MainActor in
      // The main actor is not released between this and the wait.
      begun.continuation.finish()
      return await body()
    }
    for await _ in begun.stream {}
    return task
  }

  /// Shows the review, and returns when a task waits for it.
  private func show(_ way: Way) async -> Task<ScreenOutcome<Int>, Never> {
    let (root, stack, review) = (root, stack, review)
    let task = await begin {
      switch way {
      case .presented: await root.present(review, as: .sheet, animated: false)
      case .pushed: await stack.push(review, animated: false)
      }
    }
    #expect(review.parent != nil)
    return task
  }

  @Test(arguments: Way.allCases)
  func aResultIsReturnedWhenTheScreenHasLeft(_ way: Way) async {
    let outcome = await show(way)
    #expect(review.finish(with: 5).outcomeIfOver == .completed)
    #expect(await outcome.value == .finished(5))
    #expect(review.parent == nil)
  }

  @Test
  func theResultWaitsForTheAnimation() async {
    let outcome = await show(.pushed)
    stage.animation = .byHand
    let request = review.finish(with: 5)
    #expect(stage.isAnimating && AnyScreenResultWaiter.count > 0)
    stage.finishAnimation()
    #expect(request.outcomeIfOver == .completed)
    #expect(await outcome.value == .finished(5))
  }

  @Test
  func onlyTheFirstResultCounts() async {
    let outcome = await show(.pushed)
    stage.animation = .byHand
    review.finish(with: 1)
    let second = review.finish(with: 2)
    stage.finishAnimation()
    #expect(second.outcomeIfOver == .refused(.isUnknown))
    #expect(review.finish(with: 3).outcomeIfOver == .refused(.containerIsGone))
    #expect(await outcome.value == .finished(1))
  }

  @Test
  func finishingPopsTheScreensAboveToo() async {
    let outcome = await show(.pushed)
    stack.push(NamedScreen("above", in: application), animated: false)
    review.finish(with: 5)
    #expect(stack.topScreen === root)
    #expect(await outcome.value == .finished(5))
  }

  @Test(arguments: Way.allCases)
  func aScreenMayFinishWhileItAppears(_ way: Way) async {
    review.onDidAppear = { $0.finish(with: 7, animated: false) }
    let outcome =
      switch way {
      case .presented: await root.present(review, animated: false)
      case .pushed: await stack.push(review, animated: false)
      }
    #expect(outcome == .finished(7) && review.parent == nil)
  }

  enum Leaving: CaseIterable {
    case back, gesture, program, replaced, withItsStack
  }

  @Test(arguments: Leaving.allCases)
  func aScreenThatLeavesWithoutAResultIsDismissed(_ leaving: Leaving) async throws {
    let outcome = await show(.pushed)
    switch leaving {
    case .back: stack.requestBack(animated: false)
    case .gesture: try stack.beginPop().finish()
    case .program: stack.popToRoot(animated: false)
    case .replaced: stack.setScreens([root])
    case .withItsStack: window.setRoot(NamedScreen("other", in: application))
    }
    #expect(await outcome.value == .dismissed)
    if leaving == .withItsStack { #expect(review.parent === stack) }
  }

  @Test(arguments: Way.allCases)
  func aPresentedScreenIsDismissed(_ way: Way) async throws {
    let outcome = await show(.presented)
    if way == .presented {
      #expect(root.requestDismissal(animated: false).outcomeIfOver == .completed)
    } else {
      try root.beginDismissal().finish()
    }
    #expect(await outcome.value == .dismissed)
  }

  @Test
  func aCancelledGestureEndsNothing() async throws {
    let outcome = await show(.pushed)
    try stack.beginPop().cancel()
    #expect(review.parent === stack)
    review.finish(with: 2)
    #expect(await outcome.value == .finished(2))
  }

  @Test
  func theWindowIsDestroyed() async {
    await destroyWindow(.atOnce)
  }

  /// The push continues in the stack, which lives on.
  @Test
  func theWindowIsDestroyedDuringThePush() async {
    await destroyWindow(.byHand)
  }

  private func destroyWindow(_ animation: RecorderStageAnimation) async {
    let stage = RecorderStage()
    let review = Review(in: application)
    let page = NamedScreen("page", in: application)
    let stack = NavigationScreen<FakeView>(root: page, stage: stage, in: application)
    var window: ScreenWindow<FakeView>? = ScreenWindow(
      root: stack, stage: RecorderStage(), in: application)
    window?.open()
    stage.animation = animation
    let pushed = await begin { await stack.push(review) }
    weak let weakWindow = window
    window = nil
    #expect(weakWindow == nil)
    if animation == .byHand {
      stack.settle()
      stack.pop(animated: false)
      stack.settle()
    }
    #expect(await pushed.value == .dismissed)
  }

  @Test
  func aRefusalIsTheOutcome() async {
    let stray = NamedScreen("stray", in: application)
    #expect(await stray.present(review) == .refused(.containerIsGone))
    let hosted = NamedScreen("hosted", in: application)
    let host = ScreenHost(hosted)
    #expect(await hosted.present(review) == .refused(.isHosted))
    withExtendedLifetime(host) {}
    let other = NavigationScreen<FakeView>(root: review, stage: RecorderStage())
    #expect(await root.present(review) == .refused(.isTaken))
    #expect(await stack.push(review) == .refused(.isTaken))
    #expect(other.rootScreen === review)
    #expect(review.storedRecord?.resultWaiters.isEmpty ?? true)
  }

  @Test
  func cancellingEndsOnlyTheWait() async {
    let outcome = await show(.pushed)
    outcome.cancel()
    #expect(await outcome.value == .cancelled)
    #expect(review.parent === stack)
    #expect(review.finish(with: 1, animated: false).outcomeIfOver == .completed)
    let cancelled = Task { [stack, review] in
      withUnsafeCurrentTask { $0?.cancel() }
      return await stack.push(review, animated: false)
    }
    #expect(await cancelled.value == .cancelled)
    #expect(review.parent === stack)
  }

  @Test
  func aScreenThatIsShownTwiceAtOnceKeepsItsFirstWait() async {
    let first = await show(.pushed)
    #expect(await root.present(review, animated: false) == .refused(.isTaken))
    review.finish(with: 3)
    #expect(await first.value == .finished(3))
  }

  @Test
  func aScreenMayBeUsedAgain() async {
    for number in 1...3 {
      let outcome = await show(number == 2 ? .presented : .pushed)
      review.finish(with: number, animated: false)
      #expect(await outcome.value == .finished(number))
    }
  }

  /// The second wait begins while the first screen is being popped.
  @Test
  func aScreenThatIsShownAgainWhileItLeavesHasTwoWaits() async {
    let first = await show(.pushed)
    stage.animation = .byHand
    review.finish(with: 1)
    let second = await begin { [stack, review] in await stack.push(review, animated: false) }
    #expect(review.storedRecord?.resultWaiters.count == 2)
    stage.finishAnimation()
    #expect(await first.value == .finished(1))
    stage.finishAnimation()
    #expect(review.parent === stack)
    review.finish(with: 2, animated: false)
    stage.finishAnimation()
    #expect(await second.value == .finished(2))
  }

  @Test
  func finishingWithoutAWaitDismisses() {
    root.present(review as AnyScreen, as: .sheet, animated: false)
    #expect(review.finish(with: 1, animated: false).outcomeIfOver == .completed)
    let stray = Review(in: application)
    #expect(stray.finish(with: 1).outcomeIfOver == .refused(.containerIsGone))
    let other = NavigationScreen<FakeView>(root: stray, stage: RecorderStage(), in: application)
    #expect(stray.finish(with: 1).outcomeIfOver == .refused(.isLast))
    #expect(other.rootScreen === stray)
  }

  @Test
  func outcomesAreComparable() {
    #expect(ScreenOutcome.finished(1) == .finished(1))
    let outcomes: [ScreenOutcome<Int>] = [.dismissed, .cancelled, .refused(.isTaken), .dismissed]
    #expect(Set(outcomes).count == 3)
  }
}

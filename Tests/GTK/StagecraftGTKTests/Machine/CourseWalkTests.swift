#if GTK
import StagecraftScreens
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftGTK

/// A carousel without a display, which the test moves as a user does.
@MainActor
final class FakeCarousel: CourseWidget {
  enum Motion: Hashable {
    case still
    /// The stage animates it.
    case animating
    /// The user drags it, or it rolls on after a drag.
    case dragged
  }

  private(set) var page = 0
  private(set) var goal = 0
  private(set) var motion = Motion.still
  weak var course: Course<Int>?
  var animates = true
  let animated: Widget? = nil
  let isDrawn = true

  func jump(to place: Int) {
    (page, goal, motion) = (place, place, .still)
  }

  func animate(to place: Int) -> Bool {
    guard animates, place != page || motion != .still else { return false }
    (goal, motion) = (place, .animating)
    return true
  }

  func move(to place: Int) -> ToolkitMoveTracker.Move? { .turn(to: place) }

  // MARK: The user

  func drag(to neighbour: Int) {
    if motion == .animating { return }
    (motion, goal) = (.dragged, neighbour)
    course?.heads(to: neighbour)
  }

  func dragOn(to next: Int) {
    guard motion == .dragged, abs(next - goal) == 1, next != page else { return }
    page = goal
    goal = next
    course?.passes()
    course?.heads(to: next)
  }

  func stop(at place: Int) {
    if motion == .still && place == page { return }
    (page, goal, motion) = (place, place, .still)
    course?.stopped(at: place)
  }
}

/// Shows the pages of a container in a ``FakeCarousel``.
@MainActor
final class FakeCarouselStage: ScreenStage {
  let carousel = FakeCarousel()
  let course: Course<Int>
  private(set) var requests: StageRequests?
  /// What is done in a later turn.
  private final class Turns { var waiting: [@MainActor () -> Void] = [] }
  private let turns = Turns()
  /// Produces a value whenever something waits for a later turn.
  let arrivals: AsyncStream<Void>

  init(needsSize: Bool, animationLimit: Duration = .seconds(3)) {
    let (arrivals, arrival) = AsyncStream<Void>.makeStream()
    let turns = turns
    self.arrivals = arrivals
    course = Course(needsSize: needsSize, animationLimit: animationLimit) {
      turns.waiting.append($0)
      arrival.yield()
    }
    carousel.course = course
  }

  func turn() { while !turns.waiting.isEmpty { turns.waiting.removeFirst()() } }

  func connect(to requests: StageRequests) {
    self.requests = requests
    course.connect(to: requests, carousel)
  }
  func makeView() -> FakeView {
    course.viewMade()
    return FakeView()
  }
  func arrange(_ scene: ScreenStageScene<FakeView>) {
    course.arrange(at: scene.currentItem?.position)
  }
  func begin(_ transition: ScreenStageTransition<FakeView>) {
    course.begin(transition, to: transition.after.currentItem?.position)
  }
  func conclude(
    _ transition: ScreenStageTransition<FakeView>, as outcome: TransitionContext.Outcome
  ) {
    course.conclude(transition, to: transition.after.currentItem?.position, as: outcome)
  }
}

/// The shell of the machine, the container and its tracker together, without a display.
@MainActor
@Suite("Course of a carousel")
struct CourseWalkTests {
  final class Page: Screen<FakeView> {
    override func loadView() -> FakeView { FakeView() }
  }

  let application = ScreenApplication()

  private func pages(_ stage: FakeCarouselStage) -> PageScreen<FakeView> {
    PageScreen(count: 4, stage: stage, in: application) { [application] _ in
      Page(in: application)
    }
  }

  @Test func aDragIsATurn() {
    let stage = FakeCarouselStage(needsSize: false)
    let pages = pages(stage)
    let window = ScreenWindow(root: pages, stage: RecorderStage(), in: application)
    window.open()
    stage.carousel.drag(to: 1)
    #expect(pages.pageIfMade(at: 1)?.appearance == .appearing)
    stage.carousel.stop(at: 1)
    #expect(pages.openPosition == 0, "The end is answered later.")
    stage.turn()
    #expect(pages.openPosition == 1 && pages.openPage?.appearance == .visible)
    window.close()
  }

  /// As in a window that the window manager has hidden without GTK's knowledge.
  @Test(.timeLimit(.minutes(1))) func anAnimationWithoutFramesEnds() async {
    let stage = FakeCarouselStage(needsSize: false, animationLimit: .milliseconds(10))
    let pages = pages(stage)
    let window = ScreenWindow(root: pages, stage: RecorderStage(), in: application)
    window.open()
    let request = pages.turn(to: 1)
    #expect(stage.carousel.motion == .animating && !request.isOver)
    for await _ in stage.arrivals { break }
    stage.turn()
    #expect(request.isOver && pages.openPage?.appearance == .visible)
    #expect(stage.carousel.motion == .still && stage.carousel.page == 1)
    window.close()
  }

  @Test func theToolkitIsAheadOfABusyContainer() {
    let stage = FakeCarouselStage(needsSize: false)
    let pages = pages(stage)
    let windowStage = RecorderStage(.byHand)
    let window = ScreenWindow(root: pages, stage: windowStage, in: application)
    window.open()
    let sheet = Page(in: application)
    pages.present(sheet, as: .sheet)
    stage.carousel.drag(to: 1)
    stage.carousel.stop(at: 1)
    stage.turn()
    #expect(pages.openPosition == 0 && stage.carousel.page == 1)
    windowStage.finishAnimation()
    #expect(pages.openPosition == 1 && stage.carousel.page == 1)
    window.close()
  }

  @Test func aWidgetWithoutASizeIsPutInPlaceLater() {
    let stage = FakeCarouselStage(needsSize: true)
    let pages = pages(stage)
    let window = ScreenWindow(root: pages, stage: RecorderStage(), in: application)
    window.open()
    #expect(pages.turn(to: 3).outcomeIfOver == .completed)
    #expect(stage.carousel.page == 0)
    stage.course.sizeKnown()
    #expect(stage.carousel.page == 3)
    window.close()
  }

  /// Users and programs do anything at any time; at rest the widget stands where the container is.
  @Test(arguments: 0..<200)
  func theWidgetComesToRestWhereTheContainerIs(seed: Int) {
    var dice = SeededGenerator(seed: UInt64(seed))
    let stage = FakeCarouselStage(needsSize: seed % 3 == 0)
    let pages = pages(stage)
    let windowStage = RecorderStage(.byHand)
    let window = ScreenWindow(root: pages, stage: windowStage, in: application)
    let recorder = LifecycleRecorder(application)
    window.open()
    stage.course.sizeKnown()
    let carousel = stage.carousel
    var history: [String] = []
    for _ in 0..<60 {
      let (action, number) = (dice.roll(14), dice.roll(4))
      history.append("\(action) \(number)")
      switch action {
      case 0, 1:
        let neighbour = carousel.page + (number % 2 == 0 ? 1 : -1)
        if (0..<pages.pageCount).contains(neighbour) { carousel.drag(to: neighbour) }
      case 2:
        let next = carousel.goal + (carousel.goal - carousel.page)
        if (0..<pages.pageCount).contains(next) { carousel.dragOn(to: next) }
      case 3, 4: carousel.stop(at: carousel.goal)
      case 5: carousel.stop(at: carousel.page)
      case 6: carousel.stop(at: number)
      case 7: pages.turn(to: number)
      case 8: pages.turn(to: number, animated: false)
      case 9: stage.turn()
      case 10: pages.settle()
      case 11:
        if window.presentedScreens.isEmpty {
          pages.present(Page(in: application), as: number < 2 ? .sheet : .full)
        } else {
          pages.dismiss()
        }
      case 12: windowStage.finishAnimation()
      default:
        window.close()
        window.open()
      }
    }
    // Everything comes to an end.
    for _ in 0..<40 {
      windowStage.finishAnimation()
      if carousel.motion != .still { carousel.stop(at: carousel.goal) }
      stage.turn()
    }
    #expect(recorder.illegalSteps.isEmpty)
    #expect(
      carousel.page == pages.openPosition && stage.course.machine.motion == .still,
      "seed \(seed): \(history.joined(separator: ", "))")
    #expect(pages.turn(to: 0, animated: false).isOver, "Nothing waits for ever.")
    window.close()
  }
}
#endif

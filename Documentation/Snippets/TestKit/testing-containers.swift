// Containers, their stages, and tests of both.
// snippet.hide
import StagecraftScreens
import StagecraftTestKit

func expect(_ condition: Bool) { precondition(condition) }

final class CatalogueScreen: Screen<FakeView> {
  override var name: String { "Catalogue" }
  override func loadView() -> FakeView { FakeView("catalogue") }
}

final class BookScreen: Screen<FakeView> {
  override var name: String { "Book" }
  override func loadView() -> FakeView { FakeView("book") }
}

final class LibraryStack: NavigationScreen<FakeView> {
  override var name: String { "Stack" }
}

// snippet.show
final class BranchScreen: Screen<FakeView> {
  override func loadView() -> FakeView { FakeView("branch") }
}
// snippet.hide

@MainActor
func recordingStages(_ application: ScreenApplication) {
  // snippet.show
  let stage = RecorderStage(.byHand)
  let stack = NavigationScreen(root: CatalogueScreen(), stage: stage, in: application)
  let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
  window.open()

  let request = stack.push(BookScreen())
  expect(!request.isOver && stage.isAnimating)
  stage.finishAnimation()
  expect(request.outcomeIfOver == .completed)
  expect(stage.violations.isEmpty)
  // snippet.hide
}

@MainActor
func recordingLives(_ application: ScreenApplication) {
  let stack = LibraryStack(
    root: CatalogueScreen(in: application), stage: RecorderStage(), in: application)
  let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
  window.open()
  let book = BookScreen(in: application)
  // snippet.show
  let recorder = LifecycleRecorder(application)
  stack.push(book, animated: false)
  expect(
    recorder.lines == [
      "Book.willMove(toParent: Stack)", "Book.loadView", "Book.viewDidLoad",
      "Catalogue.willDisappear", "Book.willAppear",
      "Catalogue.didDisappear", "Book.didAppear", "Book.didMove(toParent: Stack)",
    ])
  expect(recorder.illegalSteps.isEmpty)
  // snippet.hide
}

@MainActor
func followingFingers(_ stack: NavigationScreen<FakeView>) async {
  // snippet.show
  guard let pop = try? stack.beginPop() else { return }
  pop.update(0.4)  // as the finger moves
  pop.cancel()  // or finish(), when it is lifted
  if await pop.request.outcome == .cancelled { print("The book stays open.") }
  // snippet.hide
}

let application = ScreenApplication()
recordingStages(application)
recordingLives(application)
let branch = BranchScreen(in: application)
let stack = NavigationScreen(root: branch, stage: RecorderStage(), in: application)
let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
window.open()
stack.push(BookScreen())
await followingFingers(stack)
expect(stack.screens.count == 2)

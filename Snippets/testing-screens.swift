// Tests of screens, without a screen.
// snippet.hide
import Screens
import StagecraftTestKit

// snippet.show
final class BranchScreen: Screen<FakeView> {
  override func loadView() -> FakeView { FakeView("branch") }
}
// snippet.hide

final class CatalogueScreen: Screen<FakeView> {
  override var name: String { "Catalogue" }
  override func loadView() -> FakeView { FakeView("catalogue") }
}

final class BookScreen: Screen<FakeView> {
  override var name: String { "Book" }
  override func loadView() -> FakeView { FakeView("book") }
}

final class Stack: NavigationScreen<FakeView> {
  override var name: String { "Stack" }
}

func expect(_ condition: Bool) { precondition(condition) }

@MainActor
func animate(_ application: ScreenApplication) {
  // snippet.show
  let stage = RecorderStage(.byHand)
  let stack = NavigationScreen(root: CatalogueScreen(), stage: stage, in: application)
  let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
  window.open()

  let request = stack.push(BookScreen())
  expect(!request.isOver && stage.isAnimating)
  stage.finishAnimation()
  expect(request.outcome == .completed)
  expect(stage.violations.isEmpty)
  // snippet.hide
}

@MainActor
func record(_ application: ScreenApplication) {
  let stack = Stack(root: CatalogueScreen(), stage: RecorderStage(), in: application)
  let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
  window.open()
  let book = BookScreen()
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
  withExtendedLifetime(window) {}
}

@MainActor
func test() throws {
  // By its type, as names are unless they are overridden.
  final class CatalogueScreen: Screen<FakeView> {
    override func loadView() -> FakeView { FakeView("catalogue") }
  }

  // snippet.show
  let application = ScreenApplication()
  let stage = RecorderStage(.byHand)
  let catalogue = NavigationScreen(root: CatalogueScreen(), stage: stage, in: application)
  let window = ScreenWindow(root: catalogue, stage: RecorderStage(), in: application)
  let recorder = LifecycleRecorder(application)
  window.open()

  let book = BookScreen()
  catalogue.push(book)
  stage.finishAnimation()
  expect(recorder.lines.contains("CatalogueScreen.didDisappear"))
  expect(window.view.shownNames.last == "book")
  expect(recorder.illegalSteps.isEmpty && stage.violations.isEmpty)
  // snippet.hide

  // snippet.show
  let hidden = catalogue.rootScreen
  try hidden.unloadView()  // as if memory had run short
  expect(!hidden.isViewLoaded)
  catalogue.pop(animated: false)
  expect(hidden.isViewLoaded)
  // snippet.hide
}

animate(ScreenApplication())
record(ScreenApplication())
try test()
BranchScreen().loadViewIfNeeded()

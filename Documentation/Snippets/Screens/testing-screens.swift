// Tests of screens that need no display.
// snippet.hide
import StagecraftScreens
import StagecraftTestKit

final class BookScreen: Screen<FakeView> {
  override func loadView() -> FakeView { FakeView("book") }
}

func expect(_ condition: Bool) { precondition(condition) }

@MainActor final class Pane {
  var parts: [Pane] = []
}

final class ShelfScreen: Screen<Pane> {
  override func loadView() -> Pane { Pane() }
}

@MainActor
func testWithPanes(_ application: ScreenApplication) {
  // snippet.show
  let stage = RecorderStage(.byHand, makeView: Pane.init) { pane, items in
    pane.parts = items.filter(\.isVisible).compactMap(\.view)
  }
  let stack = NavigationScreen(root: ShelfScreen(), stage: stage, in: application)
  // snippet.hide
  let frame = RecorderStage(makeView: Pane.init)
  let window = ScreenWindow(root: stack, stage: frame, in: application)
  window.open()
  stack.push(ShelfScreen())
  expect(stage.finishAnimation() && stage.view?.parts.count == 1)
}

@MainActor
func test() throws {
  // The name of a screen is its type unless overridden.
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

try test()
testWithPanes(ScreenApplication())

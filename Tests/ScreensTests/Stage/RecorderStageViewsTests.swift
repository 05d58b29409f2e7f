import StagecraftScreens
import StagecraftTestKit
import Testing

/// A view of another toolkit than the fake one.
@MainActor
private final class Tile {
  let name: String
  var parts: [Tile] = []

  init(_ name: String) { self.name = name }
}

private final class TileScreen: Screen<Tile> {
  private let word: String

  init(_ word: String) { self.word = word }

  override func loadView() -> Tile { Tile(word) }
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RecorderStageViewsTests {
  @Test
  func viewsOfAnyTypeAreRecordedAndShown() throws {
    let application = ScreenApplication()
    let stage = RecorderStage(
      .byHand, makeView: { Tile("stack") },
      show: { tile, items in tile.parts = items.filter(\.isVisible).compactMap(\.view) })
    let frame = RecorderStage { Tile("window") }
    let root = TileScreen("shelf")
    let stack = NavigationScreen(root: root, stage: stage, in: application)
    let recorder = LifecycleRecorder(application)
    let window = ScreenWindow(root: stack, stage: frame, in: application)
    window.open()
    stage.clearCalls()
    let book = TileScreen("book")
    let request = stack.push(book)
    #expect(stage.isAnimating && !request.isOver)
    #expect(stage.view?.parts.map(\.name) == ["shelf", "book"], "Both take part in it.")
    #expect(stage.finishAnimation() && request.isOver)
    #expect(stage.view?.parts.map(\.name) == ["book"])
    #expect(stage.calls.last == .arrange(visible: [book.id], count: 2))
    #expect(stage.violations.isEmpty && frame.violations.isEmpty && recorder.illegalSteps.isEmpty)
    // Nothing is shown without a closure, and calls are recorded.
    #expect(frame.view?.parts.isEmpty == true && frame.calls.first == .makeView)
  }

  @Test
  func interactiveTransitionIsRecorded() throws {
    let application = ScreenApplication()
    let stage = RecorderStage { Tile("stack") }
    let stack = NavigationScreen(root: TileScreen("shelf"), stage: stage, in: application)
    let window = ScreenWindow(
      root: stack, stage: RecorderStage { Tile("window") }, in: application)
    window.open()
    stack.push(TileScreen("book"))
    stage.clearCalls()
    let transition = try stack.beginPop()
    #expect(!stage.isAnimating && !stage.finishAnimation(), "It is interactive.")
    transition.update(0.25)
    #expect(stage.progress == 0.25)
    transition.cancel()
    #expect(stage.calls.dropFirst().prefix(2) == [.update(0.25), .conclude(.cancelled)])
    #expect(stage.violations.isEmpty)
  }

  @Test
  func wrongCallsAreViolations() {
    let stage = RecorderStage { Tile("stack") }
    stage.arrange(ScreenStageScene(items: [], current: nil, count: 0))
    #expect(stage.violations.map(\.rule) == [.viewFirst])
  }
}

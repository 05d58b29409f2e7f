import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ClosureStageTests {
  let application = ScreenApplication()

  /// A pane of a terminal.
  final class Pane {
    var lines: [String] = []
  }

  final class LineScreen: Screen<Pane> {
    private let line: String

    init(_ line: String, in application: ScreenApplication) {
      self.line = line
      super.init(in: application)
      title = line
    }

    override func loadView() -> Pane {
      let pane = Pane()
      pane.lines = [line]
      return pane
    }
  }

  private func stage() -> ClosureStage<Pane> {
    ClosureStage(makeView: Pane.init) { pane, scene in
      pane.lines = scene.visibleItems.compactMap(\.view).flatMap(\.lines)
    }
  }

  @Test
  func itShowsEachSceneAtOnce() throws {
    let (outer, inner) = (stage(), stage())
    let stack = NavigationScreen(
      root: LineScreen("shelf", in: application), stage: inner, in: application)
    let window = ScreenWindow(root: stack, stage: outer, in: application)
    #expect(inner.requests == nil)
    window.open()
    #expect(stack.view.lines == ["shelf"])
    #expect(stack.push(LineScreen("book", in: application)).outcomeIfOver == .completed)
    #expect(stack.view.lines == ["book"])
    let pop = try #require(inner.requests).beginBack()
    pop.update(0.5)
    #expect(stack.view.lines == ["book"], "A gesture shows nothing before it ends.")
    pop.cancel()
    #expect(stack.view.lines == ["book"] && pop.request.outcomeIfOver == .cancelled)
    #expect(inner.requests?.back().outcomeIfOver == .completed)
    #expect(stack.view.lines == ["shelf"])
    stack.present(LineScreen("sheet", in: application), as: .sheet)
    #expect(window.view.lines == ["shelf", "sheet"] && window.isTreeIdle)
  }

  @Test
  func lifetimeOfAView() throws {
    let stage = stage()
    let stack = NavigationScreen(
      root: LineScreen("shelf", in: application), stage: stage, in: application)
    stack.loadViewIfNeeded()
    weak let view = stack.view
    #expect(view != nil)
    try stack.unloadView()
    #expect(view == nil)
    stack.loadViewIfNeeded()
    #expect(stack.view.lines.isEmpty, "The shelf is not visible and has no view.")
    #expect(stack.push(LineScreen("book", in: application)).outcomeIfOver == .completed)
  }
}

import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// A window with two tabs: a stack of books, and pages of branches.
@MainActor
final class LibraryWindow {
  let application = ScreenApplication()
  let recorder: LifecycleRecorder
  let stages: [RecorderStage<FakeView>]
  let stack: NavigationScreen<FakeView>
  let pages: PageScreen<FakeView>
  let tabs: TabScreen<FakeView>
  let window: ScreenWindow<FakeView>
  let catalog = ScreenCatalog()

  init(
    pageCount: Int = 5, animation: RecorderStageAnimation = .atOnce,
    catalogKnowsBooks: Bool = true
  ) {
    let application = application
    recorder = LifecycleRecorder(application)
    stages = (0..<4).map { _ in RecorderStage(animation) }
    stack = NavigationScreen(
      root: BookScreen(0, kind: "desk", in: application), stage: stages[0], in: application)
    pages = PageScreen(count: pageCount, stage: stages[1], in: application) { place in
      BookScreen(place, kind: "branch", in: application)
    }
    pages.preloadReach = 0
    tabs = TabScreen([stack, pages], stage: stages[2], in: application)
    window = ScreenWindow(root: tabs, stage: stages[3], in: application)
    guard catalogKnowsBooks else { return }
    catalog.register("book") { state in
      state.value(for: .number).map { BookScreen($0, in: application) }
    }
    catalog.register("notice") { state in
      state.value(for: .number).map { BookScreen($0, kind: "notice", in: application) }
    }
  }

  /// The user's state: two books on the stack, page 3 open in the second tab, which is selected, a
  /// notice on top, and text typed in every screen.
  func simulateUse() {
    window.open()
    stack.push(BookScreen(17, in: application), animated: false)
    stack.push(BookScreen(4, in: application), animated: false)
    tabs.select(1)
    pages.turn(to: 2, animated: false)
    pages.turn(to: 3, animated: false)
    pages.present(BookScreen(1, kind: "notice", in: application), as: .sheet, animated: false)
    for book in books { book.view.text = "typed into \(book.name)" }
  }

  var books: [BookScreen] {
    var books: [BookScreen] = []
    window.forEachInTree { screen in
      if let book = screen as? BookScreen { books.append(book) }
    }
    return books
  }

  /// The position of each screen.
  var places: [String] {
    [
      "stack: \(stack.screens.map(\.name).joined(separator: ", "))",
      "tab: \(tabs.selectedIndex ?? -1) of \(tabs.screens.map(\.name).joined(separator: ", "))",
      "page: \(pages.openPosition ?? -1) of \(pages.pageCount)",
      "over all: \(window.presentedScreens.map(\.name).joined(separator: ", "))",
    ]
  }

  /// The text of each screen; loads all views.
  var texts: [String] { books.map { "\($0.name): \($0.view.text)" } }

  /// No screen and no stage has recorded a violation.
  func expectOrder(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(recorder.illegalSteps.isEmpty, sourceLocation: sourceLocation)
    #expect(stages.flatMap(\.violations).isEmpty, sourceLocation: sourceLocation)
  }
}

internal import StagecraftScreens
internal import StagecraftTestKit

/// A window with a stack of books, each with a note on it.
@MainActor
final class Shelf {
  private let count: Int
  private let application = ScreenApplication()
  private let catalog = ScreenCatalog()
  private let window: ScreenWindow<FakeView>
  private let archive: ScreenArchive

  init(count: Int) {
    self.count = count
    let application = application
    // The notes of 10,000 books exceed the default budget.
    application.stateBudget = .unlimited
    window = Self.makeWindow(in: application, books: count)
    archive = window.archive()
    catalog.register("book") { _ in BookScreen(in: application) }
  }

  func archive(_ times: Int) throws {
    var count = 0
    for _ in 0..<times { count = window.archive().screenCount }
    // With the window and the stack.
    guard count == self.count + 2 else { throw Crowd.Surprise(text: "\(count) screens") }
  }

  /// Restores a window that contains one book; all others are created.
  func restore(_ times: Int) throws {
    for _ in 0..<times {
      let window = Self.makeWindow(in: application, books: 1)
      let report = window.restore(from: archive, catalog: catalog)
      guard report.isComplete else { throw Crowd.Surprise(text: "\(report.losses)") }
    }
  }

  private static func makeWindow(
    in application: ScreenApplication, books: Int
  ) -> ScreenWindow<FakeView> {
    let screens = (0..<books).map { _ in BookScreen(in: application) }
    let stack = NavigationScreen(root: screens[0], stage: IdleStage(), in: application)
    stack.setScreens(screens)
    for screen in screens { screen.loadViewIfNeeded() }
    return ScreenWindow(root: stack, stage: IdleStage(), in: application)
  }
}

/// A book with a note of some hundred bytes.
private final class BookScreen: Screen<FakeView> {
  private static let note = ScreenStateKey<String>("note")
  private static let page = ScreenStateKey<Int>("page")

  private var note = String(repeating: "On this page I thought of the sea. ", count: 8)
  private var page = 214

  override var restorationName: String? { "book" }
  override func loadView() -> FakeView { FakeView("book") }

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(note, for: Self.note)
    state.save(page, for: Self.page)
  }

  override func restoreState(from state: ScreenStateReader) {
    if let note = state.value(for: Self.note) { self.note = note }
    if let page = state.value(for: Self.page) { self.page = page }
  }
}

internal import Foundation
internal import Stagecraft
internal import StagecraftTestKit

/// A page that links lead to: a desk, a book, or a review that the user writes.
final class LinkPage: TabPage, ResultScreen {
  typealias Result = String
  private let number: Int
  /// How often the user tried to go back although there is a draft.
  private(set) var attempts = 0

  init(_ kind: String, _ number: Int, in application: ScreenApplication) {
    self.number = number
    super.init(LibraryTab(kind), in: application)
  }

  override var name: String { "\(tab.title) \(number)" }
  override func shouldPop() -> Bool { view.text.isEmpty }
  override func didAttemptToPop() { attempts += 1 }

  override func saveIdentity(into state: inout ScreenStateWriter) {
    state.save(number, for: .number)
  }
}

extension ScreenStateKey<Int> {
  static let number = ScreenStateKey("number")
}

/// The app that links open, in this process or another: loans, and a stack of books.
@MainActor
final class LinkedApp {
  let application = ScreenApplication()
  let stack: NavigationScreen<FakeView>
  let window: ScreenWindow<FakeView>

  init() {
    let application = application
    stack = NavigationScreen(
      root: LinkPage("Desk", 1, in: application), stage: RecorderStage(), in: application)
    let tabs = TabScreen(
      [LinkPage("Loans", 1, in: application), stack], stage: RecorderStage(), in: application)
    window = ScreenWindow(root: tabs, stage: RecorderStage(), in: application)
    for kind in ["Book", "Review"] {
      application.catalog.register(kind) { state in
        state.value(for: .number).map { LinkPage(kind, $0, in: application) }
      }
    }
  }

  /// What a link means, such as “library://books/17/review”.
  static func navigation(for link: String) -> Navigation? {
    guard let url = URL(string: link), url.host() == "books", url.pathComponents.count > 1,
      let number = Int(url.pathComponents[1])
    else { return nil }
    func page(_ kind: String) -> Navigation { .screen(kind).with(number, for: .number) }
    return .window(
      .tab(1, .stack(.any, page("Book"))),
      sheets: url.lastPathComponent == "review" ? [page("Review")] : [])
  }

  var pages: [LinkPage] {
    (stack.screens + window.presentedScreens).compactMap { $0 as? LinkPage }
  }

  /// What the window shows, and the text on each page.
  var lines: [String] {
    ["\(window.navigation)"] + pages.map { "\($0.name): \($0.view.text)" }
  }
}

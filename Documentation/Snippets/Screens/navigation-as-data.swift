// Navigation as a value: links, restoration, results, and going back with questions.
// snippet.hide
import Foundation
import Observation
import StagecraftScreens

@MainActor class Widget {}

typealias LibraryScreen = Screen<Widget>

struct Review: Sendable {
  var stars = 0
}

extension ScreenStateKey<Int> {
  static let book = ScreenStateKey("book")
}

final class ShelfScreen: LibraryScreen {
  override func loadView() -> Widget { Widget() }
}

final class BookScreen: LibraryScreen {
  let number: Int

  init(_ number: Int) { self.number = number }

  override func loadView() -> Widget { Widget() }
}

// snippet.show
func navigation(for link: [String]) -> Navigation? {
  guard link.count > 1, link[0] == "books", let number = Int(link[1]) else { return nil }
  let book = Navigation.screen("book").with(number, for: .book)
  let review = Navigation.screen("review").with(number, for: .book)
  return .window(
    .tab(0, .stack(.any, book)), sheets: link.last == "review" ? [review] : [])
}
// snippet.hide

@MainActor
func showHours(_ window: ScreenWindow<Widget>) {
  // snippet.show
  window.show(.window(.tab(1, .stack(.any, .screen("hours")))))
  // snippet.hide
}

@MainActor
func open(_ url: URL, in window: ScreenWindow<Widget>) async {
  // snippet.show
  ScreenApplication.shared.catalog.register("book") { state in
    state.value(for: .book).map { BookScreen($0) }
  }

  if let link = navigation(for: url.pathComponents.filter { $0 != "/" }) {
    let report = await window.show(link).report
    for loss in report?.losses ?? [] { print(loss) }
  }
  // snippet.hide
}

final class LoginScreen: LibraryScreen, ResultScreen {
  typealias Result = Bool
  override func loadView() -> Widget { Widget() }
}

@MainActor
final class Session { var isLoggedIn = false }

// snippet.show
extension ScreenWindow<Widget> {
  /// Shows a link, once the reader has logged in if it needs that.
  func open(_ link: Navigation, in session: Session) async {
    if link.path.contains(where: { $0.name == "review" }), !session.isLoggedIn {
      guard case .finished(true) = await present(LoginScreen(), as: .sheet) else { return }
    }
    show(link)
  }
}
// snippet.hide

@MainActor final class Analytics { func record(_ name: String) {} }

@MainActor
func count(_ application: ScreenApplication, _ analytics: Analytics) -> ObservationToken {
  // snippet.show
  let visits = application.observe { event in
    if case .didAppear = event.kind { analytics.record(event.name) }
  }
  // snippet.hide
  return visits
}

@MainActor
func keep(_ window: ScreenWindow<Widget>) throws {
  // snippet.show
  let shown = window.navigation
  print(shown)  // window(tabs(stack(desk, book*)*, pages(3: branch*)), sheet review*)
  print(shown.path.last?.name ?? "a screen without a name")

  let json = try JSONEncoder().encode(shown)
  window.show(try JSONDecoder().decode(Navigation.self, from: json))
  // snippet.hide
}

@MainActor
func showArchive(_ window: ScreenWindow<Widget>, _ file: ScreenStateFile) async {
  // snippet.show
  if let archive = await file.read().archive, let last = archive.navigations.first {
    window.show(last)
  }
  // snippet.hide
}

@MainActor
func bind(_ window: ScreenWindow<Widget>) {
  // snippet.show
  let model = NavigationModel(of: window)
  print(model.navigation)
  model.navigation = .window(.tab(1))  // a request, as ScreenWindow.show(_:)
  // snippet.hide
}

// snippet.show
final class NoteScreen: LibraryScreen {
  private var draft = ""
  private var isAsking = false

  override func shouldPop() -> Bool { draft.isEmpty }
  override func didAttemptToPop() { isAsking = true }
  // snippet.hide
  override func loadView() -> Widget { Widget() }
  // snippet.show
}
// snippet.hide

// snippet.show
final class ReviewScreen: LibraryScreen, ResultScreen {
  typealias Result = Review

  func saveTapped() { finish(with: Review(stars: 5)) }
  // snippet.hide

  override func loadView() -> Widget { Widget() }
  // snippet.show
}
// snippet.hide

@MainActor
func ask(_ shelf: ShelfScreen) async {
  // snippet.show
  switch await shelf.present(ReviewScreen(), as: .sheet) {
  case .finished(let review): print(review.stars)
  case .dismissed: print("The user went back.")
  case .refused(let error): print(error)
  case .cancelled: print("The task was cancelled.")
  }
  // snippet.hide
}

@MainActor
func goBack(
  _ stack: NavigationScreen<Widget>, _ shelf: ShelfScreen, _ window: ScreenWindow<Widget>
) {
  // snippet.show
  stack.requestBack()  // asks the top with shouldPop()
  shelf.requestDismissal()  // asks what would be dismissed with shouldDismiss()
  window.requestClose()  // asks every screen in the window with shouldClose()
  // snippet.hide
}

// Screens that keep what the user has typed, while their view is unloaded and across launches.
// snippet.hide
import StagecraftScreens

final class Label { var text = "" }
final class Page { let label = Label() }
struct Preview: Sendable {}

// snippet.show
extension ScreenStateKey<String> {
  static let comment = ScreenStateKey("comment")
}
// snippet.hide
extension ScreenStateKey<Int> { static let book = ScreenStateKey("book") }
extension ScreenTransientKey<Preview> { static let preview = ScreenTransientKey("preview") }

final class BookScreen: Screen<Page> {
  let number: Int
  var preview = Preview()
  var comment: Label { view.label }

  init(_ number: Int) {
    self.number = number
    super.init()
  }

  override func loadView() -> Page { Page() }
  override var restorationName: String? { "book" }
  override func saveIdentity(into state: inout ScreenStateWriter) { state.save(number, for: .book) }

  // snippet.show
  override func saveState(into state: inout ScreenStateWriter) {
    state.save(comment.text, for: .comment)
    state.keep(preview, for: .preview)
  }
  // snippet.hide

  // snippet.show
  override func restoreState(from state: ScreenStateReader) {
    if let text = state.value(for: .comment) { comment.text = text }
    if let kept = state.value(for: .preview) { preview = kept }
  }
  // snippet.hide
}

@MainActor
func launch(_ window: ScreenWindow<Page>, _ catalog: ScreenCatalog, _ folder: String) {
  // snippet.show
  let file = ScreenStateFile(path: folder + "/screens", schema: 2)

  switch file.readBlocking() {
  case .restored(let archive): window.restore(from: archive, catalog: catalog)
  case .none, .outdated: break
  case .interrupted: print("The last restoration did not finish: starting fresh.")
  case .tooNew(_, let newPath): print("A newer version wrote it; saving moves it to \(newPath).")
  case .unreadable(let error, _), .failed(let error): print(error)
  }
  // snippet.hide
}

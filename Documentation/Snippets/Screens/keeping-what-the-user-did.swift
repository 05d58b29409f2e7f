// Screens that are restored, in the same process and after a restart.
// snippet.hide
import StagecraftScreens

@MainActor class Widget {
  var text = ""
}

typealias LibraryScreen = Screen<Widget>

struct Preview: Sendable {
  var width = 0
}

// snippet.show
extension ScreenStateKey<String> {
  static let comment = ScreenStateKey("comment")
}

extension ScreenTransientKey<Preview> {
  static let preview = ScreenTransientKey("preview")
}
// snippet.hide

extension ScreenStateKey<Int> {
  static let book = ScreenStateKey("book")
}

final class BookScreen: LibraryScreen {
  let number: Int
  @ViewBound private var comment: Widget
  private var preview: Preview? = Preview(width: 120)

  init(_ number: Int) { self.number = number }

  override func loadView() -> Widget { Widget() }
  override func viewDidLoad() { comment = Widget() }

  // snippet.show
  override func saveState(into state: inout ScreenStateWriter) {
    state.save(comment.text, for: .comment)
    // snippet.hide
    guard let preview else { return }
    // snippet.show
    state.keep(preview, for: .preview)
  }
  // snippet.hide

  // snippet.show
  override func restoreState(from state: ScreenStateReader) {
    if let text = state.value(for: .comment) { comment.text = text }
    preview = state.value(for: .preview)
  }
  // snippet.hide

  // snippet.show
  override var restorationName: String? { "book" }

  override func saveIdentity(into state: inout ScreenStateWriter) {
    state.save(number, for: .book)
  }
  // snippet.hide
}

@MainActor
func makeCatalog() -> ScreenCatalog {
  // snippet.show
  let catalog = ScreenCatalog()
  catalog.register("book") { state in
    guard let number = state.value(for: .book) else { return nil }
    return BookScreen(number)
  }
  // snippet.hide
  return catalog
}

@MainActor
func restoreInProcess(_ window: ScreenWindow<Widget>, _ catalog: ScreenCatalog) {
  // snippet.show
  let archive = window.archive()
  let report = window.restore(from: archive, catalog: catalog)
  // snippet.hide
  print(report.restoredCount, report.isComplete)
}

func bringUpToDate(_ archive: inout ScreenArchive) {
  // snippet.show
  archive.updateEach { screen in
    if screen.name == "library" { screen.name = "branch" }
    screen.state?.rename("text", to: "comment")
  }
  // snippet.hide
}

@MainActor
func begin(
  in folder: String, _ window: ScreenWindow<Widget>, _ catalog: ScreenCatalog
) -> ScreenStateFile {
  // snippet.show
  let file = ScreenStateFile(path: folder + "/screens", schema: 2)

  switch file.readBlocking() {
  case .restored(let archive): window.restore(from: archive, catalog: catalog)
  case .none, .outdated: break
  case .interrupted: print("The last restoration did not finish: starting fresh.")
  case .tooNew(_, let newPath): print("Saving moves the newer state to \(newPath).")
  case .unreadable(let error, _), .failed(let error): print("Nothing is restored: \(error)")
  }
  // snippet.hide
  return file
}

@MainActor
func save(_ window: ScreenWindow<Widget>, to file: ScreenStateFile) async throws {
  // snippet.show
  try await window.saveState(to: file)
  // snippet.hide
}

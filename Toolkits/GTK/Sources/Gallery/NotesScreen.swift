import Stagecraft
import StagecraftGTK

/// A form that is as the user left it after its views were released.
final class NotesScreen: LibraryScreen {
  @ViewBound private(set) var entry: Entry
  @ViewBound private(set) var scrolled: ScrolledView

  private let shortenMemory: @MainActor () async -> Void

  /// Creates a form.
  ///
  /// - Parameter shortenMemory: Plays a shortage of memory.
  init(shortenMemory: @escaping @MainActor () async -> Void) {
    self.shortenMemory = shortenMemory
    super.init()
    title = "Notes"
  }

  override func loadView() -> Widget { Box(.vertical, spacing: 12) }

  override func viewDidLoad() {
    guard let view = view as? Box else { return }
    view.setMargin(12)
    entry = Entry(placeholder: "A note about a book")
    entry.name = "note"
    view.append(entry)
    let shortage = Button("Let memory run short")
    shortage.onClick = { [weak self, weak shortage] in
      Task {
        let before = WidgetCensus.shared.widgets
        await self?.shortenMemory()
        let after = WidgetCensus.shared.widgets
        shortage?.text = "Memory was short: \(before) widgets before, \(after) after"
      }
    }
    view.append(shortage)
    let lines = Box(.vertical, spacing: 6)
    for number in 1...60 { lines.append(Label("Shelf \(number)")) }
    scrolled = ScrolledView(lines)
    view.append(scrolled)
  }

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(entry.text, for: .note)
    state.save(scrolled.intendedOffset, for: .offset)
  }

  override func restoreState(from state: ScreenStateReader) {
    if let note = state.value(for: .note) { entry.text = note }
    if let offset = state.value(for: .offset) { scrolled.scroll(to: offset) }
  }
}

extension ScreenStateKey<String> {
  static let note = ScreenStateKey("note")
}

extension ScreenStateKey<Double> {
  static let offset = ScreenStateKey("offset")
}

import Stagecraft
import StagecraftGTK

/// A form that is as the user left it after its views were released.
final class NotesScreen: LibraryScreen {
  @ViewBound private(set) var entry: Entry
  @ViewBound private(set) var scrolled: ScrolledView

  private let simulatePressure: @MainActor () async -> Void
  private let openShelf: @MainActor (Int) -> Void

  /// Creates a form.
  ///
  /// - Parameters:
  ///   - simulatePressure: Simulates memory pressure.
  ///   - openShelf: Shows the shelf with a number.
  init(
    simulatePressure: @escaping @MainActor () async -> Void,
    openShelf: @escaping @MainActor (Int) -> Void
  ) {
    self.simulatePressure = simulatePressure
    self.openShelf = openShelf
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
    let shortage = Button("Simulate memory pressure")
    shortage.onClick = { [weak self, weak shortage] in
      Task {
        let before = WidgetCensus.shared.widgets
        await self?.simulatePressure()
        let after = WidgetCensus.shared.widgets
        shortage?.text = "Memory was short: \(before) widgets before, \(after) after"
      }
    }
    view.append(shortage)
    let shelf = Button("Show shelf 12") { [weak self] in self?.openShelf(12) }
    shelf.name = "shelf"
    view.append(shelf)
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

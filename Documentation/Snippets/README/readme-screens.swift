// A screen that releases its view under memory pressure and restores it later.
import Stagecraft

// snippet.hide
@MainActor class Widget {
  private(set) var parts: [Widget] = []
  func add<Part: Widget>(_ part: Part) -> Part {
    parts.append(part)
    return part
  }
}

@MainActor final class Column: Widget {}

@MainActor final class TextField: Widget {
  var text: String
  init(_ text: String) { self.text = text }
}

extension ScreenStateKey<String> {
  static let note = ScreenStateKey("note")
}

// snippet.show
final class BranchScreen: Screen<Widget> {  // Widget, Column, TextField: your toolkit's views
  @ViewBound private var note: TextField

  override func loadView() -> Widget { Column() }
  override func viewDidLoad() { note = view.add(TextField("")) }
  override func saveState(into state: inout ScreenStateWriter) { state.save(note.text, for: .note) }
  override func restoreState(from state: ScreenStateReader) {
    note.text = state.value(for: .note) ?? ""
  }
}
// snippet.hide

let pressure = PressureMonitor(sources: .none)
// snippet.show
ScreenApplication.shared.registerForPressure(with: pressure)
// snippet.hide
let branch = BranchScreen()
branch.loadViewIfNeeded()

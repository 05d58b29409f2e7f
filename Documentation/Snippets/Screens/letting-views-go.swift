// Screens that release their views under memory pressure.
// snippet.hide
import StagecraftMemory
import StagecraftScreens

@MainActor class Widget {
  private(set) var parts: [Widget] = []
  func add(_ part: Widget) { parts.append(part) }
}

@MainActor final class Column: Widget {}

@MainActor final class TextField: Widget {
  var text: String
  init(_ text: String) { self.text = text }
}

typealias LibraryScreen = Screen<Widget>

extension ScreenStateKey<String> {
  static let note = ScreenStateKey("note")
}

// snippet.show
final class BranchScreen: LibraryScreen {
  @ViewBound private var note: TextField

  override func loadView() -> Widget { Column() }

  override func viewDidLoad() {
    note = TextField("Nothing noted yet")
    view.add(note)
  }

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(note.text, for: .note)
  }

  override func restoreState(from state: ScreenStateReader) {
    if let text = state.value(for: .note) { note.text = text }
  }
}
// snippet.hide

let pressure = PressureMonitor(sources: .none)
// snippet.show
ScreenApplication.shared.registerForPressure(with: pressure)
// snippet.hide

final class PosterScreen: LibraryScreen {
  override func loadView() -> Widget { Column() }

  // snippet.show
  override var estimatedViewBytes: Int { 12 << 20 }
  override var unloadPolicy: UnloadPolicy { .eager }  // unloaded on disappearing
  // snippet.hide
}

@MainActor
func unload(_ application: ScreenApplication, _ pressure: PressureMonitor) {
  // snippet.show
  application.registerForPressure(with: pressure)
  // snippet.hide
}

@MainActor
func unload(_ branch: BranchScreen) {
  let editing = branch.hold("text being edited")
  // snippet.show
  do {
    try branch.unloadView()
  } catch {
    print(error)  // BranchScreen keeps its view: it is held (text being edited).
  }
  // snippet.hide
  editing.release()
}

@MainActor
func watch(_ application: ScreenApplication) -> ObservationToken {
  // snippet.show
  let observation = application.observe { event in
    switch event.kind {
    case .unloaded(let bytes, _): print("\(event.name) released \(bytes) bytes.")
    case .kept(let reason): print("\(event.name) keeps its view: \(reason).")
    case .viewOutlived(let leak): print("\(leak)")
    default: break
    }
  }
  // snippet.hide
  return observation
}

@MainActor
func report(_ screen: AnyScreen, to application: ScreenApplication) {
  // snippet.show
  application.report(
    leak: ScreenEvent.ViewLeak(viewType: "GtkBox"), of: screen.id, named: screen.name)
  // snippet.hide
}

let observation = watch(.shared)
let branch = BranchScreen()
let poster = PosterScreen()
branch.loadViewIfNeeded()
poster.loadViewIfNeeded()
unload(branch)
let report = await pressure.relieve(.high)
print("\(report.released) bytes, and \(poster.isViewLoaded).")

import LibraryModel
import Stagecraft
import StagecraftGTK

/// A screen of the library, which may be on the screen before the library is open.
class LibraryScreen: Screen<Widget> {
  let app: CityApp
  /// What this screen observes, until its view is released.
  @ViewBound var observations: [ListObservation] = []

  init(_ app: CityApp) {
    self.app = app
    super.init()
  }

  override func loadView() -> Widget { Box() }

  final override func viewDidLoad() {
    makeView()
    layOut()
    app.whenOpen { [weak self] library in
      guard let self, isViewLoaded else { return }
      show(library)
    }
  }

  /// Fills the view with what does not need the library.
  func makeView() {}

  /// Arranges the view for the width of the window: once, and when the window becomes narrow or
  /// wide.
  func layOut() {}

  /// Shows the library in the view; called once for each view.
  func show(_ library: Library) {}

  /// Calls a closure now, and after changes of a list.
  func follow<Row>(_ list: some ListReading<Row>, _ body: @escaping @MainActor () -> Void) {
    observations.append(list.observe { _ in body() })
  }

  /// A button with a text where there is room.
  func button(
    _ name: String, icon: String, _ action: @escaping @MainActor () -> Void
  ) -> Button {
    app.isNarrow ? Button(icon: icon, label: name, onClick: action) : Button(name, onClick: action)
  }

  /// Does what the reader has asked for; shows why it has failed.
  func attempt(_ body: @escaping @MainActor () async throws -> Void) {
    Task { [weak app] in
      do {
        try await body()
      } catch {
        app?.show(error)
      }
    }
  }
}

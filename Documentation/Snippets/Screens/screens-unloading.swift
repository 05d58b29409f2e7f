// Hidden screens that release memory, heavy resources first.
// snippet.hide
import StagecraftMemory
import StagecraftScreens

struct Region: Codable, Sendable {
  var latitude = 0.0
}

@MainActor final class BranchMap {
  var region = Region()

  init(of branch: String, showing region: Region?) {
    if let region { self.region = region }
  }
}

@MainActor final class LibraryView {
  var shown: BranchMap?

  func show(_ map: BranchMap) { shown = map }

  func showPlaceholder() { shown = nil }
}

typealias LibraryScreen = Screen<LibraryView>

extension ScreenStateKey<Region> {
  static let region = ScreenStateKey("region")
}

enum Owning {
  // snippet.show
  final class BranchScreen: LibraryScreen {
    // snippet.hide
    let branch = "Harbour"

    override func loadView() -> LibraryView { LibraryView() }

    // snippet.show
    private lazy var map = HeavyResource(
      of: self, "map", bytes: 24 << 20,
      make: { screen, region in BranchMap(of: screen.branch, showing: region) },
      snapshot: { map in map.region },
      didMake: { screen, map in screen.view.show(map) },
      willDrop: { screen, _ in screen.view.showPlaceholder() })

    override func viewDidLoad() {
      map.isWanted = true
    }
    // snippet.hide

    // snippet.show
    override func saveState(into state: inout ScreenStateWriter) {
      map.save(into: &state, for: .region)
    }

    override func restoreState(from state: ScreenStateReader) {
      map.restore(from: state, for: .region)
    }
    // snippet.hide
    // snippet.show
  }
  // snippet.hide
}

@MainActor func shrink(_ application: ScreenApplication) async {
  let pressure = PressureMonitor(sources: .none)
  // snippet.show
  application.registerForPressure(with: pressure)
  // snippet.hide
  await pressure.relieve(.critical)
}

@MainActor func leave(_ branch: Owning.BranchScreen) {
  // snippet.show
  do {
    try branch.unloadView()
  } catch {
    print(error)  // BranchScreen keeps its view: it is held (text being edited).
  }
  // snippet.hide
}

let application = ScreenApplication()
let branch = Owning.BranchScreen(in: application)
branch.loadViewIfNeeded()
let hold = branch.hold("text being edited")
leave(branch)
hold.release()
await shrink(application)
precondition(!branch.isViewLoaded)

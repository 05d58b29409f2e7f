// Maps and web pages that are dropped before the views that contain them.
// snippet.hide
import StagecraftPools
import StagecraftScreens

@MainActor class Widget {
  private(set) var shown: AnyObject?
  func show(_ part: AnyObject) { shown = part }
  func showPlaceholder() { shown = nil }
}

typealias LibraryScreen = Screen<Widget>

struct Region: Sendable {
  var x = 0
  var y = 0
}

final class BranchMap {
  private var branch = ""
  private(set) var region = Region()

  init() {}

  init(of branch: String, showing region: Region?) { show(branch, region) }

  func show(_ branch: String, _ region: Region?) {
    self.branch = branch
    self.region = region ?? Region()
  }
}

// snippet.show
final class BranchScreen: LibraryScreen {
  // snippet.hide
  let branch = "Harbour"

  override func loadView() -> Widget { Widget() }

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
}
// snippet.hide

final class AtlasScreen: LibraryScreen {
  static let maps = LocalPool(maximumIdle: 4) { BranchMap() }
  let branch = "Market"

  override func loadView() -> Widget { Widget() }

  // snippet.show
  private lazy var map = HeavyResource(
    of: self, "map", bytes: 24 << 20,
    from: Self.maps, preferring: { screen in screen.branch },
    prepare: { screen, map, isPreferred, region in
      if !isPreferred { map.show(screen.branch, region) }
    },
    snapshot: { map in map.region },
    didMake: { screen, map in screen.view.show(map) },
    willDrop: { screen, _ in screen.view.showPlaceholder() })
  // snippet.hide

  override func viewDidLoad() { map.isWanted = true }
}

final class WebPage {
  var address = ""
  private let onTermination: () -> Void

  init(onTermination: @escaping () -> Void) { self.onTermination = onTermination }
}

final class RouteScreen: LibraryScreen {
  private lazy var map = HeavyResource(of: self, "map", make: { _ in BranchMap() })

  override func loadView() -> Widget { Widget() }

  // snippet.show
  override func viewDidLoad() {
    map.keeps = .whileSeen
  }
  // snippet.hide
}

final class NewsScreen: LibraryScreen {
  // snippet.show
  private lazy var page: HeavyResource<WebPage> = HeavyResource(
    of: self, "news",
    make: { screen in
      WebPage(onTermination: { [weak screen] in screen?.page.markLost() })
    })
  // snippet.hide

  override func loadView() -> Widget { Widget() }

  // snippet.show
  func webViewDidTerminate() { page.markLost() }
  // snippet.hide

  override func viewDidLoad() { page.isWanted = true }
}

let screens: [LibraryScreen] = [BranchScreen(), AtlasScreen(), RouteScreen(), NewsScreen()]
for screen in screens {
  let host = ScreenHost(screen)
  host.willAppear(TransitionContext(.host))
  print("\(screen.name): \(screen.view.shown == nil ? "nothing" : "a map")")
}

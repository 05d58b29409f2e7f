// Maps and web pages as heavy resources.
// snippet.hide
import StagecraftGTK
import StagecraftPools
import StagecraftScreens
import StagecraftShumate
import StagecraftWebKit

protocol TileArchive: Sendable {
  func bytes(of tile: TileSource.Tile) async throws -> [UInt8]
}

struct Branch: Hashable {
  var name: String
  var region: MapRegion
}

extension TileSource {
  static let city = TileSource("city") { _ in .pixels([], width: 0) }
}

class BranchScreen: Screen<Widget> {
  let branch: Branch
  @ViewBound var place: Bin

  init(_ branch: Branch) {
    self.branch = branch
    super.init()
  }

  override func loadView() -> Widget { Box() }

  override func viewDidLoad() {
    place = Bin()
    (view as? Box)?.append(place)
  }
}

final class MapScreen: BranchScreen {
  // snippet.show
  private lazy var map = HeavyResource(
    of: self, "map", bytes: MapView.usualBytes,
    make: { screen, region in MapView(.city, showing: region ?? screen.branch.region) },
    snapshot: { map in map.region },
    didMake: { screen, map in screen.place.content = map },
    willDrop: { screen, _ in screen.place.content = nil })
  // snippet.hide

  override func viewDidLoad() {
    super.viewDidLoad()
    map.isWanted = true
  }
}

final class PooledMapScreen: BranchScreen {
  // snippet.show
  static let maps = LocalPool(maximumIdle: 3) { MapView(.city) }

  private lazy var map = HeavyResource(
    of: self, "map", from: Self.maps, preferring: { screen in screen.branch },
    prepare: { screen, map, isPreferred, region in
      if !isPreferred { map.region = region ?? screen.branch.region }
    },
    snapshot: { map in map.region },
    didMake: { screen, map in screen.place.content = map },
    willDrop: { screen, _ in screen.place.content = nil })
  // snippet.hide

  override func viewDidLoad() {
    super.viewDidLoad()
    map.isWanted = true
  }
}

final class NewsScreen: Screen<Widget> {
  let address = "https://library.example/news"
  @ViewBound var place: Bin

  // snippet.show
  private lazy var news: HeavyResource<WebView> = HeavyResource(
    of: self, "news", bytes: WebView.usualBytes,
    make: { screen, page in
      let view = WebView()
      view.onProcessEnd = { [weak screen] _ in screen?.news.markLost() }
      view.show(page ?? WebPage(.address(screen.address)))
      return view
    },
    snapshot: { view in view.page },
    didMake: { screen, view in screen.place.content = view },
    willDrop: { screen, _ in screen.place.content = nil })
  // snippet.hide

  override func loadView() -> Widget { Bin() }

  override func viewDidLoad() { news.isWanted = true }
}

@MainActor
func ownTiles(_ archive: any TileArchive) -> MapView {
  // snippet.show
  let tiles = TileSource("city", license: "© City Library") { tile in
    .encoded(try await archive.bytes(of: tile))
  }
  let map = MapView(tiles)
  // snippet.hide
  return map
}

@MainActor
func drawnTiles() -> MapView {
  // snippet.show
  let districts = TileSource("districts", scale: 2) { tile, canvas in
    canvas.paint(Color(tile.zoom > 12 ? 0xe8ecdf : 0xdde5f0))
  }
  // snippet.hide
  return MapView(districts)
}

@MainActor
func limits() -> WebView {
  // snippet.show
  let processes = WebProcesses(limits: .init(megabytes: 300))
  let page = WebView(in: processes)
  page.onProcessEnd = { reason in print(reason) }
  // snippet.hide
  return page
}

import Stagecraft
import StagecraftGTK
import StagecraftShumate

/// A branch on a map; at most three maps exist for all branches.
final class BranchScreen: LibraryScreen {
  static let maps = LocalPool<MapView>(maximumIdle: 3) { MapView(.drawn) }

  private let branch: Branch
  private lazy var map = HeavyResource(
    of: self, "map", bytes: 7 << 20,
    from: Self.maps, preferring: { screen in screen.branch },
    prepare: { screen, map, isPreferred, region in
      if !isPreferred { map.region = region ?? screen.region }
    },
    snapshot: { map in map.region },
    didMake: { screen, map in screen.place.content = map },
    willDrop: { screen, _ in screen.place.content = nil })
  @ViewBound private var place: Bin

  init(_ branch: Branch) {
    self.branch = branch
    super.init()
    title = branch.name
    map.keeps = .whileSeen
  }

  private var region: MapRegion {
    MapRegion(
      center: MapCoordinate(latitude: branch.latitude, longitude: branch.longitude), zoom: 12)
  }

  override func loadView() -> Widget { Box() }

  override func viewDidLoad() {
    guard let view = view as? Box else { return }
    let name = Label(branch.name, alignment: .center)
    name.addStyle("title-2")
    name.setMargin(8)
    view.append(name)
    place = Bin()
    place.expands = true
    view.append(place)
    map.isWanted = true
  }
}

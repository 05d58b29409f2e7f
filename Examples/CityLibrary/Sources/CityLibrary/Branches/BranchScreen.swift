import Foundation
import LibraryModel
import Stagecraft
import StagecraftGTK
import StagecraftShumate

/// A branch: a map that shows where it is, and beside it what a reader wants to know.
final class BranchScreen: LibraryScreen {
  /// At most three idle maps are kept for all branches.
  static let maps = LocalPool<MapView>(maximumIdle: 3) { MapView(.city) }

  private let number: Branch.ID
  private lazy var map = HeavyResource(
    of: self, "map", bytes: MapView.usualBytes,
    from: Self.maps, preferring: { screen in screen.number },
    prepare: { screen, map, isPreferred, region in
      if !isPreferred { map.region = region ?? screen.region }
      map.markers = screen.markers
    },
    snapshot: { map in map.region },
    didMake: { screen, map in screen.place.content = map },
    willDrop: { screen, _ in screen.place.content = nil })
  @ViewBound private var place: Bin
  @ViewBound private var panel: Bin

  init(_ app: CityApp, id: Branch.ID) {
    number = id
    super.init(app)
    map.keeps = .whileSeen
  }

  override var restorationName: String? { "branch" }

  var hasMap: Bool { map.isMade }

  private var branch: Branch? { app.library?.branches.list.snapshot()[id: number] }

  private var position: MapCoordinate {
    MapCoordinate(latitude: branch?.latitude ?? 53.55, longitude: branch?.longitude ?? 9.99)
  }

  private var region: MapRegion { MapRegion(center: position, zoom: 14) }

  private var markers: [MapMarker] {
    [MapMarker("\(number)", at: position, title: branch?.name ?? "")]
  }

  override func makeView() {
    place = Bin()
    place.expands = true
    panel = Bin()
    panel.setMinimumSize(width: 320, height: app.isNarrow ? 300 : -1)
    panel.addStyle("side")
    let row = Box(app.isNarrow ? .vertical : .horizontal, [place, panel])
    row.expands = true
    (view as? Box)?.append(row)
  }

  override func show(_ library: Library) {
    follow(library.branches.list) { [weak self] in self?.showBranch() }
    map.isWanted = true
    if appearance == .visible { map.makeIfNeeded() }
  }

  private func showBranch() {
    guard let branch else { return }
    title = branch.name
    let name = Label(branch.name)
    name.addStyle("title-2")
    let street = Label("\(branch.street) · \(branch.todayText)")
    street.addStyle("dim-label")
    let center = Button(text("Show on the Map")) { [weak self] in
      guard let self else { return }
      map.current?.region = region
    }
    center.horizontalAlignment = .start
    let counts = PreferencesGroup(
      text("At This Branch"),
      [
        row(text("Titles"), branch.titles.grouped),
        row(text("In stock now"), branch.inStock.grouped),
        row(text("On loan"), branch.lent.grouped),
      ])
    let hours = PreferencesGroup(
      text("Opening Hours"),
      [
        row(text("Monday to Friday"), "\(branch.opens) – \(branch.closes)"),
        row(text("Saturday"), "\(branch.opens) – \(branch.closesOnSaturday)"),
      ])
    let page = Box(.vertical, spacing: 12, [name, street, center, counts, hours])
    page.setMargin(20)
    panel.content = ScrolledView(page)
  }

  private func row(_ name: String, _ value: String) -> ActionRow {
    let row = ActionRow(name)
    let label = Label(value, alignment: .end)
    label.addStyle("numeric")
    row.addSuffix(label)
    return row
  }
}

extension Branch {
  /// When it closes today.
  fileprivate var todayText: String {
    switch Calendar.current.component(.weekday, from: Date()) {
    case 1: text("closed today")
    case 7: text("open until %d:00", closesOnSaturday)
    default: text("open until %d:00", closes)
    }
  }
}

import LibraryModel
import Stagecraft
import StagecraftGTK
import StagecraftShumate
import StagecraftWebKit

/// A branch: its map or its page, and beside it what a reader wants to know.
final class BranchScreen: LibraryScreen {
  /// At most three idle maps are kept for all branches.
  static let maps = LocalPool<MapView>(maximumIdle: 3) { .ofCity() }

  /// A page has a process of its own; one whose process has ended while it was idle is not lent.
  static let pages = LocalPool<WebView>(
    maximumIdle: 2,
    hooks: LocalPoolHooks(onReturn: { page in
      page.onProcessEnd = { [weak page] _ in if let page { discard(page) } }
      return .reuse
    })
  ) { WebView() }

  private static func discard(_ page: WebView) { pages.discard(idle: page) }

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
  private(set) lazy var page: HeavyResource<WebView> = HeavyResource(
    of: self, "page", bytes: WebView.usualBytes,
    from: Self.pages, preferring: { screen in screen.number },
    prepare: { screen, page, _, offset in
      page.onProcessEnd = { [weak screen] _ in screen?.pageHasEnded() }
      screen.pageOffset = offset ?? WebOffset()
      // Its process runs already.
      if page.page != nil { screen.fill(page, at: screen.pageOffset) }
    },
    snapshot: { page in page.page?.offset },
    didMake: { screen, page in screen.place.content = page },
    willDrop: { screen, _ in screen.place.content = nil })
  @ViewBound private var row: Box
  @ViewBound private var place: Bin
  @ViewBound private var panel: Bin
  @ViewBound private var heading: Label
  @ViewBound private var street: Label
  @ViewBound private var values: [Label] = []
  @ViewBound private var switches: [ToggleButton] = []
  /// Whether the page is shown instead of the map.
  private(set) var showsPage = false
  /// Where the page is scrolled when it is loaded.
  private var pageOffset = WebOffset()
  private var making: Task<Void, Never>?

  init(_ app: CityApp, id: Branch.ID) {
    number = id
    super.init(app)
    map.keeps = .whileSeen
    page.keeps = .whileSeen
    page.isWanted = false
  }

  override var restorationName: String? { "branch" }

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
    panel = makePanel()
    row = Box(.horizontal, [place, panel])
    row.expands = true
    (view as? Box)?.append(row)
    show(page: showsPage)
  }

  override func layOut() {
    panel.setMinimumSize(
      width: app.isWide ? Int(app.panelWidth) : -1, height: app.isWide ? -1 : 240)
    row.direction = app.isWide ? .horizontal : .vertical
  }

  override func show(_ library: Library) {
    follow(library.branches.list) { [weak self] in self?.showBranch() }
    follow(library.clock.moments) { [weak self] in self?.showBranch() }
    show(page: showsPage)
  }

  /// Shows the page or the map, and returns the other one to its pool.
  func show(page isPage: Bool) {
    showsPage = isPage
    if isViewLoaded { switches[isPage ? 1 : 0].isActive = true }
    let isOpen = app.library != nil
    map.isWanted = isOpen && !isPage
    if isPage { map.drop() } else { dropPage() }
    guard isOpen, appearance == .visible else { return }
    if isPage { makePage() } else { map.makeIfNeeded() }
  }

  // MARK: The page

  /// Whether the page is there, as far as it was scrolled.
  var isPageLoaded: Bool { page.current.map { $0.page != nil && !$0.isLoading } ?? false }

  override func viewDidAppear(_ context: TransitionContext) {
    if showsPage, app.library != nil { makePage() }
  }

  override func viewWillDisappear(_ context: TransitionContext) {
    making?.cancel()
    page.isWanted = false
  }

  /// Makes the page after the transition, in three frames: what the first page of a process starts
  /// takes longer than one.
  private func makePage() {
    page.isWanted = true
    if page.isMade { return }
    place.content = StatusPage(icon: "content-loading-symbolic", title: text("Opening the page…"))
    making?.cancel()
    making = Task { [weak self, place] in
      do {
        try await place.nextFrames(2)
        _ = WebProcesses.shared
        try await place.nextFrames(1)
        self?.page.makeIfNeeded()
        try await place.nextFrames(1)
        if let self, let page = page.current { fill(page, at: pageOffset) }
      } catch {}  // It has disappeared.
    }
  }

  private func dropPage() {
    making?.cancel()
    page.isWanted = false
    page.drop()
  }

  /// Loads the page, unless the view shows it already.
  private func fill(_ view: WebView, at offset: WebOffset) {
    guard let branch, let moment = app.library?.clock.moments.snapshot().first else { return }
    let html = BranchPage(branch: branch, moment: moment).html
    let page = WebPage(.html(html, base: nil), offset: offset)
    if view.page?.content != page.content { view.show(page) }
  }

  private func pageHasEnded() {
    page.markLost()
    if let view = page.current { return fill(view, at: pageOffset) }
    guard showsPage, appearance == .visible else { return }
    let again = Button(text("Try Again")) { [weak self] in self?.makePage() }
    again.horizontalAlignment = .center
    place.content = StatusPage(
      icon: "computer-fail-symbolic", title: text("The Page Has Ended"), again)
  }

  // MARK: The panel

  private func makePanel() -> Bin {
    heading = Label(wraps: true)
    heading.addStyle("title-2")
    street = Label(wraps: true)
    street.addStyle("dim-label")
    switches = [ToggleButton(text("Map")), ToggleButton(text("About"))]
    switches[1].joinGroup(of: switches[0])
    switches[0].onClick = { [weak self] in self?.show(page: false) }
    switches[1].onClick = { [weak self] in self?.show(page: true) }
    let linked = Box(.horizontal, switches)
    linked.addStyle("linked")
    let center = Button(icon: "find-location-symbolic", label: text("Show on the Map")) {
      [weak self] in
      guard let self else { return }
      show(page: false)
      map.current?.region = region
    }
    let counts = PreferencesGroup(
      text("At This Branch"),
      [row(text("Titles")), row(text("In stock now")), row(text("On loan"))])
    let hours = PreferencesGroup(
      text("Opening Hours"), [row(text("Monday to Friday")), row(text("Saturday"))])
    let page = Box(
      .vertical, spacing: 12,
      [heading, street, Box(.horizontal, spacing: 12, [linked, center]), counts, hours])
    page.setMargin(20)
    let panel = Bin(ScrolledView(page))
    panel.expands = false
    panel.addStyle("side")
    return panel
  }

  private func row(_ name: String) -> ActionRow {
    let row = ActionRow(name)
    let label = Label(alignment: .end)
    label.addStyle("numeric")
    row.addSuffix(label)
    values.append(label)
    return row
  }

  private func showBranch() {
    guard let branch, let moment = app.library?.clock.moments.snapshot().first else { return }
    title = branch.name
    heading.text = branch.name
    street.text = "\(branch.street) · \(branch.openingText(at: moment))"
    let texts = [
      branch.titles.grouped, branch.inStock.grouped, branch.lent.grouped,
      (branch.opens..<branch.closes).hoursText,
      (branch.opens..<branch.closesOnSaturday).hoursText,
    ]
    for (label, text) in zip(values, texts) { label.text = text }
    if let page = page.current { fill(page, at: page.page?.offset ?? WebOffset()) }
  }

  // MARK: State

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(showsPage, for: .showsPage)
    page.save(into: &state, for: .pageOffset)
  }

  override func restoreState(from state: ScreenStateReader) {
    page.restore(from: state, for: .pageOffset)
    show(page: state.value(for: .showsPage) ?? false)
  }
}

extension ScreenStateKey<Bool> {
  fileprivate static let showsPage = ScreenStateKey("page")
}

extension ScreenStateKey<WebOffset> {
  fileprivate static let pageOffset = ScreenStateKey("offset")
}

extension Branch {
  /// As in “open until 19:00”.
  func openingText(at moment: Moment) -> String {
    switch opening(at: moment) {
    case .open(let hour): text("open until %@", hour.hourText)
    case .closed(let hour, moment.day): text("opens at %@", hour.hourText)
    case .closed(let hour, moment.day + 1): text("opens tomorrow at %@", hour.hourText)
    case .closed(let hour, let day): text("opens on %@ at %@", day.weekdayText, hour.hourText)
    }
  }
}

import LibraryModel
import Stagecraft
import StagecraftGTK

/// All titles as covers, searched, filtered and sorted.
final class CatalogueScreen: LibraryScreen {
  @ViewBound private var bar: SearchBar
  @ViewBound private var entry: SearchEntry
  @ViewBound private var count: Label
  @ViewBound private var chips: ChipRow
  @ViewBound private var place: Bin
  @ViewBound private var scrolled: ScrolledView?
  private var query = Catalogue.Query()
  /// Where to scroll when the covers are there.
  private var offset = 0.0

  override init(_ app: CityApp) {
    super.init(app)
    title = text("Catalogue")
  }

  // MARK: The view

  override func makeView() {
    guard let view = view as? Box else { return }
    entry = SearchEntry(placeholder: text("Titles and authors"))
    entry.onSearch = { [weak self] in self?.search($0) }
    entry.onStop = { [weak self] in self?.search("") }
    count = Label(alignment: .end)
    count.addStyle("dim-label")
    count.addStyle("numeric")
    count.setMargins(start: 12, end: 34)
    count.horizontalAlignment = .end
    count.verticalAlignment = .center
    let overlay = Overlay()
    overlay.content = entry
    overlay.addOverlay(count)
    bar = SearchBar(entry, in: Clamp(overlay, maximumWidth: 520))
    bar.captureKeys(of: view)
    view.append(bar)
    chips = ChipRow { [weak self] in self?.choose($0) }
    view.append(chips)
    place = Bin()
    showOpening()
    place.expands = true
    view.append(place)
    view.addShortcut("<Control>f") { [weak self] in self?.bar.isOpen = true }
    let search = Button(icon: "system-search-symbolic", label: text("Search")) { [weak self] in
      self?.bar.isOpen.toggle()
    }
    view.barStartActions = [search]
    showQuery()
  }

  override func show(_ library: Library) {
    library.catalogue.show(query)
    let shown = library.catalogue.shown
    attempt { [weak self] in
      // The first read of a list that is derived computes it: not on the main actor.
      await Task.detached { _ = shown.snapshot() }.value
      guard let self, isViewLoaded else { return }
      observations.append(shown.observe { [weak self] in self?.showCount($0.new.count) })
    }
  }

  /// Says why the library is not open.
  func showFailure(_ sentence: String, _ tryAgain: @escaping @MainActor () -> Void) {
    let button = Button(text("Try Again")) { [weak self] in
      self?.showOpening()
      tryAgain()
    }
    button.addStyle("pill")
    button.addStyle("suggested-action")
    button.horizontalAlignment = .center
    place.content = StatusPage(
      icon: "dialog-warning-symbolic", title: text("The Library Cannot Be Opened"),
      description: sentence, button)
  }

  private func showOpening() {
    place.content = StatusPage(
      icon: "content-loading-symbolic", title: text("Opening the library…"))
  }

  private func showCount(_ found: Int) {
    guard let catalogue = app.library?.catalogue else { return }
    count.text = text("%@ of %@", found.grouped, catalogue.titles.list.count.grouped)
    if found == 0 { showNothing() } else if scrolled == nil { showCovers(catalogue) }
  }

  private func showCovers(_ catalogue: Catalogue) {
    let (covers, width) = (app.covers, app.isNarrow ? 100 : 128)
    // GTK creates thirty lines of as many covers as may be side by side.
    let columns = 2...max(3, app.window.view.width / (width + 18))
    let grid = GridView(catalogue.shown, columns: columns) {
      BookPlace(covers, width: width)
    } show: { place, title in
      place.show(title)
    }
    grid.addStyle("catalogue")
    grid.activatesOnSingleClick = true
    grid.onActivate = { [weak self] in self?.app.openTitle($0.id) }
    grid.setAccessibleLabel(text("Titles"))
    let scrolled = ScrolledView(grid)
    self.scrolled = scrolled
    place.content = scrolled
    scrolled.scroll(to: offset)
    offset = 0
  }

  private func showNothing() {
    scrolled = nil
    let all = Button(text("Show All Titles")) { [weak self] in
      self?.query = Catalogue.Query()
      self?.showQuery()
      self?.ask()
    }
    all.addStyle("pill")
    all.addStyle("suggested-action")
    all.horizontalAlignment = .center
    place.content = StatusPage(
      icon: "system-search-symbolic", title: text("No Title Found"),
      description: text("Try other words, or fewer."), all)
  }

  // MARK: The query

  func search(_ words: String) {
    // GTK reports a text that was set, a moment later.
    if words == query.text { return }
    query.text = words
    if isViewLoaded { showQuery() }
    ask()
  }

  private func choose(_ chip: ChipRow.Chip) {
    switch chip {
    case .all: (query.genre, query.isInStock) = (nil, false)
    case .inStock: query.isInStock.toggle()
    case .genre(let genre): query.genre = query.genre == genre ? nil : genre
    case .order(let order): query.order = order
    }
    showQuery()
    ask()
  }

  private func ask() {
    offset = 0
    scrolled?.scroll(to: 0)
    app.library?.catalogue.show(query)
    app.saveSoon()
  }

  private func showQuery() {
    if entry.text != query.text { entry.text = query.text }
    if !query.text.isEmpty { bar.isOpen = true }
    chips.show(query)
  }

  /// What is in the entry, if there is one.
  var typed: String? { isViewLoaded ? entry.text : nil }

  // MARK: State

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(query, for: .query)
    state.save(scrolled?.intendedOffset ?? offset, for: .offset)
  }

  override func restoreState(from state: ScreenStateReader) {
    if let saved = state.value(for: .query) { query = saved }
    offset = state.value(for: .offset) ?? 0
    showQuery()
    app.library?.catalogue.show(query)
    scrolled?.scroll(to: offset)
  }
}

extension ScreenStateKey<Catalogue.Query> {
  fileprivate static let query = ScreenStateKey("query")
}

extension ScreenStateKey<Double> {
  static let offset = ScreenStateKey("offset")
}

import LibraryModel
import Stagecraft
import StagecraftGTK

/// All titles as covers, searched, filtered and sorted.
final class CatalogueScreen: LibraryScreen {
  @ViewBound private var bar: SearchBar
  @ViewBound private var entry: SearchEntry
  @ViewBound private var count: Label
  @ViewBound private var letters: LetterButton
  @ViewBound private var chips: ChipRow
  @ViewBound private var place: Bin
  @ViewBound private var scrolled: ScrolledView?
  @ViewBound private var grid: GridView<Title>?
  private var coverWidth = 0
  private var columns = 0
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
    entry.expandsHorizontally = true
    bar = SearchBar(
      entry, in: Clamp(Box(.horizontal, spacing: 12, [entry, count]), maximumWidth: 600))
    bar.captureKeys(of: view)
    view.append(bar)
    chips = ChipRow { [weak self] in self?.choose($0) }
    view.append(chips)
    place = Bin()
    showOpening()
    place.expands = true
    view.append(place)
    view.addShortcut("<Control>f") { [weak self] in
      self?.bar.isOpen = true
      _ = self?.entry.grabFocus()
    }
    let search = Button(icon: "system-search-symbolic", label: text("Search")) { [weak self] in
      self?.bar.isOpen.toggle()
    }
    letters = LetterButton(label: text("Go to a Letter")) { [weak self] in self?.jump(to: $0) }
    view.barStartActions = [search, letters]
    showQuery()
  }

  override func show(_ library: Library) {
    library.catalogue.show(query)
    chips.show(library.branches.list.snapshot().map { ($0.id, $0.name) }, query)
    follow(library.session.current) { [weak self] in self?.favouritesChanged() }
    follow(library.reader.favourites.list) { [weak self] in self?.favouritesChanged() }
    let shown = library.catalogue.shown
    attempt { [weak self] in
      // The first read of a list that is derived computes it: not on the main actor.
      await Task.detached { _ = shown.snapshot() }.value
      guard let self, isViewLoaded else { return }
      observations.append(shown.observe { [weak self] in self?.showFound($0.new) })
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

  private func showFound(_ found: ListSnapshot<Title>) {
    guard let catalogue = app.library?.catalogue else { return }
    count.text = text("%@ of %@", found.count.grouped, catalogue.titles.list.count.grouped)
    letters.show(Set(query.order.firstTitles(of: found).keys))
    if found.isEmpty { showNothing() } else if scrolled == nil { showCovers(catalogue) }
    // The view keeps the titles in sight where they are; at its top, it is to stay there.
    if scrolled?.intendedOffset == 0, let first = found.first { grid?.scroll(to: first.id) }
  }

  private func jump(to letter: Character) {
    guard let grid, let rows = grid.snapshot else { return }
    guard let id = query.order.firstTitles(of: rows)[letter] else { return }
    grid.scroll(to: id, at: .top)
  }

  private func showCovers(_ catalogue: Catalogue) {
    let (covers, width) = (app.covers, bestWidth)
    (coverWidth, columns) = (width, bestColumns)
    let grid = GridView(catalogue.shown, columns: 1...columns) {
      BookPlace(covers, width: width)
    } show: { place, title in
      place.show(title)
    }
    grid.addStyle("catalogue")
    grid.activatesOnSingleClick = true
    grid.onActivate = { [weak self] in self?.app.openTitle($0.id) }
    grid.setAccessibleLabel(text("Titles"))
    let scrolled = ScrolledView(grid)
    (self.scrolled, self.grid) = (scrolled, grid)
    place.content = scrolled
    scrolled.scroll(to: offset)
    offset = 0
  }

  /// Of a cover: larger texts need wider places; a phone has space for three small ones.
  private var bestWidth: Int {
    Int((app.isPhone ? 92 : 128) * min(max(1, Appearance.textScale), 2))
  }

  /// GTK creates thirty lines of as many places as may be side by side: not many more than fit.
  private var bestColumns: Int { (Int(app.width) / (bestWidth + 18) + 4) / 4 * 4 }

  override func layOut() {
    guard let catalogue = app.library?.catalogue, let grid, let scrolled else { return }
    if (coverWidth, columns) == (bestWidth, bestColumns) { return }
    // What is in sight stays there; in a hidden tab nothing is.
    let last = scrolled.offset > 0 ? grid.visibleRows.last : nil
    offset = scrolled.intendedOffset
    showCovers(catalogue)
    if let last { self.grid?.scroll(to: last) }
  }

  private func showNothing() {
    (scrolled, grid) = (nil, nil)
    let all = Button(text("Show All Titles")) { [weak self] in self?.search(Catalogue.Query()) }
    all.addStyle("pill")
    all.addStyle("suggested-action")
    all.horizontalAlignment = .center
    let isEmpty = query.among?.isEmpty ?? false
    place.content = StatusPage(
      icon: isEmpty ? "starred-symbolic" : "system-search-symbolic",
      title: isEmpty ? text("No Favourites") : text("No Title Found"),
      description: isEmpty
        ? text("Choose the star on the page of a title, and it is listed here.")
        : text("Try other words, or fewer filters."), all)
  }

  // MARK: The query

  func search(_ words: String) {
    // GTK reports a text that was set, a moment later.
    if words == query.text { return }
    var query = query
    query.text = words
    search(query)
  }

  func search(_ query: Catalogue.Query) {
    // What was saved when the view was unloaded would replace the query when it is loaded again.
    loadViewIfNeeded()
    self.query = query
    showQuery()
    ask()
  }

  private func choose(_ chip: ChipRow.Chip) {
    let old = query
    switch chip {
    case .all: query.removeFilters()
    case .inStock: query.isInStock.toggle()
    case .favourites: return toggleFavourites()
    case .branch(let branch): query.branch = branch
    case .genre(let genre): query.genre = query.genre == genre ? nil : genre
    case .order(let order): query.order = order
    }
    if query == old { return }
    showQuery()
    ask()
  }

  private func toggleFavourites() {
    attempt { [weak self, app] in
      // Also after a cancelled login, for the click has changed the chip.
      defer { if let self, self.isViewLoaded { self.showQuery() } }
      guard let self, let library = app.library else { return }
      if query.among == nil {
        _ = try await library.reader.signIn().value
        query.among = library.reader.favouriteTitles
      } else {
        query.among = nil
      }
      ask()
    }
  }

  /// Here or at another desk, or another reader has come.
  private func favouritesChanged() {
    guard let library = app.library, query.among != nil else { return }
    query.among = library.session.reader == nil ? nil : library.reader.favouriteTitles
    showQuery()
    library.catalogue.show(query)
  }

  private func ask() {
    offset = 0
    app.saveSoon()
    scrolled?.scroll(to: 0)
    app.library?.catalogue.show(query)
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

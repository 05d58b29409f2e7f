import LibraryModel
import Stagecraft
import StagecraftGTK

/// A title: what it is, who has it, what readers think of it, and one thing to do.
final class TitleScreen: LibraryScreen {
  private let number: Title.ID
  @ViewBound private var head: Box
  @ViewBound private var buttons: Box
  @ViewBound private var cover: CoverView
  @ViewBound private var heading: Label
  @ViewBound private var kind: Label
  @ViewBound private var tags: Box
  @ViewBound private var action: Button
  @ViewBound private var favourite: ToggleButton
  @ViewBound private var copyRows: PreferencesGroup
  @ViewBound private var reviewRows: PreferencesGroup
  @ViewBound private var place: Bin
  @ViewBound private var copies: TableWindow<Copy>?
  @ViewBound private var reviews: TableWindow<Review>?

  init(_ app: CityApp, id: Title.ID) {
    number = id
    super.init(app)
    title = app.library?.catalogue[id]?.name ?? ""
  }

  override var restorationName: String? { "title" }
  override func saveIdentity(into state: inout ScreenStateWriter) {
    state.save(number, for: .title)
  }

  // MARK: The view

  override func makeView() {
    cover = CoverView(app.covers, width: 160)
    cover.verticalAlignment = .start
    heading = Label(wraps: true)
    heading.wrapMode = .wordsThenCharacters
    kind = Label(wraps: true)
    kind.addStyle("dim-label")
    tags = Box(.horizontal, spacing: 6)
    tags.horizontalAlignment = .start
    action = Button("")
    action.addStyle("pill")
    action.addStyle("suggested-action")
    let review = Button(text("Write a Review")) { [weak self] in self?.writeReview() }
    review.addStyle("pill")
    buttons = Box(.horizontal, spacing: 12, [action, review])
    buttons.horizontalAlignment = .start
    buttons.setMargins(top: 12)
    let texts = Box(.vertical, spacing: 6, [heading, kind, tags, buttons])
    texts.expandsHorizontally = true
    head = Box(.horizontal, spacing: 24, [cover, texts])
    copyRows = PreferencesGroup(text("Copies"))
    reviewRows = PreferencesGroup(text("Reviews"))
    let page = Box(.vertical, spacing: 24, [head, copyRows, reviewRows])
    page.setMargin(24)
    let scrolled = ScrolledView(Clamp(page, maximumWidth: 860))
    place = Bin(scrolled)
    place.expands = true
    (view as? Box)?.append(place)
    favourite = ToggleButton(icon: "non-starred-symbolic", label: text("Favourite"))
    favourite.onClick = { [weak self] in self?.toggleFavourite() }
    view.barActions = [favourite]
  }

  override func layOut() {
    head.direction = app.isPhone ? .vertical : .horizontal
    buttons.direction = app.isPhone ? .vertical : .horizontal
    tags.direction = isTight ? .vertical : .horizontal
    heading.removeStyle(isTight ? "title-1" : "title-2")
    heading.addStyle(isTight ? "title-2" : "title-1")
    if let library = app.library { showTitle(library) }
  }

  /// In the bar too, unless it would be cut there.
  private func showTitle(_ library: Library) {
    guard let title = library.catalogue[number] else { return }
    self.title = isTight ? "" : title.name
    view.barSubtitle = isTight ? "" : "\(title.author) · \(title.yearText)"
  }

  private var isTight: Bool { app.isPhone && Appearance.textScale > 1.2 }

  override func show(_ library: Library) {
    guard let title = library.catalogue[number] else {
      place.content = StatusPage(
        icon: "dialog-question-symbolic", title: text("No Such Title"),
        description: text("The catalogue has no title with the number %d.", number))
      return
    }
    showTitle(library)
    cover.show(title)
    heading.text = title.name
    kind.text = "\(title.author) · \(title.genre.name) · \(text("%d pages", title.pages))"
    // Another title is not this one: 100,000 rows are followed, and one is looked up.
    follow(library.catalogue.titles.list) { [weak self] in self?.showState() }
    follow(library.session.current) { [weak self] in self?.showState() }
    follow(library.reader.favourites.list) { [weak self] in self?.showState() }
    follow(library.lending.holds.list) { [weak self] in self?.showState() }
    follow(library.lending.loans.list) { [weak self] in
      self?.showState()
      self?.showCopies()
    }
    attempt { [weak self, number] in
      let windows = (
        try await library.copies(of: number), try await library.reader.reviews(of: number)
      )
      guard let self, isViewLoaded else { return }
      (copies, reviews) = windows
      follow(windows.0.list) { [weak self] in self?.showCopies() }
      follow(windows.1.list) { [weak self] in self?.showReviews() }
    }
  }

  // MARK: What changes

  private func showState() {
    guard let library = app.library, let title = library.catalogue[number] else { return }
    tags.removeAll()
    let stock = text("%d of %d in stock", title.inStock, title.copies)
    tags.append(tag(stock, title.inStock > 0 ? "success" : "error"))
    if title.waiting > 0 { tags.append(tag(text("%d in line", title.waiting))) }
    if title.reviews > 0 {
      tags.append(tag("\(title.ratingText) (\(title.reviews))"))
    }
    showFavourite(library.reader.isFavourite(number))
    showAction(title, in: library)
  }

  private func showFavourite(_ isFavourite: Bool) {
    favourite.isActive = isFavourite
    favourite.icon = isFavourite ? "starred-symbolic" : "non-starred-symbolic"
  }

  private func showAction(_ title: Title, in library: Library) {
    let lending = library.lending
    let reader = library.session.reader?.id
    if let loan = reader.flatMap({ lending.loan(of: number, by: $0) }) {
      action.text = text("Return")
      action.onClick = { [weak app] in app?.giveBack(loan) }
    } else if let hold = reader.flatMap({ lending.hold(on: number, by: $0) }) {
      action.text = text("Leave the Line")
      action.onClick = { [weak self] in self?.act { try await lending.leave(hold) } }
    } else if title.inStock > 0 {
      action.text = text("Borrow")
      action.onClick = { [weak self] in
        self?.act { [weak self] in
          let loan = try await library.reader.borrow(title).value
          self?.app.show(text("“%@” is yours: %@.", title.name, loan.due.dueText))
        }
      }
    } else {
      action.text = text("Place in Line")
      action.onClick = { [weak self] in
        self?.act { [weak self] in
          let hold = try await library.reader.join(title).value
          self?.app.show(text("You are number %d in line.", lending.place(of: hold)))
        }
      }
    }
  }

  /// Does what the button says, once.
  private func act(_ body: @escaping @MainActor () async throws -> Void) {
    action.isSensitive = false
    attempt { [weak self] in
      defer { if let self, self.isViewLoaded { self.action.isSensitive = true } }
      try await body()
    }
  }

  private func showCopies() {
    guard let library = app.library, let copies else { return }
    let loans = library.lending.loans.list.snapshot()
    let branches = library.branches.list.snapshot()
    copyRows.removeAll()
    for copy in copies.list.snapshot() {
      let branch = branches[id: copy.branch]?.name ?? ""
      let row = ActionRow(text("Copy %d · %@", copy.number, branch))
      if let loan = loans[id: copy.id] {
        row.subtitle = library.readerName(loan.reader)
        row.addSuffix(tag(loan.due.dueText, loan.due.dueStyle))
      } else {
        row.addSuffix(tag(text("in stock"), "success"))
      }
      copyRows.add(row)
    }
  }

  private func showReviews() {
    guard let reviews else { return }
    reviewRows.removeAll()
    for review in reviews.list.snapshot() {
      let stars = String(repeating: "★", count: review.stars)
      let row = ActionRow(review.text)
      row.subtitle = "\(review.name) · \(stars) · \(review.day.agoText)"
      reviewRows.add(row)
    }
    if reviews.list.isEmpty { reviewRows.add(ActionRow(text("No reviews yet."))) }
  }

  // MARK: What the reader does

  private func writeReview() {
    window?.present(ReviewScreen(app, id: number), as: .sheet)
  }

  private var window: ScreenWindow<Widget>? { app.window }

  private func toggleFavourite() {
    guard let library = app.library, let title = library.catalogue[number] else { return }
    let isFavourite = !library.reader.isFavourite(number)
    attempt { [weak self] in
      // Also if it was not written, for the click has changed the button.
      defer { if let self, self.isViewLoaded { self.showState() } }
      try await library.reader.setFavourite(title, isFavourite).value
    }
  }

  // MARK: State

  override var estimatedViewBytes: Int { 1 << 20 }
}

/// A short text on a coloured ground.
@MainActor
func tag(_ text: String, _ style: String = "dim-label") -> Label {
  let label = Label(text)
  label.addStyle("tag")
  label.addStyle("numeric")
  label.addStyle(style)
  label.verticalAlignment = .center
  return label
}

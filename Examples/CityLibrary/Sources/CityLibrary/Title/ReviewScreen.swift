import LibraryModel
import Stagecraft
import StagecraftGTK

/// A sheet in which a reader writes what a title is worth.
final class ReviewScreen: LibraryScreen {
  private let number: Title.ID
  private var stars = 5
  @ViewBound private var entry: TextView
  @ViewBound private var starButtons: [ToggleButton] = []
  @ViewBound private var send: Button
  /// While there is a text, the view stays.
  private var editing: AnyScreen.Hold?

  init(_ app: CityApp, id: Title.ID) {
    number = id
    super.init(app)
    title = text("Your Review")
  }

  override var restorationName: String? { "review" }
  override func saveIdentity(into state: inout ScreenStateWriter) {
    state.save(number, for: .title)
  }

  override func makeView() {
    guard let view = view as? Box else { return }
    let row = Box(.horizontal, spacing: 0)
    row.horizontalAlignment = .center
    for number in 1...5 {
      let button = ToggleButton("★")
      button.onClick = { [weak self] in self?.choose(number) }
      button.setAccessibleLabel(number == 1 ? text("1 star") : text("%d stars", number))
      if let first = starButtons.first { button.joinGroup(of: first) }
      button.addStyle("flat")
      button.addStyle("title-2")
      starButtons.append(button)
      row.append(button)
    }
    entry = TextView(label: text("What did you think of it?")) { [weak self] in
      self?.textChanged($0)
    }
    entry.setTextMargin(12)
    entry.acceptsTab = false
    let scrolled = ScrolledView(entry)
    scrolled.addStyle("card")
    send = Button(text("Send")) { [weak self] in self?.submit() }
    send.addStyle("suggested-action")
    let page = Box(.vertical, spacing: 12, [row, scrolled])
    page.setMargin(24)
    view.append(page)
    view.barActions = [send]
    choose(stars)
    textChanged("")
  }

  override func layOut() {
    // Beside a title that would be cut, the window's own button does.
    let cancel = Button(text("Cancel")) { [weak self] in self?.dismiss() }
    view.barStartActions = Appearance.textScale > 1.6 ? [] : [cancel]
  }

  override func show(_ library: Library) {
    view.barSubtitle = library.catalogue[number]?.name ?? ""
  }

  private func choose(_ stars: Int) {
    self.stars = stars
    for (index, button) in starButtons.enumerated() {
      button.text = index < stars ? "★" : "☆"
      button.isActive = index == stars - 1
    }
  }

  private func textChanged(_ content: String) {
    send.isSensitive = !content.isEmpty
    editing = content.isEmpty ? nil : hold("a review that was not sent")
    app.saveSoon()
  }

  override func shouldDismiss() -> Bool { editing == nil }
  override func didAttemptToDismiss() { app.show(text("Send your review, or cancel it.")) }

  private func submit() {
    guard let library = app.library, let title = library.catalogue[number], !entry.text.isEmpty
    else {
      return
    }
    let comment = library.reader.comment(title, stars: stars, entry.text)
    send.isSensitive = false
    attempt { [weak self, app] in
      defer { if let self, self.isViewLoaded { self.send.isSensitive = true } }
      try await comment.value
      self?.dismiss()
      app.show(text("Your review of “%@” was sent.", title.name))
    }
  }

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(entry.text, for: .comment)
    state.save(stars, for: .stars)
  }

  override func restoreState(from state: ScreenStateReader) {
    entry.text = state.value(for: .comment) ?? ""
    choose(state.value(for: .stars) ?? 5)
  }
}

extension ScreenStateKey<String> {
  fileprivate static let comment = ScreenStateKey("comment")
}

extension ScreenStateKey<Int> {
  fileprivate static let stars = ScreenStateKey("stars")
}

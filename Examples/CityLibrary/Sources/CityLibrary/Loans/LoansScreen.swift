import LibraryModel
import Stagecraft
import StagecraftGTK

/// What the reader has borrowed, by urgency, and the lines in which the reader stands.
final class LoansScreen: LibraryScreen {
  @ViewBound private var place: Bin
  @ViewBound private var shown: Shown?
  private var offset = 0.0

  /// What the page shows.
  private struct Shown: Equatable {
    var loans: [Loan]
    var holds: [LibraryModel.Hold]
    var places: [Int]
    var days: [Day?]
    var today: Day
  }

  override init(_ app: CityApp) {
    super.init(app)
    title = text("Loans")
  }

  override var restorationName: String? { "loans" }

  override func makeView() {
    place = Bin()
    place.expands = true
    (view as? Box)?.append(place)
  }

  override func show(_ library: Library) {
    follow(library.session.current) { [weak self] in self?.showLoans() }
    follow(library.lending.loans.list) { [weak self] in self?.showLoans() }
    follow(library.lending.holds.list) { [weak self] in self?.showLoans() }
    follow(library.clock.moments) { [weak self] in self?.showLoans() }
  }

  override func layOut() {
    shown = nil
    showLoans()
  }

  private func showLoans() {
    guard let library = app.library else { return }
    guard let reader = library.session.reader else {
      shown = nil
      return showSignIn(library)
    }
    let loans = library.lending.loans.list.snapshot().filter { $0.reader == reader.id }
      .sorted { $0.due < $1.due }
    let holds = library.lending.holds.list.snapshot().filter { $0.reader == reader.id }
    let new = Shown(
      loans: loans, holds: holds, places: holds.map(library.lending.place),
      days: holds.map { library.catalogue[$0.title]?.due }, today: .today)
    // Most changes are of other readers.
    if new == shown { return }
    shown = new
    if loans.isEmpty, holds.isEmpty { return showNothing() }
    let late = loans.filter { $0.due < .today }
    let page = Box(.vertical, spacing: 24)
    page.setMargin(24)
    for (name, group) in [
      (text("Late"), late), (text("On Loan"), loans.filter { $0.due >= .today }),
    ]
    where !group.isEmpty {
      page.append(PreferencesGroup(name, group.map { row($0, in: library) }))
    }
    if !holds.isEmpty {
      page.append(PreferencesGroup(text("In Line"), holds.map { row($0, in: library) }))
    }
    if let scrolled = place.content as? ScrolledView { offset = scrolled.intendedOffset }
    let scrolled = ScrolledView(Clamp(page, maximumWidth: 760))
    place.content = scrolled
    scrolled.scroll(to: offset)
  }

  private func row(_ loan: Loan, in library: Library) -> ActionRow {
    let row = titleRow(loan.title, in: library)
    row.subtitle += text(" · copy %d", loan.id % 10)
    if app.isNarrow {
      row.subtitle = loan.due.dueText
    } else {
      row.addSuffix(tag(loan.due.dueText, loan.due.dueStyle))
    }
    let lending = library.lending
    if loan.due >= .today {
      row.addSuffix(
        button(text("Renew"), icon: "view-refresh-symbolic") { [weak self] in
          self?.attempt { [weak self] in
            let renewed = try await lending.renew(loan)
            self?.app.show(text("Renewed: %@.", renewed.due.dueText))
          }
        })
    }
    row.addSuffix(
      button(text("Return"), icon: "object-select-symbolic") { [weak app] in app?.giveBack(loan) })
    return row
  }

  private func row(_ hold: LibraryModel.Hold, in library: Library) -> ActionRow {
    let row = titleRow(hold.title, in: library)
    let place = library.lending.place(of: hold)
    row.subtitle = text("Number %d in line", place)
    if let due = library.catalogue[hold.title]?.due {
      let days = due - .today
      row.subtitle +=
        days > 1 ? text(" · expected in %d days", days) : text(" · expected tomorrow")
    }
    row.addSuffix(
      Button(text("Leave the Line")) { [weak self] in
        self?.attempt { try await library.lending.leave(hold) }
      })
    return row
  }

  private func titleRow(_ id: Title.ID, in library: Library) -> ActionRow {
    guard let title = library.catalogue[id] else { return ActionRow("\(id)") }
    let row = ActionRow(title.name, subtitle: title.author) { [weak app] in app?.openTitle(id) }
    let cover = CoverView(app.covers, width: 30)
    cover.setMargins(top: 6, bottom: 6)
    cover.show(title)
    row.addPrefix(cover)
    return row
  }

  // MARK: Empty states

  private func showSignIn(_ library: Library) {
    showStatus(
      icon: "avatar-default-symbolic", text("Your Loans"),
      text("Sign in with your card to see what you have borrowed."), text("Sign In")
    ) { [weak self] in
      self?.attempt { _ = try await library.reader.signIn().value }
    }
  }

  private func showNothing() {
    showStatus(
      icon: "emblem-documents-symbolic", text("Nothing on Loan"),
      text("What you borrow is listed here, with the day on which it is due."),
      text("Browse the Catalogue")
    ) { [weak app] in
      app?.tabs.select(0)
    }
  }

  private func showStatus(
    icon: String, _ title: String, _ description: String, _ button: String,
    _ action: @escaping @MainActor () -> Void
  ) {
    let button = Button(button, onClick: action)
    button.addStyle("pill")
    button.addStyle("suggested-action")
    button.horizontalAlignment = .center
    place.content = StatusPage(icon: icon, title: title, description: description, button)
  }

  // MARK: State

  override func saveState(into state: inout ScreenStateWriter) {
    state.save((place.content as? ScrolledView)?.intendedOffset ?? offset, for: .offset)
  }

  override func restoreState(from state: ScreenStateReader) {
    offset = state.value(for: .offset) ?? 0
    (place.content as? ScrolledView)?.scroll(to: offset)
  }
}

extension CityApp {
  /// Takes a copy back, and offers to undo that.
  func giveBack(_ loan: Loan) {
    guard let library, let title = library.catalogue[loan.title] else { return }
    Task {
      do {
        try await library.lending.giveBack(loan)
        show(text("“%@” returned", title.name), button: text("Undo")) { [weak self] in
          Task {
            do { try await library.lending.undoReturn(of: loan) } catch { self?.show(error) }
          }
        }
      } catch {
        show(error)
      }
    }
  }
}

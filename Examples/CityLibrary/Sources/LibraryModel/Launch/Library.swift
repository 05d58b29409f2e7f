package import Stagecraft

/// All that the screens need: what they show, and what they do.
package final class Library: Sendable {
  package let catalogue: Catalogue
  package let lending: Lending
  package let desk: OrderDesk
  package let reader: ReaderDesk
  package let notices: Notices
  package let branches: TableList<Branch>
  package let clock: LibraryClock
  /// The pool of copies, to be watched.
  package let copies: SharedPool<String>
  private let store: any TableStore
  private let keeper: LineKeeper

  init(_ parts: LibraryParts) {
    let now = parts.settings.now
    let today = { @Sendable in now().day }
    clock = LibraryClock(now: now)
    store = parts.store
    catalogue = Catalogue(parts.titles.value)
    copies = parts.pool.value
    lending = Lending(
      catalogue, loans: parts.loans.value, holds: parts.holds.value, pool: copies, today: today)
    desk = OrderDesk(parts.orders.value)
    reader = ReaderDesk(
      Session(parts.readers.value), favourites: parts.favourites.value, reviews: parts.store,
      lending: lending, manager: parts.settings.manager, today: today)
    notices = Notices(parts.reminders.value, lending: lending, catalogue: catalogue)
    branches = parts.branches.value
    keeper = LineKeeper(lending, report: parts.settings.report)
  }

  package var session: Session { reader.session }

  /// The copies of a title, and where they stand.
  package func copies(of title: Title.ID) async throws -> TableWindow<Copy> {
    try await TableList.window(
      of: "copies", at: store, where: [TableCondition("title", in: [.integer(Int64(title))])],
      count: 9)
  }

  /// Ends what goes on by itself, and leaves the file.
  package func close() async {
    clock.stop()
    keeper.stop()
    await copies.close()
    await catalogue.titles.close()
    await lending.loans.close()
    await lending.holds.close()
    await desk.orders.close()
  }

  package func readerName(_ id: Reader.ID) -> String {
    session.readers.list.snapshot()[id: id]?.name ?? ""
  }
}

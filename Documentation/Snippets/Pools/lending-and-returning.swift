// The ways to borrow and return a book that has two copies.
// snippet.hide
import StagecraftPools

final class Book: Sendable {
  let copy: Int
  let isTorn = false
  init(copy: Int) { self.copy = copy }
  func open() { print("Copy \(copy) is opened.") }
}

struct Bindery {
  func repair(_ book: Book) async { print("Copy \(book.copy) is bound anew.") }
}

struct Reader {
  func read(_ book: Book) async { print("Somebody reads copy \(book.copy).") }
}

func read(_ book: Book) { print("Copy \(book.copy) is read.") }

func lend(to reader: Reader) async throws {
  // snippet.show
  let books = BoundedPool(lending: [Book(copy: 1), Book(copy: 2)])

  try await books.withElement { book in
    await reader.read(book)
  }
  // snippet.hide
}

final class CatalogueSession: Sendable {
  func titles() async throws -> [String] { ["Momo"] }
}

func listTitles(_ sessions: BoundedPool<CatalogueSession>) async throws {
  // snippet.show
  let titles = try await sessions.withElement { session in
    try await Task.detached { [session] in try await session.titles() }.value
  }
  // snippet.hide
  print(titles)
}

struct Visitor {
  let books: BoundedPool<Book>

  func read(_ book: Book) async throws { print("Copy \(book.copy) is read slowly.") }

  // snippet.show
  func borrowAndRead() async throws {
    let lease = try await books.lease()
    lease.element.open()
    try await read(lease.element)
  }  // back on the shelf
  // snippet.hide
}

struct Desk {
  let books: BoundedPool<Book>

  func borrowUnlessBusy() async throws {
    // snippet.show
    do {
      let book = try await books.lease(timeout: .seconds(2))
      read(book.element)
    } catch PoolError.timedOut {
      print("All copies are on loan.")
    }
    // snippet.hide
  }

  func look() {
    // snippet.show
    guard let book = books.tryLease() else { return print("None in stock.") }
    read(book.element)
    // snippet.hide
  }

  func inspect() async throws {
    // snippet.show
    let lease = try await books.lease()
    if lease.element.isTorn {
      lease.discard()  // destroyed, never lent again
    } else {
      lease.release()  // now, and not at the end of the scope
    }
    // snippet.hide
  }

  func exchange(_ bindery: Bindery) async throws {
    // snippet.show
    let lease = try await books.lease()
    if lease.element.isTorn {
      let torn = lease.replace(with: Book(copy: 7))
      await bindery.repair(torn)
    }
    // snippet.hide
  }

  func exchangeAll() {
    // snippet.show
    books.replaceStock(with: [Book(copy: 3), Book(copy: 4)])
    // snippet.hide
  }

  func give() async throws -> Book {
    // snippet.show
    let lease = try await books.lease()
    return lease.detach()  // the reader's own from now on
    // snippet.hide
  }
}

// snippet.show
/// A reader's card, which holds at most one book.
struct Card: ~Copyable {
  private var book: Lease<Book>?

  mutating func checkOut(from books: BoundedPool<Book>) async throws {
    book = try await books.lease()
  }

  mutating func giveBack() {
    book.take()?.release()
  }
}
// snippet.hide

func runDesk() async throws {
  try await lend(to: Reader())
  let desk = Desk(books: BoundedPool(lending: [Book(copy: 1), Book(copy: 2)]))
  try await Visitor(books: desk.books).borrowAndRead()
  try await desk.borrowUnlessBusy()
  desk.look()
  try await desk.inspect()
  try await desk.exchange(Bindery())
  desk.exchangeAll()
  var card = Card()
  try await card.checkOut(from: desk.books)
  card.giveBack()
  print("Given away: copy \(try await desk.give().copy).")
}

try await runDesk()

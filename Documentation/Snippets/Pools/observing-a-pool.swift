// The events, labels and counts of a pool.
// snippet.hide
import StagecraftPools

struct Book: Sendable {
  var copy: Int
}

struct Reader {
  func read(_ book: Book) async { print("Copy \(book.copy) is read.") }
}

func watch() async throws {
  // snippet.show
  var configuration = PoolConfiguration()
  configuration.name = "books"
  configuration.recordsTimings = true
  configuration.longHoldThreshold = .seconds(60)
  let books = BoundedPool(lending: [Book(copy: 1), Book(copy: 2)], configuration: configuration)
  // snippet.hide

  // snippet.show
  let observation = books.observe { event in
    switch event {
    case .heldLong(let site, let age): print("Borrowed at \(site), on loan for \(age).")
    case .returnedAfterLongHold(let site, let age):
      print("Borrowed at \(site), returned after \(age).")
    default: break
    }
  }
  // snippet.hide
  try await books.withElement { book in print("Copy \(book.copy) is read.") }
  let reader = Reader()

  // snippet.show
  try await books.withElement(label: "reader 17") { book in
    await reader.read(book)
  }

  for loan in books.loans { print(loan) }  // “reader 17”, CityLibrary/Desk.swift:42, for 310 ms
  // snippet.hide

  // snippet.show
  let now = books.snapshot
  print("\(now.onLoan) of \(now.capacity ?? 0) on loan, \(now.waiting) waiting.")
  if let timings = now.timings {
    print("Half of the loans took \(timings.holds.quantile(0.5)) or less.")
  }
  // snippet.hide
  observation.cancel()
}

func log(_ books: BoundedPool<Book>) async {
  // snippet.show
  let observation = books.observe { event in print(event) }
  // snippet.hide
  observation.cancel()

  // snippet.show
  for await event in books.events { print(event) }
  // snippet.hide
}

// snippet.show
/// Explains why no book is available.
func explain(_ error: any Error) {
  guard let error = error as? PoolError else { return }
  // Pool “books”: no element became available within 2000 ms (2 of 2 on loan, 5 waiting).
  print(error)
}
// snippet.hide

try await watch()

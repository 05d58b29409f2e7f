// Timeouts, cancellation, and a change of the capacity.
// snippet.hide
import StagecraftPools

struct Book: Sendable {
  var copy: Int
}

func read(_ book: Book) { print("Copy \(book.copy) is read.") }

func wait(for books: BoundedPool<Book>) async throws {
  // snippet.show
  try await books.withElement(timeout: .unlimited) { book in read(book) }
  // snippet.hide
}

func leave(_ books: BoundedPool<Book>) async throws {
  let copy = try await books.lease()
  // snippet.show
  let reader = Task { try await books.withElement { book in read(book) } }
  reader.cancel()  // ends the wait with CancellationError; the next in line moves up
  // snippet.hide
  copy.release()
  _ = await reader.result
}

func buy(for books: BoundedPool<Book>) {
  // snippet.show
  books.add(Book(copy: 3))  // the longest waiter receives it
  books.setCapacity(2)  // one copy is destroyed when it is returned
  // snippet.hide
}

func configure() -> PoolConfiguration {
  // snippet.show
  var configuration = PoolConfiguration()
  configuration.waitTimeout = .seconds(5)
  configuration.overtaking = .strict
  // snippet.hide
  return configuration
}

func shed() -> PoolConfiguration {
  // snippet.show
  var configuration = PoolConfiguration()
  configuration.maximumWaiting = 100
  configuration.creation.failsFast = true
  // snippet.hide
  return configuration
}

// snippet.show
/// For a plain thread; in a task, the compiler rejects the blocking call.
func scan(_ books: BoundedPool<Book>) throws {
  try books.withElementBlocking(timeout: .seconds(1)) { book in read(book) }
}
// snippet.hide

func run() async throws {
  let books = BoundedPool(lending: [Book(copy: 1)], configuration: configure())
  try await wait(for: books)
  try await leave(books)
  buy(for: books)
  print(shed().maximumWaiting)
  print("In stock: \(books.snapshot.idle).")
}

try await run()

// A stock whose order does not matter uses the fast path.
// snippet.hide
import StagecraftPools

struct Book: Sendable {
  var copy: Int
}

func stock(_ copies: [Book]) -> BoundedPool<Book> {
  // snippet.show
  var configuration = PoolConfiguration()
  configuration.reuseOrder = .nearest
  let books = BoundedPool(lending: copies, configuration: configuration)
  // snippet.hide
  return books
}

try await stock([Book(copy: 1), Book(copy: 2)]).withElement { book in
  print("Copy \(book.copy) is read.")
}

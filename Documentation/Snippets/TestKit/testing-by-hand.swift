// A manual clock and a manual executor: nothing happens until the test asks for it.
// snippet.hide
import StagecraftPools
import StagecraftTestKit

final class Book: Sendable {}

func testPatience() async throws {
  // snippet.show
  let clock = ManualClock()
  var configuration = PoolConfiguration()
  configuration.clock = clock
  let books = BoundedPool(lending: [Book](), configuration: configuration)

  let reader = Task { try await books.lease(timeout: .after(.seconds(5))).element }
  try await clock.nextSleep()  // from here on, the reader is certainly waiting
  clock.advance(by: .seconds(5))
  // snippet.hide

  // snippet.show
  do {
    _ = try await reader.value
    fatalError("There was no book to lend.")
  } catch PoolError.timedOut {
    print("The reader timed out after five seconds of manual time, and the test did not wait.")
  }
  // snippet.hide
}

func testLine() async throws {
  let books = BoundedPool(lending: [Book]())
  // snippet.show
  let executor = ManualExecutor()
  let reader = Task(executorPreference: executor) { try await books.lease().element }
  executor.run()  // the reader has requested a book, and waits in line
  // snippet.hide

  // snippet.show
  precondition(books.snapshot.waiting == 1)
  books.add(Book())
  try await executor.nextJob()  // the reader has been woken
  executor.run()
  _ = try await reader.value
  // snippet.hide
  print("The reader got the book that was bought.")
}

try await testPatience()
try await testLine()

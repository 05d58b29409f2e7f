// A test's own clock and its own executor: nothing happens until the test says so.
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
  try await clock.nextSleep()  // now the reader waits: a fact, not a hope
  clock.advance(by: .seconds(5))
  // snippet.hide

  // snippet.show
  do {
    _ = try await reader.value
    fatalError("There was no book to lend.")
  } catch PoolError.timedOut {
    print("The reader was told after five seconds, and the test took none.")
  }
  // snippet.hide
}

func testLine() async throws {
  let books = BoundedPool(lending: [Book]())
  // snippet.show
  let executor = ManualExecutor()
  let reader = Task(executorPreference: executor) { try await books.lease().element }
  executor.run()  // the reader has asked, and waits in line
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

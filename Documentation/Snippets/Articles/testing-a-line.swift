// A copy arrives and a reader leaves, in both orders, without a clock or a sleep.
// snippet.hide
import StagecraftPools
import StagecraftTestKit

struct Book: Sendable {
  var copy: Int
}

func testLeaving() async throws {
  // snippet.show
  for leavesBefore in [true, false] {
    let executor = ManualExecutor()
    let copies = BoundedPool(lending: [Book]())
    let readers = (1...2).map { _ in
      Task(executorPreference: executor) { try await copies.withElement { $0.copy } }
    }
    executor.run()  // both readers are in line
    precondition(copies.snapshot.waiting == 2)

    if leavesBefore { readers[0].cancel() }
    copies.add(Book(copy: 1))
    if !leavesBefore { readers[0].cancel() }  // the copy is granted, the task has not yet run
    try await executor.nextJob()
    executor.run()

    let first = try? await readers[0].value
    precondition(first == (leavesBefore ? nil : 1))
    let second = try await readers[1].value
    precondition(second == 1 && copies.snapshot.idle == 1)
  }
  // snippet.hide
}

try await testLeaving()
print("No copy is lost in either order.")

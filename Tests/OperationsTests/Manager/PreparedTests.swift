import StagecraftTestKit
import Testing

@testable import StagecraftOperations

@Suite("Prepared operations", .timeLimit(.minutes(3)))
struct PreparedTests {
  @Test("They do not start before they are submitted") func neverStarts() {
    let desk = SteppedManager()
    let handle = desk.manager.prepare("card") { 1 }
    desk.run()
    #expect(handle.state == .waiting)
    #expect(!handle.isSubmitted)
    #expect(handle.submit())
    #expect(!handle.submit())
    desk.run()
    #expect(handle.outcome?.value == 1)
  }

  @Test("A released one is cancelled, with its dependents") func dropped() {
    let desk = SteppedManager()
    let log = Log()
    var login: OperationHandle<Int>? = desk.manager.prepare("login") { 1 }
    let favourite = desk.manager.submit("favourite", after: login!) { _ in }
    let comment = desk.manager.submit("comment", after: favourite) { _ in }
    let result = desk.manager.submit("result", after: login!.result) { result in
      log.note((try? result.get()) == nil ? "none" : "some")
    }
    let report = desk.manager.submit("report", following: login!) {}
    desk.run()
    #expect(favourite.state == .waiting)
    #expect(favourite.dependencies == [login!])
    login = nil
    desk.run()
    #expect([favourite, comment].map(\.word) == ["cancelled", "cancelled"])
    #expect(favourite.cancellationReason?.root == "login")
    #expect(comment.cancellationReason?.path == ["login", "favourite"])
    #expect(result.word == "succeeded" && report.word == "succeeded")
    #expect(log.entries == ["none"])
    #expect(desk.manager.operationCount == 0)
  }

  @Test("Dependents receive the value of one that is submitted late") func submittedLate() {
    let desk = SteppedManager()
    var login: OperationHandle<Int>? = desk.manager.prepare("login") { 1 }
    let sum = desk.manager.submit("sum", after: desk.manager.submit { 10 }, login!) { $0 + $1 }
    desk.run()
    login?.submit()
    login = nil
    desk.run()
    #expect(sum.outcome?.value == 11)
  }

  @Test("Prepared ones hold each other until they are submitted") func hold() {
    let desk = SteppedManager()
    let first: OperationHandle<Int> = desk.manager.prepare("first") { 1 }
    var second: OperationHandle<Int>? = desk.manager.prepare("second", after: first) { $0 + 1 }
    let third = desk.manager.prepare("third", after: second!) { $0 + 1 }
    second = nil
    #expect(desk.manager.operationCount == 3)
    for handle in third.dependencies { handle.submit() }
    third.submit()
    first.submit()
    desk.run()
    #expect(third.outcome?.value == 3)
  }

  @Test("The last of a chain is cancelled on submission if the others were released")
  func lastOfChain() {
    let desk = SteppedManager()
    var last = desk.manager.prepare("0") { 0 }
    for number in 1...5 { last = desk.manager.prepare("\(number)", after: last) { $0 + 1 } }
    #expect(desk.manager.operationCount == 6)
    last.submit()
    #expect(last.word == "cancelled")
    #expect(last.cancellationReason?.root == "4")
    #expect(desk.manager.operationCount == 0)
  }

  @Test("A released one no longer counts for progress and idleness")
  func droppedIsForgotten() async throws {
    let desk = SteppedManager()
    var handle: OperationHandle<Int>? = desk.manager.prepare { 1 }
    #expect(desk.manager.currentProgress.total == 1)
    let idle = Task(executorPreference: desk.executor) {
      try await desk.manager.waitUntilIdle()
    }
    desk.run()
    #expect(handle != nil)
    handle = nil
    desk.run()
    try await idle.value
    #expect(desk.manager.currentProgress.total == 0)
  }

  @Test("Operation types can be prepared") func typed() {
    struct Card: AsyncOperation {
      func run(_ context: OperationContext) async throws -> Int { 7 }
    }
    let desk = SteppedManager()
    let handle = desk.manager.prepare(Card())
    #expect(handle.name == "Card")
    desk.run()
    #expect(handle.state == .waiting)
    handle.submit()
    desk.run()
    #expect(handle.outcome?.value == 7)
  }

  @Test("Releasing against the end of a dependency, and against queries, from many threads")
  func droppingRaces() async throws {
    let manager = OperationManager("desk")
    for _ in 0..<100 {
      let login = manager.submit("login") { () async throws -> Int in throw Broken() }
      let prepared = (0..<4).map { _ in manager.prepare("card", after: login) { $0 } }
      let looking = Task.detached { manager.operations.count + login.dependents.count }
      let dropping = Task.detached { _ = prepared.count }
      manager.cancelAll(tagged: "none")
      _ = await (looking.value, dropping.value)
    }
    try await manager.waitUntilIdle()
    #expect(manager.operationCount == 0)
  }
}

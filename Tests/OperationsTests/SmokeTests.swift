import StagecraftOperations
import StagecraftTestKit
import Testing

@Suite("A manager", .timeLimit(.minutes(3)))
struct ManagerSmokeTests {
  struct Broken: Error {}

  @Test func anOperationRunsAndHasAValue() async throws {
    let manager = OperationManager("desk")
    let handle = manager.submit("one") { 1 }
    #expect(try await handle.value == 1)
    #expect(handle.state == .ended(.succeeded))
  }

  @Test func valuesArePassedToDependents() async throws {
    let manager = OperationManager("desk")
    let login = manager.submit("login") { "Ada" }
    let number = manager.submit("number") { 7 }
    let both = manager.submit("both", after: login, number.result) { name, number in
      "\(name) \(try number.get())"
    }
    #expect(try await both.value == "Ada 7")
  }

  @Test func aFailureCancelsTheOperationsThatRequireIt() async throws {
    let manager = OperationManager("desk")
    let login = manager.submit("login") { () async throws -> String in throw Broken() }
    let favourite = manager.submit("favourite", after: login) { name in name }
    let comment = manager.submit("comment", after: favourite) { name in name }
    let recovery = manager.submit("recovery", after: login.failed) { error in error is Broken }
    let report = manager.submit("report", following: comment) { true }
    let error = await #expect(throws: OperationError.self) { try await comment.value }
    #expect(error?.reason?.root == "login")
    #expect(error?.rootError is Broken)
    #expect(error?.reason?.path == ["login", "favourite"])
    #expect(try await recovery.value)
    #expect(try await report.value)
  }

  @Test func aLongChainEndsInOrder() async throws {
    let manager = OperationManager("desk")
    var last = manager.submit { 0 }
    for _ in 0..<10_000 { last = manager.submit(after: last) { $0 + 1 } }
    #expect(try await last.value == 10_000)
    try await manager.waitUntilIdle()
    #expect(manager.operationCount == 0)
  }

  @Test func mainActorClosuresRunOnTheMainActor() async throws {
    let manager = OperationManager("desk")
    let isMain = manager.submit { @MainActor in
      MainActor.assertIsolated()
      return true
    }
    #expect(try await isMain.value)
  }
}

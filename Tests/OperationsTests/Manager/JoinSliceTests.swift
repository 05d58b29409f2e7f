import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

/// What other threads do between two slices in which the edges of a large join are added.
@Suite("Slices of joins", .timeLimit(.minutes(3)))
struct JoinSliceTests {
  private let desk = SteppedManager()

  private static var pageCount: Int { 2 * Engine.slice + 1 }

  private func scan() -> [OperationHandle<Int>] {
    (0..<Self.pageCount).map { page in desk.manager.submit("page \(page)") { page } }
  }

  /// The operation with its first slice, and the edges that are yet to be added.
  private func begin(
    after pages: [OperationHandle<Int>]
  ) -> (join: OperationHandle<[Int]>, rest: ArraySlice<Edge>) {
    let join = desk.manager.makeHandle(
      "bind", [], OperationSite(fileID: #fileID, line: #line), after: pages.operationEdge
    ) { $0 }
    let rest = Engine.shared.beginAdding(
      join, edges(pages.operationEdge, following: []), isSubmitted: true)
    return (join, rest)
  }

  /// Adds the other edges and submits the operation; returns the number of slices.
  private func end(_ join: OperationHandle<[Int]>, _ rest: ArraySlice<Edge>) -> Int {
    var rest = rest
    var count = 2
    while Engine.shared.addSlice(of: &rest, to: join) { count += 1 }
    _ = Engine.shared.submit(join)
    return count
  }

  @Test("No other code obtains the operation before it has all its edges") func hidden() throws {
    let pages = scan()
    let (join, rest) = begin(after: pages)
    #expect(desk.manager.operationCount == Self.pageCount + 1)
    #expect(desk.manager.operations == pages)
    #expect(pages.allSatisfy { $0.dependents.isEmpty })
    for operation in desk.manager.operations where !operation.isSubmitted { operation.submit() }
    desk.run()
    #expect(join.word == "open" && !join.isSubmitted)
    #expect(end(join, rest) == 3)
    desk.run()
    #expect(join.outcome?.value == Array(0..<Self.pageCount))
  }

  @Test("With all its edges, it is found, and late edges do not move its values") func found()
    throws
  {
    desk.manager.suspend()
    let pages = scan()
    let late = desk.manager.submit("cover") {}
    let (join, rest) = begin(after: pages)
    #expect(end(join, rest) == 3)
    #expect(desk.manager.operations == pages + [late, join])
    #expect(pages[0].dependents == [join] && pages[Self.pageCount - 1].dependents == [join])
    try join.addDependency(following: late)
    desk.manager.resume()
    desk.run()
    #expect(join.outcome?.value == Array(0..<Self.pageCount))
  }

  @Test("A cancellation between two slices is final", arguments: ["page", "dependents", "all"])
  func cancelled(_ kind: String) {
    desk.manager.suspend()
    let pages = scan()
    let (join, rest) = begin(after: pages)
    switch kind {
    case "page": pages[0].cancel()
    case "dependents": pages[0].cancel(includingDependents: true)
    default: desk.manager.cancelAll()
    }
    #expect(join.word == "cancelled")
    #expect(end(join, rest) == 3)
    #expect(!join.isSubmitted && join.dependencies.isEmpty)
    #expect(pages[Self.pageCount - 1].dependents.isEmpty)
    desk.manager.resume()
    desk.run()
    #expect(desk.manager.operationCount == 0)
  }

  @Test("A page of a later slice that is cancelled or fails in between cancels the join")
  func laterPage() {
    let pages = scan()
    let (join, rest) = begin(after: pages)
    pages[Self.pageCount - 1].cancel()
    #expect(join.word == "open")
    #expect(end(join, rest) == 3)
    #expect(join.cancellationReason?.kind == .dependencyCancelled)
    desk.run()
    #expect(desk.manager.operationCount == 0)
  }

  @Test("A join whose manager is shut down between two slices is cancelled") func shutDown() {
    let pages = scan()
    let (join, rest) = begin(after: pages)
    Engine.shared.lock.withLock { desk.manager.rejectsOperations = true }
    #expect(end(join, rest) == 3)
    #expect(join.cancellationReason?.kind == .shutdown)
    desk.run()
    #expect(desk.manager.operationCount == 0)
  }

  private final class Companion: OperationCompanion {
    let log = Log()

    func follow(_ other: any OperationCompanion) { log.note("follow") }
    func began(attempt: Int) { log.note("began") }
    func returned(_ error: (any Error)?) {}
    func within<Value>(
      on actor: isolated (any Actor)?, _ body: () async -> Value
    ) async -> Value { await body() }
    func ended(_ end: OperationEnd) { log.note("ended") }
    func discarded() { log.note("discarded") }
  }

  @Test("Its companion receives all dependencies before it begins, slice by slice")
  func companion() throws {
    let token = desk.manager.accompany { _ in Companion() }
    let pages = scan()
    let (join, rest) = begin(after: pages)
    let log = try #require(companion(of: join)).log
    #expect(log.count == Engine.slice)
    #expect(end(join, rest) == 3)
    #expect(log.count == Self.pageCount)
    desk.run()
    #expect(log.entries.suffix(2) == ["began", "ended"])
    #expect(log.count == Self.pageCount + 2)
    token.cancel()
  }

  @Test("The companion of a join that is cancelled between two slices receives its end")
  func companionOfCancelled() throws {
    let token = desk.manager.accompany { _ in Companion() }
    let pages = scan()
    let (join, rest) = begin(after: pages)
    let log = try #require(companion(of: join)).log
    pages[0].cancel()
    #expect(end(join, rest) == 3)
    desk.run()
    #expect(log.entries.last == "ended" && log.count == Engine.slice + 1)
    token.cancel()
  }

  private func companion(of handle: AnyOperationHandle) -> Companion? {
    Engine.shared.lock.withLock { handle.companion as? Companion }
  }
}

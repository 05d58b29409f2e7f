import StageFloor
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

/// Work on many operations is done in slices.
@Suite("Slices", .serialized, .timeLimit(.minutes(3)))
struct SlicingTests {
  private static var slices: Int { Engine.shared.lock.withLock { Engine.shared.sliceCount } }

  @Test("Thousands are cancelled in slices; operations submitted in between are not")
  func cancelAll() async throws {
    let desk = SteppedManager(limit: 1)
    let (starts, late) = (Log(), Locked<OperationHandle<Int>?>(nil))
    desk.manager.suspend()
    let all = (0..<3_000).map { number in desk.manager.submit { starts.note("\(number)") } }
    // Observers are notified between the slices.
    let observation = desk.manager.observe { event in
      guard case .ended = event.kind else { return }
      late.withLock { late in
        if late == nil { late = desk.manager.submit { 1 } }
      }
      desk.run()
    }
    desk.manager.resume()
    let before = Self.slices
    desk.manager.cancelAll()
    #expect(Self.slices - before >= 3_000 / Engine.slice)
    #expect(all.allSatisfy { $0.cancellationReason?.kind == .requested })
    withExtendedLifetime(observation) {}
    desk.run()
    #expect(starts.entries.isEmpty)
    #expect(late.withLock { $0?.outcome?.value } == 1)
  }

  @Test("The lock is released between the pieces of a search for a cycle")
  func searchingInPieces() throws {
    let desk = SteppedManager()
    let (login, order) = (desk.manager.prepare("login") {}, desk.manager.prepare("order") {})
    let (before, calls) = (Self.slices, 5)
    var (count, searches) = (0, 0)
    let answer = Engine.shared.modifyInPieces(from: login, to: order) { _, limit -> Int? in
      count += 1
      if Engine.shared.machine.cycleSearches.contains(where: { $0.dependency == login.id }) {
        searches += 1
      }
      return count < calls ? nil : limit
    }
    #expect(answer == OperationMachine.searchPiece)
    #expect(count == calls && searches == calls - 1)
    #expect(Self.slices - before >= calls - 1)
    Engine.shared.lock.withLock {
      #expect(!Engine.shared.machine.cycleSearches.contains { $0.dependency == login.id })
    }
  }

  @Test("The error of a cycle of thousands names the first and the last of them")
  func closingACycle() throws {
    let desk = SteppedManager()
    desk.manager.suspend()
    let count = 20_000
    var all = [desk.manager.submit("0") {}]
    for number in 1..<count {
      all.append(desk.manager.submit("\(number)", following: all[number - 1]) {})
    }
    let error = #expect(throws: OperationError.self) {
      try all[0].addDependency(following: all[count - 1])
    }
    #expect(error?.kind == .cycle)
    #expect(error?.path.count == 33 && error?.path[16] == "…")
    #expect(error?.path.first == "19999" && error?.path.last == "0")
    desk.manager.cancelAll()
  }

  @Test("Thousands of dependents are notified in slices, before the call returns")
  func failing() async throws {
    let desk = SteppedManager()
    let root = desk.manager.prepare("root") { 1 }
    let all = (0..<3_000).map { _ in desk.manager.submit(after: root) { $0 } }
    let before = Self.slices
    root.cancel()
    #expect(Self.slices - before >= 3_000 / Engine.slice)
    #expect(all.allSatisfy { $0.cancellationReason?.root == "root" })
    #expect(desk.manager.operationCount == 0)
  }

  @Test(
    "Thousands of waiters are resumed in slices, or stop waiting one by one",
    arguments: [true, false])
  func waiters(isCancelled: Bool) async throws {
    let desk = SteppedManager()
    let book = desk.manager.prepare("book") { 1 }
    let tasks = (0..<1_000).map { _ in
      Task(executorPreference: desk.executor) { try await book.value }
    }
    desk.run()
    #expect(waiting(for: book) == 1_000)
    if isCancelled {
      for task in tasks { task.cancel() }
      desk.run()
      for task in tasks {
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      #expect(waiting(for: book) == 0)
    }
    book.submit()
    desk.run()
    if !isCancelled {
      for task in tasks { #expect(try await task.value == 1) }
    }
    #expect(waiting(for: book) == 0)
  }

  private func waiting(for handle: AnyOperationHandle) -> Int {
    Engine.shared.lock.withLock { handle.details.existingExtras?.waiters.count ?? 0 }
  }

  /// Other threads proceed between two pages of explanations: here the observer, which ends the
  /// stall.
  @Test("A stall of thousands is explained in pages, until it is over")
  func stall() async throws {
    let desk = SteppedManager { $0.stallThreshold = .seconds(10) }
    let (stalls, continuation) = AsyncStream.makeStream(of: String.self)
    let observation = desk.manager.observe { event in
      guard case .stalled = event.kind else { return }
      continuation.yield(event.name)
      desk.manager.submit("progress") {}
    }
    let book = OperationManager("other").prepare("book") { 1 }
    for number in 0..<1_000 { desk.manager.submit("\(number)", after: book) { _ in } }
    try await desk.sleepThrough(.seconds(10))
    try await desk.sleepThrough(.seconds(10))
    // The watch is set again once the report is over.
    try await desk.clock.nextSleep()
    desk.manager.cancelAll()
    continuation.finish()
    var reported: [String] = []
    for await name in stalls { reported.append(name) }
    #expect((1...OperationManager.stallPage).contains(reported.count))
    #expect(reported.first == "0")
    withExtendedLifetime(observation) {}
    book.cancel()
  }

  @Test("Releasing another operation between two slices does not change reasons")
  func dropping() {
    let desk = SteppedManager()
    var root: OperationHandle<Int>? = desk.manager.prepare("root") { 1 }
    let all = (0..<1_000).map { _ in desk.manager.submit(after: root!) { $0 } }
    let other = Locked<OperationHandle<Int>?>(desk.manager.prepare("other") { 1 })
    let late = desk.manager.submit(after: other.withLock { $0 }!) { $0 }
    let observation = desk.manager.observe { event in
      guard case .ended = event.kind else { return }
      _ = other.withLock { other -> OperationHandle<Int>? in
        defer { other = nil }
        return other
      }
    }
    root = nil
    #expect(all.count { $0.cancellationReason?.root == "root" } == all.count)
    #expect(late.cancellationReason?.root == "other")
    #expect(desk.manager.operationCount == 0)
    withExtendedLifetime(observation) {}
  }

  @Test(
    "A prepared operation is passed to thousands of dependents in slices", arguments: [true, false])
  func claims(isSubmitted: Bool) throws {
    let desk = SteppedManager()
    let login = desk.manager.submit("login") { () async throws -> Int in throw Broken() }
    let root = desk.manager.prepare("root", after: login.failed) { _ in 1 }
    let values = (0..<1_500).map { _ in desk.manager.submit(after: root) { $0 } }
    let results = (0..<1_500).map { _ in desk.manager.submit(after: root.result) { $0 } }
    let hadClaims = Locked(false)
    let observation = desk.manager.observe { event in
      guard event.name == "root", case .ended = event.kind else { return }
      let has = Engine.shared.lock.withLock { root.core.details.hasClaims }
      hadClaims.withLock { $0 = has }
    }
    let before = Self.slices
    if isSubmitted {
      root.submit()
      #expect(Self.slices - before >= 3_000 / Engine.slice)
      desk.run()
      #expect(values.allSatisfy { $0.outcome?.value == 1 })
      #expect(results.allSatisfy { (try? $0.outcome?.value?.get()) == 1 })
    } else {
      root.cancel()
      #expect(Self.slices - before >= 3_000 / Engine.slice)
      #expect(
        hadClaims.value, "It is passed on in slices, and its end is announced after the first one.")
      desk.run()
      #expect(values.allSatisfy { $0.cancellationReason?.root == "root" })
      for result in results {
        #expect(throws: CancellationError.self) { try result.outcome?.value?.get() }
      }
    }
    #expect(desk.manager.operationCount == 0)
    withExtendedLifetime(observation) {}
  }

  /// It is skipped, not cancelled: its dependents can read why.
  @Test("A prepared operation ends before it is submitted, and thousands read its result")
  func claimsOfOneThatIsSkipped() throws {
    let desk = SteppedManager()
    let login = desk.manager.submit("login") { 1 }
    let root = desk.manager.prepare("root", after: login.failed) { _ in 1 }
    let results = (0..<1_500).map { _ in desk.manager.submit(after: root.result) { $0 } }
    desk.run()
    #expect(root.word == "skipped")
    for result in results {
      let error = #expect(throws: OperationError.self) { try result.outcome?.value?.get() }
      #expect(error?.kind == .skipped)
    }
    #expect(desk.manager.operationCount == 0)
  }

  @Test("Submitting an operation releases thousands of unsubmitted dependencies in slices")
  func unsubmittedDependencies() throws {
    let desk = SteppedManager()
    let all = (0..<3_000).map { number in desk.manager.prepare { number } }
    let join = desk.manager.prepare("join") { 1 }
    for handle in all { try join.addDependency(handle) }
    let before = Self.slices
    #expect(join.submit())
    #expect(Self.slices - before >= 3_000 / Engine.slice)
    #expect(join.dependencies.count == 3_000 && all[7].dependents == [join])
    for handle in all { handle.submit() }
    desk.run()
    #expect(join.outcome?.value == 1)
  }

  @Test("An operation that alone holds hundreds is submitted before they end")
  func dependenciesHeldByOneOperation() throws {
    let desk = SteppedManager()
    let join = desk.manager.prepare("join") { 1 }
    for number in 0..<(Engine.slice + 44) {
      try join.addDependency(desk.manager.prepare { number })
    }
    let log = Log()
    let observation = desk.manager.observe { event in
      if event.name == "join" { log.note("\(event.kind)") }
    }
    #expect(join.submit())
    desk.run()
    #expect(log.entries.first == "submitted")
    #expect(join.word == "cancelled")
    withExtendedLifetime(observation) {}
  }

  @Test("Thousands of dependents are listed in slices, in order")
  func neighbours() throws {
    let desk = SteppedManager()
    let root = desk.manager.prepare { 1 }
    let all = (0..<3_000).map { _ in desk.manager.submit(after: root) { $0 } }
    try all[8].addDependency(root)
    let before = Self.slices
    #expect(root.dependents == all)
    #expect(Self.slices - before >= 3_000 / Engine.slice)
    #expect(all[8].dependencies == [root])
    root.cancel()
    #expect(root.dependents == [])
  }

  @Test("A list of waiters is in the order of tickets") func list() throws {
    try withEverySeed(in: 0..<20) { generator in
      var list = WaiterList()
      var model: [UInt64] = []
      var last: UInt64 = 0
      for _ in 0..<2_000 {
        if generator.oneIn(3), let ticket = model.randomElement(using: &generator) {
          list[ticket] = nil
          model.removeAll { $0 == ticket }
        } else {
          last += UInt64.random(in: 1...3, using: &generator)
          list.append(OperationWaiter(ticket: last))
          model.append(last)
        }
        let ticket = UInt64.random(in: 0...last, using: &generator)
        try check(
          (list[ticket] != nil) == model.contains(ticket), "waiters are found by their tickets")
      }
      try check(list.count == model.count, "waiters are counted")
      var taken: [UInt64] = []
      while !list.isEmpty { taken += list.takeSome().map(\.ticket) }
      try check(taken == model, "waiters are taken in order")
    }
  }
}

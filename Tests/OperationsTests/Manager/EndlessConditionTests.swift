import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Conditions that never settle", .timeLimit(.minutes(3)))
struct EndlessConditionTests {
  private let desk = SteppedManager()

  private func error(of handle: OperationHandle<Void>) -> OperationError? {
    guard case .failure(let error) = handle.outcome else { return nil }
    return error as? OperationError
  }

  @Test("A condition that submits an operation with the same condition fails")
  func endlessChain() {
    let made = Locked(0)
    @Sendable func need() -> OperationCondition<Void> {
      OperationCondition("need") { context in
        let count = made.withLock { made in
          made += 1
          return made
        }
        // Ensures that the test ends.
        if count > 5_000 { return .proceed }
        return .first(context.manager.submit("need", conditions: [need()]) {})
      }
    }
    let first = desk.manager.submit("first", conditions: [need()]) {}
    desk.run()
    #expect(first.cancellationReason?.kind == .dependencyFailed)
    #expect((first.cancellationReason?.rootError as? OperationError)?.kind == .endlessConditions)
    #expect(made.withLock { $0 } < 2_000)
    #expect(desk.manager.operationCount == 0)
  }

  @Test("The chain also fails if each condition is evaluated before the previous one has answered")
  func chainThatRunsAhead() async throws {
    let manager = OperationManager("desk")
    let made = Locked(0)
    @Sendable func need(_ isEvaluated: Gate) -> OperationCondition<Void> {
      OperationCondition("need") { context in
        isEvaluated.open()
        let count = made.withLock { made in
          made += 1
          return made
        }
        // Ensures that the test ends.
        if count > 5_000 { return .proceed }
        let continues = Gate()
        let next = context.manager.submit("need", conditions: [need(continues)]) {}
        Task.detached {
          try? await next.waitForEnd()
          continues.open()
        }
        // Meanwhile another driver evaluates the next condition, unless its operation has ended.
        await continues.wait()
        return .first(next)
      }
    }
    let first = manager.submit("first", conditions: [need(Gate())]) {}
    try await manager.waitUntilIdle()
    #expect((first.cancellationReason?.rootError as? OperationError)?.kind == .endlessConditions)
    #expect(made.withLock { $0 } < 2_000)
  }

  @Test("A condition that requests operations without end fails") func endlessRequests() {
    let asked = Locked(0)
    let condition = OperationCondition<Void>("more") { context in
      let count = asked.withLock { asked in
        asked += 1
        return asked
      }
      if count > 50_000 { return .proceed }
      return .first(context.manager.submit("one more") {})
    }
    let handle = desk.manager.submit("greedy", conditions: [condition]) {}
    desk.run()
    #expect(error(of: handle)?.kind == .endlessConditions)
    #expect(desk.manager.operationCount == 0)
  }

  @Test("Two conditions that request operations in turn without end fail") func takingTurns() {
    let turn = Locked(0)
    let asked = Locked(0)
    func condition(_ number: Int) -> OperationCondition<Void> {
      OperationCondition("turn \(number)") { context in
        let count = asked.withLock { asked in
          asked += 1
          return asked
        }
        // Ensures that the test ends.
        guard count < 200_000, turn.withLock({ $0 }) == number else { return .proceed }
        turn.withLock { $0 = 1 - number }
        return .first(context.manager.submit("one more") {})
      }
    }
    let handle = desk.manager.submit("greedy", conditions: [condition(0), condition(1)]) {}
    desk.run()
    #expect(error(of: handle)?.kind == .endlessConditions)
  }

  @Test(
    "Many conditions with one prerequisite each need a linear number of evaluations",
    arguments: Sanitizer.running == nil ? [1, 2, 33, 10_000] : [1, 2, 33])
  func linearEvaluations(count: Int) {
    let asked = Locked(0)
    let done = Locked<Set<Int>>([])
    let conditions = (0..<count).map { number in
      OperationCondition<Void>("page \(number)") { context in
        asked.withLock { $0 += 1 }
        if done.withLock({ $0.contains(number) }) { return .proceed }
        return .first(
          context.manager.submit("page") { _ = done.withLock { $0.insert(number) } })
      }
    }
    let handle = desk.manager.submit("book", conditions: conditions) {}
    desk.run()
    #expect(handle.word == "succeeded")
    #expect(asked.withLock { $0 } <= 3 * count)
    #expect(done.withLock { $0.count } == count)
  }

  @Test("A finite chain of prerequisites succeeds", arguments: [33, 900])
  func finiteChain(length: Int) {
    @Sendable func need(_ rest: Int) -> [OperationCondition<Void>] {
      let isAsked = Locked(false)
      return [
        OperationCondition("rest \(rest)") { context in
          let wasAsked = isAsked.withLock { isAsked in
            defer { isAsked = true }
            return isAsked
          }
          if wasAsked || rest == 0 { return .proceed }
          return .first(context.manager.submit("need", conditions: need(rest - 1)) {})
        }
      ]
    }
    let first = desk.manager.submit("first", conditions: need(length)) {}
    desk.run()
    #expect(first.word == "succeeded")
  }

  @Test("All conditions are evaluated again after a prerequisite")
  func evaluatedAgain() {
    let isOnline = Locked(true)
    let (isLoggedIn, order) = (Locked(false), Log())
    let online = OperationCondition<Void>("online") { _ in
      order.note("online")
      return isOnline.withLock { $0 } ? .proceed : .skip
    }
    let loggedIn = OperationCondition<Void>("logged in") { context in
      order.note("logged in")
      if isLoggedIn.withLock({ $0 }) { return .proceed }
      return .first(
        context.manager.submit("login") {
          isLoggedIn.withLock { $0 = true }
          isOnline.withLock { $0 = false }
        })
    }
    let handle = desk.manager.submit("page", conditions: [online, loggedIn]) {}
    desk.run()
    #expect(handle.word == "skipped")
    #expect(order.entries == ["online", "logged in", "logged in", "online"])
  }

  @Test("Of several values, that of the first condition in the list counts")
  func knownValues() {
    let isThere = Locked(false)
    let first = OperationCondition<Int>("first") { _ in .satisfied(1) }
    let second = OperationCondition<Int>("second") { context in
      if isThere.withLock({ $0 }) { return .satisfied(2) }
      return .first(context.manager.submit { isThere.withLock { $0 = true } })
    }
    let handle = desk.manager.submit("page", conditions: [first, second]) { 3 }
    desk.run()
    #expect(handle.outcome?.value == 1)
  }
}

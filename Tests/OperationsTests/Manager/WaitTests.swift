import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Waits from bodies, children, scopes", .timeLimit(.minutes(3)))
struct WaitTests {
  @Test("A waiting body frees its slot in a serial manager") func serial() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    let outer = desk.manager.submit("outer") { () async throws -> Int in
      let inner = desk.manager.submit("inner") {
        log.note("inner")
        return 1
      }
      let value = try await inner.value
      log.note("outer")
      return value + 1
    }
    let third = desk.manager.submit("third") { log.note("third") }
    desk.run()
    #expect(outer.outcome?.value == 2)
    #expect(third.word == "succeeded")
    #expect(desk.manager.operationCount == 0)
  }

  @Test("Waits in child tasks do not free slots") func parallelWaits() {
    let desk = SteppedManager(limit: 2)
    let outer = desk.manager.submit("outer") { () async throws -> Int in
      let inner = (0..<5).map { number in desk.manager.submit { number } }
      return try await withThrowingTaskGroup(of: Int.self) { group in
        for one in inner { group.addTask { try await one.value } }
        var sum = 0
        for try await value in group { sum += value }
        return sum
      }
    }
    desk.run()
    #expect(outer.outcome?.value == 10)
    // The slots are counted correctly: no more than two run.
    let gate = Gate()
    let handles = (0..<3).map { _ in desk.manager.submit { await gate.wait() } }
    desk.run()
    #expect(handles.map(\.state) == [.executing, .executing, .ready])
    gate.open()
    desk.run()
    #expect(handles.allSatisfy { $0.word == "succeeded" })
  }

  @Test("Waiting for itself or for a dependent is an error") func deadlock() async {
    let desk = SteppedManager()
    let favourite = desk.manager.prepare("favourite") {}
    let login = desk.manager.submit("login") {
      try await OperationContext.current!.operation.waitForEnd()
    }
    let other = desk.manager.submit("other") { try await favourite.value }
    try? favourite.addDependency(following: other)
    favourite.submit()
    desk.run()
    for handle in [login, other] {
      let error = await #expect(throws: OperationError.self) { try await handle.value }
      #expect(error?.kind == .wouldDeadlock)
    }
    let error = await #expect(throws: OperationError.self) { try await other.value }
    #expect(
      error?.description
        == "“other” cannot wait for “favourite”, which waits for it: favourite waits for other.")
    #expect(favourite.word == "succeeded")
  }

  @Test(
    "Waiting for an operation that needs a held category is an error", arguments: [false, true])
  func categoryDeadlock(isOlder: Bool) async {
    let desk = SteppedManager()
    let alert = OperationCategory("alert")
    let gate = Gate()
    let login = desk.manager.submit("login") { await gate.wait() }
    let options = OperationOptions("second", categories: [alert])
    let older = isOlder ? desk.manager.submit(options, following: login) {} : nil
    let first = desk.manager.submit(OperationOptions("first", categories: [alert])) {
      let second = older ?? desk.manager.submit(options) {}
      gate.open()
      try await login.waitForEnd()
      try await second.value
    }
    for _ in 0..<3 { desk.run() }
    let error = await #expect(throws: OperationError.self) { try await first.value }
    #expect(error?.kind == .wouldDeadlock)
    desk.run()
    #expect(desk.manager.operationCount == 0)
  }

  @Test("A body whose wait is cancelled continues") func cancelledWait() {
    let desk = SteppedManager(limit: 1)
    let gate = Gate()
    let outer = desk.manager.submit("outer") { () async -> Bool in
      let inner = OperationManager.shared.prepare("never") {}
      do { try await inner.value } catch { return error is CancellationError }
      return false
    }
    desk.run()
    let next = desk.manager.submit("next") { await gate.wait() }
    desk.run()
    #expect(outer.state == .executing && next.state == .executing)
    outer.cancel()
    desk.run()
    #expect(outer.outcome?.value == true)
    gate.open()
    desk.run()
    #expect(next.word == "succeeded")
  }

  // MARK: Children

  @Test("A parent does not end before its children, and they share its categories")
  func children() {
    let desk = SteppedManager()
    let alert = OperationCategory("alert")
    let gate = Gate()
    let child = Locked<AnyOperationHandle?>(nil)
    let parent = desk.manager.submit(OperationOptions("parent", categories: [alert])) {
      let one = OperationContext.current?.children.submit(
        OperationOptions("child", categories: [alert])
      ) {
        await gate.wait()
      }
      child.withLock { $0 = one }
      return 1
    }
    let next = desk.manager.submit(OperationOptions("next", categories: [alert])) {}
    desk.run()
    #expect(child.withLock { $0?.state } == .executing)
    #expect(parent.state == .executing && next.state == .waiting)
    #expect(
      desk.manager.explain(parent).hasPrefix("“parent” waits for its child “child”, which has run"))
    gate.open()
    desk.run()
    #expect(parent.outcome?.value == 1)
    #expect(next.word == "succeeded")
  }

  @Test("Cancelling a parent cancels its children, including later ones") func cancelledParent() {
    let desk = SteppedManager()
    let (gate, later) = (Gate(), Gate())
    let children = Locked<[AnyOperationHandle]>([])
    let parent = desk.manager.submit("parent") {
      let context = OperationContext.current
      let one = context?.children.submit("one") { await gate.wait() }
      let two = context?.children.submit("two", following: one!) {}
      await later.wait()
      let three = context?.children.submit("three") {}
      children.withLock { $0 = [one!, two!, three!] }
    }
    desk.run()
    parent.cancel()
    later.open()
    gate.open()
    desk.run()
    #expect(children.withLock { $0.map(\.word) } == ["succeeded", "cancelled", "cancelled"])
    #expect(parent.state.isFinal)
    #expect(desk.manager.operationCount == 0)
  }

  enum ChildEnd: CaseIterable { case cancelled, withItsParent, skipped }

  @Test(
    "A parent does not wait for what a cancelled child waited for", arguments: ChildEnd.allCases)
  func childThatWaits(_ end: ChildEnd) {
    let desk = SteppedManager()
    let other = OperationManager("other")
    other.suspend()
    defer { other.resume() }
    let page = other.submit("page") {}
    let absent = desk.manager.prepare("absent") { throw Broken() }
    let child = Locked<AnyOperationHandle?>(nil)
    let parent = desk.manager.submit("parent") {
      let one = OperationContext.current?.children.submit("child", after: absent, page) {}
      child.withLock { $0 = one }
    }
    let follower = desk.manager.submit("follower", following: parent) {}
    desk.run()
    #expect(parent.state == .executing)
    switch end {
    case .cancelled: child.withLock { $0 }?.cancel()
    case .withItsParent: parent.cancel()
    case .skipped: absent.submit()
    }
    desk.run()
    #expect(child.withLock { $0?.word } == "cancelled")
    #expect(parent.state.isFinal && follower.word == "succeeded")
    #expect(page.state == .ready || page.state == .waiting)
  }

  @Test("A manager is idle although a cancelled operation would still have waited")
  func idleAfterCancellation() async throws {
    let (manager, other) = (OperationManager("desk"), OperationManager("other"))
    other.suspend()
    defer { other.resume() }
    let page = other.submit("page") {}
    let bind = manager.submit("bind", following: page) {}
    let later = manager.submit("later", following: page) {}
    bind.cancel()
    #expect(manager.operationCount == 1)
    later.cancel()
    try await manager.waitUntilIdle()
    let report = await manager.shutdown(deadline: .seconds(60))
    #expect(report.isComplete && !page.state.isFinal)
  }

  @Test("Followers of a cancelled child wait for what it waited for")
  func followersOfChildThatWaits() {
    let desk = SteppedManager()
    let page = desk.manager.prepare("page") {}
    let (child, follower) = (Locked<AnyOperationHandle?>(nil), Locked<AnyOperationHandle?>(nil))
    let parent = desk.manager.submit("parent") {
      let one = OperationContext.current!.children.submit("child", following: page) {}
      child.withLock { $0 = one }
      follower.withLock { $0 = desk.manager.submit("follower", following: one) {} }
    }
    desk.run()
    child.withLock { $0 }?.cancel()
    desk.run()
    #expect(parent.word == "succeeded")
    #expect(follower.withLock { $0?.state } == .waiting)
    #expect(desk.manager.operationCount == 2, "The page and the follower are left.")
    page.submit()
    desk.run()
    #expect(follower.withLock { $0?.word } == "succeeded" && desk.manager.operationCount == 0)
  }

  @Test("A child that depends on a dependent of its parent fails immediately") func childDeadlock()
  {
    let desk = SteppedManager()
    let favourite = desk.manager.prepare("favourite") {}
    let child = Locked<OperationHandle<Void>?>(nil)
    let parent = desk.manager.submit("parent") {
      let one = OperationContext.current?.children.submit("child", after: favourite) { _ in }
      child.withLock { $0 = one }
    }
    try? favourite.addDependency(following: parent)
    favourite.submit()
    desk.run()
    guard case .failure(let error) = child.withLock({ $0?.outcome }) else {
      return #expect(Bool(false))
    }
    #expect((error as? OperationError)?.kind == .wouldDeadlock)
    #expect(parent.word == "succeeded" && favourite.word == "succeeded")
    #expect(desk.manager.operationCount == 0)
  }

  @Test("A child of an ended operation is cancelled immediately") func lateChild() {
    let desk = SteppedManager()
    let context = Locked<OperationContext?>(nil)
    desk.manager.submit { context.withLock { $0 = OperationContext.current } }
    desk.run()
    let late = context.withLock { $0 }?.children.submit("late") {}
    #expect(late?.word == "cancelled")
    #expect(late?.cancellationReason?.kind == .scopeEnded)
    #expect(desk.manager.operationCount == 0)
  }

  // MARK: Scopes

  enum Exit: CaseIterable { case normal, thrown, cancelled }

  @Test("Nothing is left running at any exit", arguments: Exit.allCases)
  func scope(_ exit: Exit) async throws {
    let manager = OperationManager("desk")
    let ended = Locked(0)
    let gate = Gate()
    let task = Task { () -> Int in
      try await manager.withScope { scope in
        for _ in 0..<5 {
          scope.submit {
            await gate.wait()
            ended.withLock { $0 += 1 }
          }
        }
        if exit == .thrown {
          gate.open()
          throw Broken()
        }
        if exit == .cancelled { withUnsafeCurrentTask { $0?.cancel() } }
        gate.open()
        return 1
      }
    }
    let result = await task.result
    #expect(manager.operationCount == 0)
    #expect(manager.operations.isEmpty)
    switch exit {
    case .normal:
      #expect(try result.get() == 1)
      #expect(ended.withLock { $0 } == 5)
    case .thrown: #expect(throws: Broken.self) { try result.get() }
    case .cancelled: #expect(try result.get() == 1)
    }
  }

  @Test("A cancelled scope does not wait for what its operations waited for")
  func scopeThatWaits() async {
    let (manager, other) = (OperationManager("desk"), OperationManager("other"))
    other.suspend()
    defer { other.resume() }
    let page = other.submit("page") {}
    let task = Task {
      try await manager.withScope { scope in
        scope.submit("bind", following: page) {}
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    _ = await task.result
    #expect(!page.state.isFinal)
  }

  @Test(
    "The first failure cancels the others only if the policy says so", arguments: [false, true])
  func failurePolicy(cancelsOthers: Bool) async throws {
    let manager = OperationManager("desk")
    let (gate, started) = (Gate(), Gate())
    let words = try await manager.withScope(
      onFailure: cancelsOthers ? .cancelOthers : .continueOthers
    ) { scope in
      let slow = scope.submit("slow") {
        started.open()
        try await withTaskCancellationHandler {
          await gate.wait()
          try Task.checkCancellation()
        } onCancel: {
          gate.open()
        }
      }
      await started.wait()
      let bad = scope.submit("bad") { throw Broken() }
      try? await bad.value
      if !cancelsOthers { gate.open() }
      try? await slow.waitForEnd()
      return [bad.word, slow.word]
    }
    #expect(words == ["failed", cancelsOthers ? "cancelled" : "succeeded"])
  }

  @Test("Operations submitted after the first failure are cancelled too") func failedScope()
    async throws
  {
    let manager = OperationManager("desk")
    let late = try await manager.withScope(onFailure: .cancelOthers) { scope in
      let bad = scope.submit("bad") { throw Broken() }
      try? await bad.value
      return scope.submit("late") { Issue.record("never") }
    }
    #expect(late.word == "cancelled")
    #expect(late.cancellationReason?.kind == .scopeEnded)
  }

  @Test("A holder may wait for an operation behind one that must not be overtaken")
  func waitsBehindOvertaken() async throws {
    let manager = OperationManager("desk")
    let (map, printer) = (OperationCategory("map"), OperationCategory("printer"))
    let page = manager.submit(OperationOptions("page", categories: [map])) {
      let both = manager.submit(OperationOptions("both", categories: [map, printer])) {}
      for number in 0..<40 {
        try await manager.submit(OperationOptions("\(number)", categories: [printer])) {}.value
      }
      return both
    }
    try await page.value.waitForEnd()
  }

  @Test("Operations submitted to a scope that has been left are cancelled") func leftScope()
    async throws
  {
    let manager = OperationManager("desk")
    let scope = try await manager.withScope { $0 }
    let late = scope.submit { Issue.record("never") }
    #expect(late.word == "cancelled")
    #expect(late.cancellationReason?.kind == .scopeEnded)
    #expect(manager.operationCount == 0)
  }

  @Test("Operations submitted to a scope whose task was cancelled are cancelled")
  func cancelledScope() async throws {
    let manager = OperationManager("desk")
    let word = await Task {
      try await manager.withScope { scope in
        withUnsafeCurrentTask { $0?.cancel() }
        return scope.submit { Issue.record("never") }.word
      }
    }.result
    #expect(try word.get() == "cancelled")
  }

  @Test("Cancelling all operations of a scope leaves it open") func cancelAllOfScope() async throws
  {
    let manager = OperationManager("desk")
    let words = try await manager.withScope { scope in
      manager.suspend()
      let first = scope.submit {}
      scope.cancelAll()
      manager.cancelAll()
      manager.resume()
      let second = scope.submit {}
      try await second.value
      return [first.word, second.word]
    }
    #expect(words == ["cancelled", "succeeded"])
  }

  @Test("A scope in a body frees the slot while it waits")
  func scopeInSerialManager() {
    let desk = SteppedManager(limit: 1)
    let log = Log()
    let outer = desk.manager.submit("outer") {
      try await desk.manager.withScope { scope in
        for number in 1...3 { scope.submit { log.note("\(number)") } }
      }
      log.note("outer")
    }
    desk.run()
    #expect(outer.word == "succeeded")
    #expect(log.entries == ["1", "2", "3", "outer"])
    #expect(desk.manager.operationCount == 0)
  }

  @Test("A scope throws if an operation in it waits for the enclosing one")
  func scopeDeadlock() async {
    let desk = SteppedManager()
    let outer = desk.manager.submit("outer") {
      let own = OperationContext.current!.operation
      try await desk.manager.withScope { scope in _ = scope.submit("inner", following: own) {} }
    }
    desk.run()
    let error = await #expect(throws: OperationError.self) { try await outer.value }
    #expect(error?.kind == .wouldDeadlock)
    #expect(desk.manager.operationCount == 0)
  }
}

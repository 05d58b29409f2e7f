import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Edges", .timeLimit(.minutes(3)))
struct EdgeTests {
  enum End: CaseIterable { case succeeded, failed, cancelled, skipped }

  /// An operation that ends as given, when it runs or before.
  private func make(_ end: End, in desk: SteppedManager) -> OperationHandle<Int> {
    switch end {
    case .succeeded: return desk.manager.submit("login") { 1 }
    case .failed: return desk.manager.submit("login") { () async throws -> Int in throw Broken() }
    case .cancelled:
      return desk.manager.submit("login") {
        OperationContext.current?.operation.cancel()
        throw CancellationError()
      }
    case .skipped:
      return desk.manager.submit("login", conditions: [OperationCondition("no") { _ in .skip }]) {
        1
      }
    }
  }

  private func expected(_ end: End) -> [String] {
    switch end {
    case .succeeded: ["succeeded", "succeeded", "succeeded", "skipped"]
    case .failed: ["cancelled", "succeeded", "succeeded", "succeeded"]
    case .cancelled: ["cancelled", "succeeded", "succeeded", "skipped"]
    case .skipped: ["skipped", "succeeded", "succeeded", "skipped"]
    }
  }

  @Test(
    "All kinds × all endings, within and across managers, before and after the end",
    arguments: End.allCases, [false, true])
  func table(_ end: End, isAcross: Bool) {
    for isLate in [false, true] {
      let here = SteppedManager()
      let there = isAcross ? SteppedManager("there") : here
      let login = make(end, in: here)
      if isLate { here.run() }
      let all: [AnyOperationHandle] = [
        there.manager.submit(after: login) { _ in },
        there.manager.submit(after: login.result) { result in
          #expect((try? result.get()) == (end == .succeeded ? 1 : nil))
        },
        there.manager.submit(following: login) {},
        there.manager.submit(after: login.failed) { error in #expect(error is Broken) },
      ]
      for _ in 0..<3 {
        here.run()
        there.run()
      }
      #expect(login.word == "\(end)")
      #expect(all.map(\.word) == expected(end), "\(end) across: \(isAcross) late: \(isLate)")
      #expect(there.manager.operationCount == 0)
    }
  }

  @Test(
    "Prepared operations are notified of ends, before and after their creation",
    arguments: End.allCases)
  func preparedTable(_ end: End) {
    for isLate in [false, true] {
      let desk = SteppedManager()
      let login = make(end, in: desk)
      if isLate { desk.run() }
      let all: [AnyOperationHandle] = [
        desk.manager.prepare(after: login) { _ in },
        desk.manager.prepare(after: login.result) { _ in },
        desk.manager.prepare(following: login) {},
        desk.manager.prepare(after: login.failed) { _ in },
      ]
      desk.run()
      let words = expected(end).map { $0 == "succeeded" ? "open" : $0 }
      #expect(all.map(\.word) == words)
      for handle in all { handle.submit() }
      desk.run()
      #expect(all.map(\.word) == expected(end))
      #expect(desk.manager.operationCount == 0)
    }
  }

  @Test("A follower of a cancelled operation does not start early")
  func orderHoldsUnderCancellation() {
    let desk = SteppedManager()
    let gate = Gate()
    let first = desk.manager.submit("first") { await gate.wait() }
    let second = desk.manager.submit("second", following: first) {}
    let third = desk.manager.submit("third", following: second) {}
    desk.run()
    second.cancel()
    #expect(second.word == "cancelled")
    desk.run()
    #expect(third.state == .waiting)
    gate.open()
    desk.run()
    #expect(third.word == "succeeded")
  }

  @Test("Bodies receive the values of their dependencies") func values() {
    let desk = SteppedManager()
    let (a, b) = (desk.manager.submit { 1 }, desk.manager.submit { "2" })
    let (c, d) = (desk.manager.submit { 3.0 }, desk.manager.submit { [4] })
    let none = desk.manager.submit { 0 }
    let one = desk.manager.submit(after: a) { $0 }
    let two = desk.manager.submit(after: a, b) { "\($0) \($1)" }
    let three = desk.manager.submit(after: a, b.result, c) { "\($0) \(try $1.get()) \($2)" }
    let four = desk.manager.submit(after: a, b, c, d, following: none, one) {
      "\($0) \($1) \($2) \($3)"
    }
    desk.run()
    #expect(none.outcome?.value == 0)
    #expect(one.outcome?.value == 1)
    #expect(two.outcome?.value == "1 2")
    #expect(three.outcome?.value == "1 2 3.0")
    #expect(four.outcome?.value == "1 2 3.0 [4]")
  }

  @Test("The same dependency twice") func twice() {
    let desk = SteppedManager()
    let login = desk.manager.submit { 1 }
    let sum = desk.manager.submit(after: login, login.result, following: login) {
      $0 + (try $1.get())
    }
    desk.run()
    #expect(sum.outcome?.value == 2)
  }

  @Test("A late dependency holds back a ready operation") func late() throws {
    let desk = SteppedManager()
    let gate = Gate()
    let login = desk.manager.submit("login") { await gate.wait() }
    let favourite = desk.manager.submit("favourite") {}
    #expect(favourite.state == .ready)
    try favourite.addDependency(login)
    #expect(favourite.state == .waiting)
    desk.run()
    #expect(favourite.state == .waiting)
    gate.open()
    desk.run()
    #expect(favourite.word == "succeeded")
  }

  @Test("A started operation accepts no more dependencies") func alreadyStarted() {
    let desk = SteppedManager()
    let gate = Gate()
    let login = desk.manager.submit("login") {}
    let favourite = desk.manager.submit("favourite") { await gate.wait() }
    desk.run()
    for _ in 0..<2 {
      let error = #expect(throws: OperationError.self) { try favourite.addDependency(login) }
      #expect(error?.kind == .alreadyStarted)
      gate.open()
      desk.run()
    }
  }

  @Test("A late dependency on a failed operation cancels") func lateOnEnded() throws {
    let desk = SteppedManager()
    let login = make(.failed, in: desk)
    desk.run()
    let favourite = desk.manager.submit("favourite") {}
    let report = desk.manager.submit("report") {}
    try favourite.addDependency(login)
    try report.addDependency(following: login)
    #expect(favourite.word == "cancelled")
    #expect(favourite.cancellationReason?.root == "login")
    #expect(favourite.cancellationReason?.rootError is Broken)
    desk.run()
    #expect(report.word == "succeeded")
  }

  @Test("Cycles are refused, also across managers")
  func cycles() {
    let (session, shelf) = (SteppedManager("session"), SteppedManager("shelf"))
    let login = session.manager.submit("login") {}
    let favourite = shelf.manager.submit("favourite", following: login) {}
    #expect(throws: OperationError.self) { try login.addDependency(following: login) }
    let error = #expect(throws: OperationError.self) { try login.addDependency(favourite) }
    #expect(error?.path == ["favourite", "login"])
  }

  @Test("Cancelling with dependents reaches followers") func reach() {
    let desk = SteppedManager()
    let login = desk.manager.submit("login") {}
    let favourite = desk.manager.submit("favourite", after: login) { _ in }
    let report = desk.manager.submit("report", following: favourite) {}
    let other = desk.manager.submit("other") {}
    #expect(login.cancel(includingDependents: true))
    #expect(!login.cancel())
    #expect([login, favourite, report].map(\.word) == ["cancelled", "cancelled", "cancelled"])
    desk.run()
    #expect(other.word == "succeeded")
  }

  @Test("A reason contains its path") func reason() {
    let desk = SteppedManager()
    var last = make(.failed, in: desk)
    for number in 1...20 { last = desk.manager.submit("\(number)", after: last) { $0 } }
    desk.run()
    #expect(last.cancellationReason?.root == "login")
    #expect(last.cancellationReason?.kind == .dependencyFailed)
    #expect(last.cancellationReason?.path.count == 16)
  }
}

import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftOperations

@Suite("Categories of a manager's operations", .timeLimit(.minutes(3)))
struct ManagerCategoryTests {
  @Test("As many as the limit execute, in the order of priority and arrival", arguments: [1, 2])
  func limits(limit: Int) {
    let desk = SteppedManager()
    let alert = OperationCategory("alert", limit: limit)
    let log = Log()
    let gates = (0..<4).map { _ in Gate() }
    for (number, priority) in [OperationPriority.normal, .normal, .low, .urgent].enumerated() {
      desk.manager.submit(OperationOptions("\(number)", priority: priority, categories: [alert])) {
        log.note("\(number)")
        await gates[number].wait()
      }
    }
    desk.run()
    #expect(log.count == limit)
    for gate in gates {
      gate.open()
      desk.run()
    }
    #expect(log.entries == (limit == 1 ? ["0", "3", "1", "2"] : ["0", "1", "3", "2"]))
  }

  @Test("They hold across managers, and duplicates count once") func acrossManagers() {
    let (here, there) = (SteppedManager("here"), SteppedManager("there"))
    let alert = OperationCategory("alert")
    let gate = Gate()
    let first = here.manager.submit(OperationOptions("first", categories: [alert, alert])) {
      await gate.wait()
    }
    let second = there.manager.submit(OperationOptions("second", categories: [alert])) {}
    here.run()
    there.run()
    #expect(second.state == .waiting)
    #expect(
      there.manager.explain(second)
        == "“second” waits for category “alert”, held by “first”, which has run for 0 ms on compute."
    )
    gate.open()
    here.run()
    there.run()
    #expect(first.word == "succeeded" && second.word == "succeeded")
  }

  @Test("All categories are acquired at once: two operations never hold one each")
  func atomic() {
    let desk = SteppedManager()
    let (a, b) = (OperationCategory("a"), OperationCategory("b"))
    for round in 0..<20 {
      let order = round % 2 == 0 ? [a, b] : [b, a]
      desk.manager.submit(OperationOptions(categories: order)) {}
    }
    desk.run()
    #expect(desk.manager.operationCount == 0)
  }

  @Test("Cancelled operations leave the line, and a released category is handed over")
  func cancelInLine() {
    let desk = SteppedManager()
    let alert = OperationCategory("alert")
    let gate = Gate()
    let options = OperationOptions(categories: [alert])
    let first = desk.manager.submit(options) { await gate.wait() }
    let second = desk.manager.submit(options) { Issue.record("never") }
    let third = desk.manager.submit(options) { 3 }
    desk.run()
    second.cancel()
    first.abandon()
    desk.run()
    #expect(third.outcome?.value == 3)
    gate.open()
    desk.run()
  }

  @Test("An interruption does not count as an attempt")
  func interruptionIsNoFailure() {
    let desk = SteppedManager()
    let screen = OperationCategory("screen")
    let gate = Gate()
    var soft = OperationOptions("soft", categories: [screen])
    soft.isPreemptible = true
    soft.retry = .times(1, delay: .constant(.seconds(1)))
    var hard = OperationOptions("hard", categories: [screen])
    hard.preempts = true
    let first = desk.manager.submit(soft) {
      switch OperationContext.current!.attempt {
      case 1:
        await gate.wait()
        try Task.checkCancellation()
      case 2: throw Broken()
      default: break
      }
    }
    desk.run()
    desk.manager.submit(hard) {}
    gate.open()
    desk.run()
    #expect(first.state == .waiting)
    #expect(desk.manager.explain(first) == "“soft” pauses before attempt 3.")
    first.cancel()
  }

  @Test("A preempting operation interrupts a preemptible one, which runs again") func preemption() {
    let desk = SteppedManager()
    let screen = OperationCategory("screen")
    let log = Log()
    let gate = Gate()
    var soft = OperationOptions("soft", categories: [screen])
    soft.isPreemptible = true
    var hard = OperationOptions("hard", categories: [screen])
    hard.preempts = true
    let first = desk.manager.submit(soft) {
      log.note("soft \(OperationContext.current!.attempt)")
      if OperationContext.current!.attempt == 1 {
        try await withTaskCancellationHandler {
          await gate.wait()
          try Task.checkCancellation()
        } onCancel: {
          gate.open()
        }
      }
      #expect(!Task.isCancelled)
      #expect(OperationContext.current?.isCancelled == false)
    }
    desk.run()
    let second = desk.manager.submit(hard) { log.note("hard") }
    desk.run()
    #expect(log.entries == ["soft 1", "hard", "soft 2"])
    #expect(first.word == "succeeded" && second.word == "succeeded")
  }
}

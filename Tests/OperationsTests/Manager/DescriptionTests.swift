import StagecraftTestKit
import StagecraftTraces
import TestSupport
import Testing

@testable import StagecraftOperations

/// Descriptions are sentences, not dumps of structures.
@Suite("Descriptions") struct DescriptionTests {
  private struct Unreachable: Error, CustomStringConvertible {
    var description: String { "no connection" }
  }

  @Test func outcomes() {
    let desk = SteppedManager()
    let value = desk.manager.submit { 7 }
    let nothing = desk.manager.submit {}
    let failed = desk.manager.submit("fetch") { () -> Int in throw Unreachable() }
    let dependent = desk.manager.submit("sort", after: failed) { $0 }
    let skipped = desk.manager.submit("apology", after: value.failed) { _ in }
    desk.run()
    #expect(value.outcome.map { "\($0)" } == "It succeeded with: 7.")
    #expect(nothing.outcome.map { "\($0)" } == "It succeeded.")
    #expect(failed.outcome.map { "\($0)" } == "It failed with: no connection.")
    #expect(
      dependent.outcome.map { "\($0)" }
        == "It was cancelled: a dependency failed (“fetch” with: no connection).")
    #expect(skipped.outcome.map { "\($0)".hasPrefix("It was skipped: not needed") } == true)
  }

  @Test func progress() {
    let progress = OperationManager.Progress(finished: 3, total: 10, fraction: 0.356)
    #expect(
      progress.description == "3 of 10 operations have ended, and 35 % of the work is done.")
    let strange = OperationManager.Progress(finished: 0, total: 0, fraction: .infinity)
    #expect(strange.description.contains("100 %"))
  }

  @Test func events() {
    let desk = SteppedManager()
    let lines = Log()
    let observation = desk.manager.observe { lines.note("\($0)") }
    desk.manager.submit("login") {}
    let late = desk.manager.submit("late") {}
    late.cancel()
    desk.run()
    #expect(
      lines.entries == [
        "“login” was submitted.", "“login” is ready.", "“late” was submitted.",
        "“late” is ready.", "“late” was cancelled.", "“login” starts, attempt 1.",
        "“login” has succeeded.",
      ])
    withExtendedLifetime(observation) {}
  }

  @Test func traces() {
    let empty = OperationTrace(name: "desk")
    #expect("\(empty)" == empty.summary)
    #expect("\(empty.criticalPath)" == "No operation has ended.")
    let desk = SteppedManager { $0.recordsTrace = true }
    desk.manager.submit("login") {}
    desk.run()
    #expect("\(desk.manager.trace.criticalPath)".contains("“login” in 1 step, took"))
  }

  @Test("NaN is ignored as progress, and other values are clamped")
  func reportedProgress() {
    let desk = SteppedManager()
    let gate = Gate()
    let seen = Locked<[Double]>([])
    let handle = desk.manager.submit {
      for fraction in [0.5, .nan, 7, -.infinity, 0.25] {
        OperationContext.current?.report(progress: fraction)
        seen.withLock { $0.append(desk.manager.currentProgress.fraction) }
      }
      await gate.wait()
    }
    desk.run()
    #expect(seen.withLock { $0 } == [0.5, 0.5, 1, 0, 0.25])
    #expect(handle.fractionCompleted == 0.25)
    gate.open()
    desk.run()
    #expect(desk.manager.currentProgress.fraction == 1)
  }
}

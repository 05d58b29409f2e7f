import TestSupport
import Testing

@testable import StagecraftOperations

/// Many operations: nothing recurses, and the cost of each does not grow with their number.
///
/// Each runs on a thread of its own, whose small stack a recursion would overflow.
@Suite(.serialized, .onSeparateThread, .timeLimit(.minutes(5)))
struct OperationMachineSizeModelTests {
  #if DEBUG
  static let count = 20_000
  #else
  static let count = 1_000_000
  #endif

  @Test(arguments: [EdgeKind.requires, .follows])
  func aLongChainThatIsNeverSubmittedIsCancelled(_ kind: EdgeKind) async throws {
    try await onThread {
      var machine = OperationMachine.library()
      let first = machine.make(isSubmitted: false)
      var last = first
      for _ in 1..<Self.count { last = machine.make((kind, last), isSubmitted: false) }
      try check(machine.cancel(first, .neverSubmitted, .dependents), "it had not ended")
      try check(machine.links.count == 0 && machine.managers[0].unsettled == 0, "nothing is left")
      var decided = 0
      for action in machine.takeActions() {
        if case .decided(_, let verdict) = action, verdict.cause == .neverSubmitted { decided += 1 }
      }
      try check(decided == Self.count, "all are decided: \(decided)")
    }
  }

  /// The end of the first decides all the others, though they were never submitted.
  @Test func aLongChainFailsInOneCall() async throws {
    try await onThread {
      var machine = OperationMachine.library()
      let first = machine.make()
      var last = first
      for _ in 1..<Self.count { last = machine.make((.requires, last), isSubmitted: false) }
      _ = machine.start()
      _ = machine.takeActions()
      _ = machine.finish(first, threw: true)
      try check(
        machine.takeActions().count == 2 * Self.count - 1, "each ends once and settles once")
      try check(machine.links.count == 0, "nothing is left")
    }
  }

  @Test func aLongChainRuns() async throws {
    try await onThread {
      var machine = OperationMachine.library()
      var last = machine.make()
      for _ in 1..<Self.count { last = machine.make((.requires, last)) }
      try check(machine.runAll() == (0..<Slot(Self.count)).map { $0 }, "all ran, in order")
      try check(machine.links.count == 0, "nothing is left")
    }
  }

  @Test func aWideFanRuns() async throws {
    try await onThread {
      var machine = OperationMachine.library(limit: 4)
      let first = machine.make(isSubmitted: false)
      let join = machine.add(manager: 0).slot
      let fan = (0..<Self.count / 4).map { _ in machine.make((.requires, first)) }
      for slot in fan { machine.link(.requires, to: slot, from: join) }
      machine.submit(join)
      machine.submit(first)
      try check(machine.runAll() == [first] + fan + [join], "all ran, in order")
    }
  }

  @Test func nestedChildrenAreCancelled() async throws {
    try await onThread {
      var machine = OperationMachine.library(limit: .max)
      let first = machine.make(traits: .schedulesItself)
      var last = first
      _ = machine.startOutside(machine.id(of: last))
      for _ in 1..<Self.count {
        let child = machine.make(traits: .schedulesItself, isSubmitted: false)
        machine.adopt(child, by: last)
        machine.submit(child)
        _ = machine.startOutside(machine.id(of: child))
        last = child
      }
      _ = machine.takeActions()
      _ = machine.cancel(first, .requested, .this)
      try check(machine.takeActions().count == Self.count, "all are asked to stop")
      for slot in 0..<Slot(Self.count) { _ = machine.finish(slot, threw: true) }
      try check(machine.links.count == 0, "nothing is left")
    }
  }

  // MARK: Categories

  @Test(arguments: [[0], [0, 1], [1, 2]] as [[Int32]])
  func theCostPerOperationDoesNotGrowWithTheLine(_ categories: [Int32]) async throws {
    try await onThread {
      var machine = OperationMachine.library(limit: 9, categories: [1, 1, 5])
      for _ in 0..<Self.count { _ = machine.make(categories: categories) }
      try check(machine.runAll().count == Self.count, "all ran")
      try check(machine.lookCount < 4 * Self.count, "\(machine.lookCount) looks")
    }
  }

  @Test func overtakingDoesNotExamineTheWholeLine() async throws {
    try await onThread {
      var machine = OperationMachine.library(limit: 9, categories: [1, 1])
      let count = Self.count / 10
      let holder = machine.make(categories: [1])
      _ = machine.start()
      for _ in 0..<count { _ = machine.make(categories: [0, 1]) }
      // Each of these overtakes all the others, until no overtaking is allowed.
      for _ in 0..<count {
        _ = machine.make(categories: [0])
        for slot in machine.start() { _ = machine.finish(slot) }
      }
      _ = machine.finish(holder)
      let ran = machine.runAll().count
      try check(ran == 2 * count - Int(OperationMachine.overtakingLimit), "\(ran) ran")
      try check(machine.lookCount < 80 * count, "\(machine.lookCount) looks")
    }
  }

  @Test func manyOperationsLeaveALongLine() async throws {
    try await onThread {
      var machine = OperationMachine.library(limit: 9, categories: [1, 1])
      let waiting = (0..<Self.count).map { _ in machine.make(categories: [0, 1]) }
      for slot in waiting.dropFirst().dropLast() { _ = machine.cancel(slot, .requested, .this) }
      try check(machine.runAll() == [waiting[0], waiting[Self.count - 1]], "two are left")
      try check(machine.lookCount < 100, "\(machine.lookCount) looks")
    }
  }
}

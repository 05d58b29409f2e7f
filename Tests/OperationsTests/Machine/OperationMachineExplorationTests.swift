import TestSupport
import Testing

@testable import StagecraftOperations

/// All sequences of events for two operations, up to some length.
@Suite(.serialized, .timeLimit(.minutes(5)))
struct OperationMachineExplorationTests {
  enum Input: CaseIterable {
    case submitFirst, submitSecond, come, returned, threw, rest, proceed, end, cancelFirst
    case cancelBoth, abandon, wakeUp, link, unlink, raise, suspend, resume
  }

  @Test(arguments: [EdgeKind.requires, .follows, .result, .failed])
  func twoOperationsAgreeWithTheModel(_ kind: EdgeKind) async throws {
    try await onThread {
      var count = 0
      try Self.explore(depth: 4, way: [], &count) {
        var rig = OperationRig()
        _ = rig.machine.addManager(limit: 1)
        _ = rig.machine.addCategory(limit: 1)
        let first = rig.add(traits: .needsCheck, categories: [0])
        let second = rig.add(categories: [0])
        try rig.link(kind, to: first, from: second)
        try rig.endLinking()
        return rig
      }
      try check(count > 300, "only \(count) sequences")
    }
  }

  @Test func twoOperationsInACategoryAgreeWithTheModel() async throws {
    try await onThread {
      var count = 0
      try Self.explore(depth: 4, way: [], &count) {
        var rig = OperationRig()
        _ = rig.machine.addManager(limit: 2)
        _ = rig.machine.addCategory(limit: 1)
        _ = rig.add(traits: [.isPreemptible, .keepsCategories], categories: [0])
        _ = rig.add(traits: .preempts, categories: [0])
        return rig
      }
      try check(count > 300, "only \(count) sequences")
    }
  }

  /// Continues a sequence with each possible event; each time, the sequence is replayed.
  private static func explore(
    depth: Int, way: [Input], _ count: inout Int, _ prepare: () throws -> OperationRig
  ) throws {
    count += 1
    guard depth > 0 else { return }
    for input in Input.allCases {
      var rig = try prepare()
      for earlier in way { _ = try apply(earlier, to: &rig) }
      do {
        guard try apply(input, to: &rig) else { continue }
      } catch {
        throw BrokenPromise("\(way + [input]): \(error)")
      }
      try explore(depth: depth - 1, way: way + [input], &count, prepare)
    }
  }

  /// - Returns: Whether the event is possible.
  private static func apply(_ input: Input, to rig: inout OperationRig) throws -> Bool {
    let running = rig.all(.running).first
    let checking = rig.all(.checking).first
    switch input {
    case .submitFirst, .submitSecond:
      let number = input == .submitFirst ? 0 : 1
      if rig[number].isSubmitted { return false }
      try rig.submit(number)
    case .come:
      guard !rig.called.isEmpty else { return false }
      try rig.requestedDriverArrives(0)
    case .returned, .threw, .rest:
      guard let running else { return false }
      try rig.finish(running, threw: input != .returned, rests: input == .rest)
    case .proceed:
      guard let checking else { return false }
      try rig.answer(checking, .proceed)
    case .end:
      guard let checking else { return false }
      try rig.answer(checking, .end(.skipped))
    case .cancelFirst, .cancelBoth:
      guard rig.slot(0) != nil else { return false }
      try rig.cancel(0, .requested, input == .cancelFirst ? .this : .dependents)
    case .abandon:
      guard let running else { return false }
      try rig.abandon(running)
    case .wakeUp:
      guard let resting = rig.all(.resting).first else { return false }
      try rig.wakeUp(resting)
    case .link:
      guard rig.slot(0) != nil, rig[0].edges.isEmpty else { return false }
      try rig.linkLate(.follows, to: 1, from: 0)
    case .unlink:
      guard rig.slot(1) != nil, rig.slot(0) != nil, rig[1].edges.first?.isAlive == true else {
        return false
      }
      try rig.unlink(1, at: 0)
    case .raise:
      guard let slot = rig.slot(1), rig.machine[slot].priority < 4 else { return false }
      rig.machine.setPriority(slot, 4)
      try rig.recordActions()
    case .suspend, .resume:
      if rig.machine.managers[0].isSuspended == (input == .suspend) { return false }
      rig.machine.setSuspended(input == .suspend, 0)
      try rig.recordActions()
    }
    return true
  }
}

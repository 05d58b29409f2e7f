import TestSupport
import Testing

@testable import StagecraftPools

/// Every sequence of up to a few inputs with a very small pool.
///
/// The random sequences are long; these are complete near the beginning. They run on threads of
/// their own, because tests that wait need the threads that all tasks share.
@Suite(.serialized, .onSeparateThread, .timeLimit(.minutes(5)))
struct PoolMachineExplorationTests {
  typealias Rules = MachineRig.Machine.Rules

  @Test func everyShortConversationWithTheBorrowersOfOneElement() async throws {
    try await onThread {
      try withEvery("overtaking", in: [nil, Int64(40)]) { overtaking in
        let rules = Rules(builder: .pool, capacity: 1, overtaking: overtaking, firstRetryDelay: 20)
        var search = Search(borrowers: 3)
        try search.explore(MachineRig(rules), depth: 6)
        #expect(search.visited > 5_000)
      }
    }
  }

  @Test func everyShortConversationWithTheBorrowersOfTwoElements() async throws {
    try await onThread {
      let rules = Rules(builder: .pool, capacity: 2, overtaking: 40, firstRetryDelay: 20)
      var search = Search(borrowers: 3)
      try search.explore(MachineRig(rules), depth: 6)
    }
  }

  @Test func everyShortConversationWithAStockOfOne() async throws {
    try await onThread {
      let rules = Rules(builder: .none, capacity: 0, overtaking: 40)
      var search = Search(borrowers: 3)
      try search.explore(MachineRig(rules, stock: 1), depth: 6)
    }
  }

  @Test func everyShortConversationWithAPoolThatPrepares() async throws {
    try await onThread {
      let rules = Rules(builder: .pool, capacity: 2, preparer: .pool, prepares: true)
      var search = Search(borrowers: 2)
      var rig = try MachineRig(rules)
      // Begins with one used and idle element.
      for input in [
        .borrow(.task, .forever, preference: nil), .park(0), .built(0), .returnElement(0),
      ]
        as [MachineRig.Input]
      {
        try rig.apply(input)
      }
      search.borrowers += rig.borrowers.count
      try search.explore(rig, depth: 6)
    }
  }

  @Test func everyShortConversationWithShutdownAndInvalidation() async throws {
    try await onThread {
      let rules = Rules(builder: .pool, capacity: 1, overtaking: 40, firstRetryDelay: 20)
      var search = Search(borrowers: 2)
      search.includesUpkeep = true
      try search.explore(MachineRig(rules), depth: 5)
    }
  }
}

extension PoolMachineExplorationTests {
  /// A depth-first search through all scenarios.
  struct Search {
    /// The maximum number of borrowers.
    var borrowers: Int
    var includesUpkeep = false
    private(set) var visited = 0

    init(borrowers: Int) { self.borrowers = borrowers }

    mutating func explore(_ rig: MachineRig, depth: Int) throws {
      visited += 1
      guard depth > 0 else {
        var rig = rig
        try rig.comeToRest()
        return
      }
      for input in inputs(for: rig) {
        var next = rig
        try next.apply(input)
        try explore(next, depth: depth - 1)
      }
    }

    private func inputs(for rig: MachineRig) -> [MachineRig.Input] {
      var inputs = rig.loose
      for input in rig.loose {
        switch input {
        case .built(let slot): inputs.append(.buildFailed(slot))
        case .prepared(let slot): inputs.append(.preparationFailed(slot))
        case .returnElement(let id): inputs.append(.discard(id))
        default: break
        }
      }
      inputs += rig.line.map { .abandon($0) }
      if rig.borrowers.count < borrowers, rig.machine.service == .open {
        inputs.append(.borrow(.task, .forever, preference: nil))
        inputs.append(.borrow(.thread, .forever, preference: nil))
      }
      if !rig.line.isEmpty, rig.now < 100 { inputs.append(.pass(50)) }
      if includesUpkeep, rig.machine.service == .open {
        inputs.append(.shutdown(failing: true))
        inputs.append(.shutdown(failing: false))
        if rig.epoch == 0, rig.machine.existing > 0 { inputs.append(.invalidateAll) }
        inputs.append(.setCapacity(rig.machine.rules.capacity == 1 ? 0 : 1))
      }
      return inputs
    }
  }
}

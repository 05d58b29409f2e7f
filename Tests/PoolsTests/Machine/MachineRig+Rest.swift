@testable import StagecraftPools

extension MachineRig {
  /// The work in progress that can end now.
  var loose: [Input] {
    var inputs: [Input] = []
    for slot in slots.indices {
      switch slots[slot].phase {
      case .building where !isBorrowers(slot): inputs.append(.built(slot))
      case .preparing: inputs.append(.prepared(slot))
      case .destroying: inputs.append(.destroyed(slot))
      default: break
      }
    }
    for id in borrowers.indices {
      switch borrowers[id].stage {
      case .arriving, .settled: inputs.append(.park(id))
      case .called: break
      case .building: inputs.append(.builtByBorrower(id))
      case .holding: inputs.append(.returnElement(id))
      case .parked, .gone: break
      }
    }
    // A borrower that was called may sleep until the others are done, so it is last.
    for id in borrowers.indices where borrowers[id].stage == .called { inputs.append(.retry(id)) }
    return inputs
  }

  /// Whether a borrower makes the element for `slot`.
  func isBorrowers(_ slot: Int) -> Bool {
    borrowers.contains { $0.stage == .building(slot) }
  }

  /// Completes all work in progress with success, and returns each granted element.
  ///
  /// Afterwards no borrower that the pool could have served is in line.
  mutating func comeToRest() throws {
    var steps = 0
    while true {
      if let input = loose.first {
        try apply(input)
        if case .retry = input { try apply(.pass(1)) }
      } else if let next = machine.nextMoment, !line.isEmpty {
        try apply(.pass(max(0, next - now)))
      } else {
        break
      }
      steps += 1
      try check(steps < 10_000, "a pool comes to rest")
    }
    let canServe = machine.rules.builder == .pool && machine.rules.capacity > 0
    try check(!canServe || line.isEmpty, "every borrower in line is served in the end")
  }

  /// Shuts the pool down and waits until nothing is left.
  mutating func end() throws {
    try apply(.shutdown(failing: true))
    try comeToRest()
    try check(isDrained, "a shutdown ends")
    try check(
      borrowers.allSatisfy { $0.stage == .gone }, "every borrower gets an answer in the end")
    try apply(.borrow(.task, .forever, preference: nil))
    try apply(.pass(1_000_000_000_000))
  }
}

import TestSupport

@testable import StagecraftOperations

/// Operations that drivers take ahead, as the shell uses the machine.
extension OperationRig {
  /// What a driver has taken ahead: operations that have ended, the one that runs, the others.
  struct Ahead {
    var numbers: [Int]
    var claimed = 1
    var manager: Int32
    var lane: LaneIndex
  }

  /// Takes operations ahead for a driver that has just been given one.
  mutating func takeAhead(after number: Int, _ manager: Int32, _ lane: LaneIndex) throws {
    guard takesAhead, let slot = slot(number), machine.mayBeAhead(slot) else { return }
    let room = machine.room(manager: manager, lane: lane)
    var taken = [number]
    while taken.count <= room {
      let next = machine.takeAhead(manager: manager, lane: lane) { _ in true }
      guard let next, let other = numbers[machine.id(of: next)] else { break }
      try check(self[other].edges.allSatisfy { !$0.isAlive || self[$0.other].hasSettled }, "plain")
      taken.append(other)
    }
    guard taken.count > 1 else { return }
    machine[slot].traits.insert(.isAhead)
    ahead.append(Ahead(numbers: taken, manager: manager, lane: lane))
    aheadTotal += taken.count - 1
    machine.touch(manager, lane)
    machine.requestDrivers()
  }

  /// A driver claims its next operation, without the machine; the last one is not claimed.
  mutating func claim(_ place: Int) throws {
    guard ahead[place].claimed < ahead[place].numbers.count - 1 else { return }
    try noteStart(ahead[place].numbers[ahead[place].claimed])
    ahead[place].claimed += 1
    executed += 1
  }

  /// Recalls all operations taken ahead.
  mutating func recallAll() throws {
    machine.isRecallDue = false
    while let taken = ahead.popLast() {
      for number in taken.numbers.prefix(taken.claimed - 1) {
        machine.settleAhead(self[number].id.slot)
        self[number].activity = .none
        try noteEnd(number, .succeeded)
        try noteSettlement(number)
      }
      let present = taken.numbers[taken.claimed - 1]
      machine.beginAhead(self[present].id.slot)
      self[present].activity = .running
      machine.endAhead(taken.numbers.count - 1, manager: taken.manager, lane: taken.lane)
      for number in taken.numbers.suffix(from: taken.claimed).reversed() {
        machine.putBack(self[number].id.slot)
      }
      machine.touch(taken.manager, taken.lane)
      machine.requestDrivers()
    }
  }
}

import Testing

@testable import StagecraftOperations

/// Conversations: inputs to the machine, and its answers.
@Suite struct OperationMachineTests {
  @Test func anOperationThatIsNotSubmittedNeverStarts() throws {
    var machine = OperationMachine.library()
    let login = machine.make(isSubmitted: false)
    let comment = machine.make((.requires, login))
    #expect(machine.start() == [])
    #expect(machine.takeActions() == [])
    machine.submit(login)
    machine.submit(login)
    #expect(machine.runAll() == [login, comment])
    #expect(machine.links.count == 0)
  }

  @Test func cancellingAPreparedOperationCancelsItsDependents() {
    var machine = OperationMachine.library()
    let login = machine.make(isSubmitted: false)
    let comment = machine.make((.requires, login))
    let ids = (machine.id(of: login), machine.id(of: comment))
    _ = machine.cancel(login, .neverSubmitted, .this)
    #expect(
      machine.takeActions() == [
        .decided(ids.0, .cancelled(.neverSubmitted)),
        .decided(ids.1, .cancelled(.dependency(ids.0))), .settled(ids.0), .settled(ids.1),
      ])
  }

  /// The order holds across a cancelled operation: the next one starts after its turn.
  @Test func aFollowerOfACancelledOperationDoesNotStartEarly() throws {
    var machine = OperationMachine.library(limit: 4)
    let first = machine.make()
    let second = machine.make((.follows, first))
    let third = machine.make((.follows, second))
    #expect(machine.start() == [first])
    _ = machine.cancel(second, .requested, .this)
    #expect(machine[second].verdict == .cancelled(.requested))
    #expect(machine.start() == [])
    try machine.checkInvariants()
    _ = machine.finish(first)
    #expect(machine.start() == [third])
  }

  @Test func cyclesAreReportedWithTheirPath() throws {
    var machine = OperationMachine.library()
    let first = machine.make(isSubmitted: false)
    let second = machine.make((.follows, first))
    let third = machine.make((.requires, second))
    let way = [third, second, first].map { machine.id(of: $0) }
    #expect(throws: OperationMachine.EdgeRefusal.cycle(way)) {
      try machine.linkLate(.follows, to: third, from: first)
    }
    #expect(throws: OperationMachine.EdgeRefusal.cycle([way[2]])) {
      try machine.linkLate(.follows, to: first, from: first)
    }
    // An edge to a younger one that does not wait for it is no cycle.
    let fourth = machine.make(isSubmitted: false)
    try machine.linkLate(.follows, to: fourth, from: first)
    #expect(machine.backwardLinks == 1)
    #expect(throws: OperationMachine.EdgeRefusal.self) {
      try machine.linkLate(.follows, to: third, from: fourth)
    }
    try machine.checkInvariants()
  }

  @Test func theLimitHoldsAndOneDriverIsRequestedAtATime() {
    var machine = OperationMachine.library(limit: 2)
    let all = (0..<4).map { _ in machine.make() }
    let call = OperationMachine.Action.requestDriver(manager: 0, lane: .compute, priority: 2)
    #expect(machine.takeActions() == [call])
    #expect(machine.next() == .run(machine.id(of: all[0])))
    #expect(machine.takeActions() == [call])
    #expect(machine.next() == .run(machine.id(of: all[1])))
    #expect(machine.takeActions() == [])
    #expect(machine.finish(all[0]) == .ended(.succeeded))
    #expect(
      machine.take(manager: 0, lane: .compute, isFirst: false) == .run(machine.id(of: all[2])))
    machine.setLimit(3, of: 0)
    #expect(machine.start() == [all[3]])
    #expect(machine.next() == nil)
    #expect(!machine.lanes[machine.laneIndex(0, .compute)].isDriverRequested)
  }

  @Test func nothingStartsUntilTheManagerIsResumed() {
    var machine = OperationMachine.library()
    machine.setSuspended(true, 0)
    let slot = machine.make()
    let asked = machine.make(traits: .needsCheck)
    #expect(machine.takeActions() == [])
    #expect(machine.next() == nil)
    machine.setSuspended(false, 0)
    #expect(machine.takeActions().count == 1)
    #expect(machine.next() == .check(machine.id(of: asked)))
    #expect(machine.next() == .run(machine.id(of: slot)))
  }

  @Test func conditionsAreEvaluatedAgainAfterAPrerequisite() {
    var machine = OperationMachine.library()
    let login = machine.make(isSubmitted: false)
    let favourite = machine.make(traits: .needsCheck)
    let id = machine.id(of: favourite)
    #expect(machine.next() == .check(id))
    #expect(machine.checked(id, .first(machine.id(of: login))) == .continues)
    machine.submit(login)
    #expect(machine.start() == [login])
    _ = machine.finish(login)
    #expect(machine.next() == .check(id))
    #expect(machine.checked(id, .proceed) == .continues)
    #expect(machine.start() == [favourite])
  }

  @Test func aPrerequisiteMustNotWaitForItsOperation() {
    var machine = OperationMachine.library()
    let favourite = machine.make(traits: .needsCheck)
    let login = machine.make((.follows, favourite))
    let id = machine.id(of: favourite)
    _ = machine.next()
    let way = [machine.id(of: login), id]
    #expect(machine.checked(id, .first(way[0])) == .cycle(way))
    #expect(machine.start() == [login])
  }

  @Test func anOperationIsRetriedAfterAPause() {
    var machine = OperationMachine.library(categories: [1])
    let slot = machine.make(traits: .keepsCategories, categories: [0])
    _ = machine.start()
    #expect(machine.finish(slot, threw: true, rests: true) == .resting)
    #expect(machine.categories[0].holders == [slot])
    #expect(machine.managers[0].executing == 0)
    machine.wakeUp(machine.id(of: slot))
    #expect(machine[slot].blockedBy == .rest)
    #expect(machine.start() == [slot])
    #expect(machine.finish(slot, threw: true) == .ended(.failed))
  }

  @Test func theFirstFailureAmongChildrenCancelsTheOthers() throws {
    var machine = OperationMachine.library(limit: 3)
    let scope = machine.add(manager: 0, traits: [.isScope, .failsFast])
    machine.submit(scope.slot)
    #expect(machine[scope.slot].phase == .executing)
    #expect(machine.managers[0].executing == 0 && machine.managers[0].unsettled == 0)
    let children = (0..<3).map { _ in
      let child = machine.make(isSubmitted: false)
      machine.adopt(child, by: scope.slot)
      machine.submit(child)
      return machine.id(of: child)
    }
    #expect(machine.next() == .run(children[0]))
    #expect(machine.next() == .run(children[1]))
    _ = machine.takeActions()
    #expect(machine.finish(children[0], threw: true) == .ended(.failed))
    let actions = machine.takeActions()
    #expect(actions.contains(.interrupt(children[1])) == true)
    #expect(actions.contains(.decided(children[2], .cancelled(.scopeEnded))) == true)
    #expect(machine.finish(scope, threw: false) == .closing(.succeeded))
    #expect(machine.finish(children[1], threw: false) == .ended(.succeeded))
    #expect(machine.takeActions().suffix(2) == [.settled(children[1]), .settled(scope)])
    try machine.checkInvariants()
  }

  @Test func aSharedOperationIsCancelledWithItsLastNeed() {
    var machine = OperationMachine.library()
    let login = machine.make(traits: .isShared)
    let both = [machine.make((.requires, login)), machine.make((.requires, login))]
    _ = machine.start()
    _ = machine.takeActions()
    let id = machine.id(of: login)
    _ = machine.cancel(both[0], .requested, .this)
    #expect(machine.takeActions().contains(.interrupt(id)) == false)
    _ = machine.cancel(both[1], .requested, .this)
    #expect(machine.takeActions().contains(.interrupt(id)) == true)
    #expect(machine.finish(login, threw: true) == .ended(.cancelled(.unwanted)))
  }

  @Test func prioritiesAreLentToDependenciesAndRestored() {
    var machine = OperationMachine.library()
    _ = machine.make()
    _ = machine.start()
    let other = machine.make()
    let first = machine.make(priority: 0)
    let second = machine.make((.requires, first), priority: 1)
    #expect(machine[first].priority == 1)
    machine.setPriority(second, 4)
    #expect(machine[first].priority == 4)
    machine.setPriority(second, 0)
    #expect(machine[first].priority == 0)
    _ = machine.finish(0)
    #expect(machine.runAll() == [other, first, second])
  }
}

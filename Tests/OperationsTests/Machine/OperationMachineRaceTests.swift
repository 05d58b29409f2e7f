import Testing

@testable import StagecraftOperations

/// Defects found once, reproduced step by step.
@Suite struct OperationMachineRaceTests {
  /// A late edge leads to a skipped operation while the conditions are checked: the operation is
  /// skipped then, as in the table, not cancelled.
  @Test func anEndDuringTheEvaluationOfConditionsFollowsTheTable() {
    var machine = OperationMachine.library()
    let slot = machine.make(traits: .needsCheck)
    let id = machine.id(of: slot)
    #expect(machine.next() == .check(id))
    let other = NodeID(slot: 7, generation: 1)
    #expect(throws: Never.self) {
      try machine.linkLate(.requires, toEnded: .skipped, other, from: slot)
    }
    #expect(machine.checked(id, .proceed) == .ended(.skipped(.dependency(other))))
  }

  /// It is abandoned after its wait has ended and before it has its slot back: its body must be
  /// resumed.
  @Test func anAbandonedOperationThatWaitsForItsSlotIsResumed() throws {
    var machine = OperationMachine.library()
    let waiter = machine.make()
    let other = machine.make()
    #expect(machine.start() == [waiter])
    _ = try machine.beginAwait(other, by: waiter)
    #expect(machine.start() == [other])
    #expect(machine.endAwait(by: machine.id(of: waiter), ticket: 5, isCancelled: false) == false)
    _ = machine.takeActions()
    _ = machine.abandon(waiter)
    #expect(machine.takeActions().contains(.resume(ticket: 5)) == true)
    try machine.checkInvariants()
    _ = machine.finish(other)
    #expect(machine.managers[0].executing == 0)
  }

  /// Two waits of one body end while no slot is free for it: it gets one slot, and both continue.
  @Test func twoWaitsOfOneBodyTakeOneSlot() throws {
    var machine = OperationMachine.library()
    let waiter = machine.make()
    let id = machine.id(of: waiter)
    let others = [machine.make(), machine.make()]
    _ = machine.start()
    _ = try machine.beginAwait(others[0], by: waiter)
    #expect(machine.start() == [others[0]])
    #expect(machine.endAwait(by: id, ticket: 1, isCancelled: false) == false)
    _ = try machine.beginAwait(others[1], by: waiter)
    #expect(machine.endAwait(by: id, ticket: 2, isCancelled: false) == false)
    _ = machine.takeActions()
    _ = machine.finish(others[0])
    let actions = machine.takeActions()
    #expect(actions.contains(.resume(ticket: 1)) && actions.contains(.resume(ticket: 2)))
    #expect(machine.managers[0].executing == 1)
    try machine.checkInvariants()
    _ = machine.finish(waiter)
    #expect(machine.start() == [others[1]])
  }

  /// One wait is over, and before the slot is granted the body has begun another.
  @Test func aSlotIsNotTakenWhileAnotherWaitHasBegun() throws {
    var machine = OperationMachine.library()
    let waiter = machine.make()
    let id = machine.id(of: waiter)
    let others = [machine.make(), machine.make()]
    _ = machine.start()
    _ = try machine.beginAwait(others[0], by: waiter)
    _ = machine.start()
    #expect(machine.endAwait(by: id, ticket: 1, isCancelled: false) == false)
    _ = try machine.beginAwait(others[1], by: waiter)
    _ = machine.finish(others[0])
    #expect(machine.takeActions().contains(.resume(ticket: 1)) == true)
    #expect(machine.start() == [others[1]])
    _ = machine.finish(others[1])
    #expect(machine.endAwait(by: id, ticket: 2, isCancelled: false) == true)
    #expect(machine.managers[0].executing == 1)
    try machine.checkInvariants()
  }

  /// An operation that was started in a slot of its own takes no other slot after a wait either.
  @Test func anOperationWithoutASlotTakesNoneAfterAWait() throws {
    var machine = OperationMachine.library()
    let outside = machine.make(traits: .schedulesItself)
    let other = machine.make()
    #expect(machine.startOutside(machine.id(of: outside)) == true)
    _ = try machine.beginAwait(other, by: outside)
    #expect(machine.start() == [other])
    #expect(machine.endAwait(by: machine.id(of: outside), ticket: 1, isCancelled: false) == true)
    #expect(machine.managers[0].executing == 1)
    try machine.checkInvariants()
  }

  /// The other operation is older, and no edge leads backwards: it waits for a category that this
  /// one holds.
  @Test func waitingForAnOperationThatNeedsAHeldCategoryIsACycle() {
    var machine = OperationMachine.library(limit: 4, categories: [1])
    let older = machine.make(categories: [0], isSubmitted: false)
    let holder = machine.make(categories: [0])
    _ = machine.start()
    machine.submit(older)
    let circle = [machine.id(of: older), machine.id(of: holder)]
    #expect(throws: OperationMachine.EdgeRefusal.cycle(circle)) {
      try machine.beginAwait(older, by: holder)
    }
  }

  /// It holds a category and has not started: when it has to wait for another predecessor, it
  /// returns the category first.
  @Test func aReleasedCategoryClosesNoCycle() throws {
    var machine = OperationMachine.library(categories: [1])
    _ = machine.make()
    _ = machine.start()
    let holder = machine.make(categories: [0])
    let other = machine.make(categories: [0])
    #expect(machine[holder].phase == .ready)
    try machine.linkLate(.requires, to: other, from: holder)
    #expect(machine[other].phase == .ready)
    try machine.checkInvariants()
  }

  /// Its conditions are checked again right before the body, when it holds its categories; a
  /// dependency needs one of them.
  @Test func aPrerequisiteMayNeedACategoryOfItsOperation() throws {
    var machine = OperationMachine.library(limit: 4, categories: [1])
    let alert = machine.make(categories: [0])
    _ = machine.start()
    let login = machine.make(categories: [0])
    #expect(machine.checked(machine.id(of: alert), .first(machine.id(of: login))) == .continues)
    #expect(machine.start() == [login])
    _ = machine.finish(login)
    #expect(machine.next() == .check(machine.id(of: alert)))
    try machine.checkInvariants()
  }

  /// It pauses between two attempts, and the first has left a child.
  @Test func anOperationCancelledDuringAPauseEndsAfterItsChildren() throws {
    var machine = OperationMachine.library(limit: 4)
    let parent = machine.make()
    _ = machine.start()
    let child = machine.make(isSubmitted: false)
    machine.adopt(child, by: parent)
    machine.submit(child)
    let next = machine.make((.follows, parent))
    #expect(machine.start() == [child])
    #expect(machine.finish(parent, threw: true, rests: true) == .resting)
    let ids = (machine.id(of: parent), machine.id(of: child))
    _ = machine.takeActions()
    _ = machine.cancel(parent, .requested, .this)
    #expect(machine.takeActions() == [.decided(ids.0, .cancelled(.requested)), .interrupt(ids.1)])
    #expect(machine[parent].phase == .closing && machine[next].phase == .waiting)
    try machine.checkInvariants()
    #expect(machine.finish(child, threw: true) == .ended(.cancelled(.requested)))
    #expect(machine.slot(of: ids.0) == nil && machine.slot(of: ids.1) == nil)
    #expect(machine.start() == [next])
  }

  @Test func anOperationInTheSlotOfAnotherManagerBelongsToItsOwn() {
    var machine = OperationMachine.library()
    let other = machine.addManager(limit: 1)
    let slot = machine.make(traits: .schedulesItself)
    machine.managers[0].isIdleAwaited = true
    _ = machine.takeActions()
    #expect(machine.enqueue(machine.id(of: slot), manager: other) == true)
    #expect(machine.takeActions().contains(.idle(manager: 0)) == false)
    #expect(machine.managers[Int(other)].unsettled == 0)
    #expect(machine.take(manager: other, lane: .compute, isFirst: true) != nil)
    #expect(machine.live(of: 0) == [slot] && machine.live(of: other) == [])
    #expect(machine.finish(machine.id(of: slot), threw: false) == .ended(.succeeded))
    #expect(machine.takeActions().contains(.idle(manager: 0)) == true)
  }

  @Test func loweringAPriorityDoesNotEscalate() {
    var machine = OperationMachine.library()
    let slot = machine.make(priority: 3)
    _ = machine.start()
    _ = machine.takeActions()
    machine.setPriority(slot, 1)
    #expect(machine.takeActions() == [])
    machine.setPriority(slot, 4)
    #expect(machine.takeActions() == [.escalate(machine.id(of: slot), 4)])
  }

  /// An edge from a decided operation to a shared one is removed: another still needs that.
  @Test func interestIsRemovedOnce() {
    var machine = OperationMachine.library()
    let shared = machine.make(traits: .isShared)
    let other = machine.make(isSubmitted: false)
    let first = machine.make((.result, shared), (.follows, other))
    _ = machine.make((.requires, shared))
    #expect(machine[shared].interest == 2)
    _ = machine.cancel(first, .requested, .this)
    #expect(machine[shared].interest == 1)
    #expect(machine.unlink(shared, from: first, [.result]) == true)
    #expect(machine[shared].interest == 1)
    #expect(machine.start() == [shared])
  }

  /// A cancelled operation is between two others.
  @Test func prioritiesAreLentThroughCancelledOperations() {
    var machine = OperationMachine.library()
    _ = machine.make()
    _ = machine.start()
    let before = machine.make()
    let first = machine.make(priority: 3)
    let cancelled = machine.make((.follows, before))
    _ = machine.cancel(cancelled, .requested, .this)
    let after = machine.make((.follows, cancelled), priority: 4)
    #expect(machine[before].priority == 4)
    _ = machine.finish(0)
    #expect(machine.runAll() == [before, after, first])
  }

  @Test func theChildOfACancelledOperationNeverStarts() throws {
    for isAbandoned in [false, true] {
      var machine = OperationMachine.library(limit: 4)
      let parent = machine.make()
      _ = machine.start()
      let sibling = machine.make(traits: .schedulesItself, isSubmitted: false)
      machine.adopt(sibling, by: parent)
      machine.submit(sibling)
      _ = machine.startOutside(machine.id(of: sibling))
      _ = isAbandoned ? machine.abandon(parent) : machine.cancel(parent, .requested, .this)
      let child = machine.add(manager: 0, traits: .schedulesItself)
      machine.adopt(child.slot, by: parent)
      _ = machine.takeActions()
      machine.submit(child.slot)
      let cause: Verdict.Cause = isAbandoned ? .abandoned : .requested
      #expect(machine.takeActions() == [.decided(child, .cancelled(cause)), .settled(child)])
      try machine.checkInvariants()
    }
  }
}

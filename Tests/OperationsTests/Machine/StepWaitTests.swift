import Testing

@testable import StagecraftOperations

/// A step of a graph waits, and the body that runs the graph keeps its slot.
@Suite struct StepWaitTests {
  @Test func theOnlySlotIsKept() throws {
    var machine = OperationMachine.library()
    let launch = machine.make()
    #expect(machine.start() == [launch])
    let other = machine.add(manager: machine.addManager(limit: 1)).slot
    machine.submit(other)
    try machine.beginStepAwait(other, by: launch)
    let next = machine.make()
    #expect(machine.start() == [])
    machine.removeAwait(of: other, by: launch)
    machine.endStepAwait(by: machine.id(of: launch))
    #expect(machine.stepWaits.isEmpty)
    _ = machine.finish(launch)
    #expect(machine.start() == [next])
    try machine.checkInvariants()
  }

  @Test func whatNeedsTheOnlySlotCannotBeWaitedFor() throws {
    var machine = OperationMachine.library()
    let launch = machine.make()
    #expect(machine.start() == [launch])
    let first = machine.make()
    let last = machine.make((.requires, first))
    let path = [last, first, launch].map { machine.id(of: $0) }
    let refusal = #expect(throws: OperationMachine.EdgeRefusal.self) {
      try machine.beginStepAwait(last, by: launch)
    }
    // Either of the two needs the slot.
    #expect(refusal == .cycle(path) || refusal == .cycle([path[0], path[2]]))
    #expect(machine.stepWaits.isEmpty && machine.backwardLinks == 0)
    _ = machine.finish(launch)
    #expect(machine.runAll() == [first, last])
  }

  @Test func anotherFreeSlotIsEnough() throws {
    var machine = OperationMachine.library(limit: 2)
    let launch = machine.make()
    #expect(machine.start() == [launch])
    let page = machine.make()
    try machine.beginStepAwait(page, by: launch)
    #expect(machine.runAll() == [page])
    machine.endStepAwait(by: machine.id(of: launch))
    #expect(machine.stepWaits.isEmpty)
  }

  /// The circle arises when the limit becomes 1, so the next wait finds it.
  @Test func theLimitMayChangeDuringAWait() throws {
    var machine = OperationMachine.library(limit: 2)
    let other = machine.add(manager: machine.addManager(limit: 1)).slot
    let launch = machine.make()
    #expect(machine.start() == [launch])
    try machine.beginStepAwait(other, by: launch)
    #expect(machine.serialStepWaits == 0)
    machine.setLimit(1, of: 0)
    #expect(machine.serialStepWaits == 1)
    let page = machine.make()
    #expect(throws: OperationMachine.EdgeRefusal.self) {
      try machine.beginStepAwait(page, by: launch)
    }
    try machine.checkInvariants()
    machine.removeAwait(of: other, by: launch)
    machine.endStepAwait(by: machine.id(of: launch))
    #expect(machine.serialStepWaits == 0)
    try machine.checkInvariants()
  }
}

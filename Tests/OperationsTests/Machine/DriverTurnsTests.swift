import Testing

@testable import StagecraftOperations

/// Scenarios about drivers whose turn is over.
struct DriverTurnsTests {
  private func calls(_ machine: inout OperationMachine) -> Int {
    defer { machine.actions = [] }
    return machine.actions.count {
      if case .requestDriver = $0 { true } else { false }
    }
  }

  private func machine(operations: Int, limit: Int = .max) -> OperationMachine {
    var machine = OperationMachine()
    let manager = machine.addManager(limit: limit)
    for _ in 0..<operations { machine.submit(machine.add(manager: manager).slot) }
    return machine
  }

  @Test func aDriverWhoseTurnIsOverLeavesIfAnotherIsInTheWings() {
    var machine = machine(operations: 3)
    #expect(calls(&machine) == 1)
    guard case .run(let first) = machine.take(manager: 0, lane: .compute, isFirst: true) else {
      Issue.record("there is something to run")
      return
    }
    #expect(calls(&machine) == 1)
    _ = machine.finish(first, .returned, requestsDrivers: false)
    #expect(machine.endTurn(manager: 0, lane: .compute) == false)
    #expect(calls(&machine) == 0)
    #expect(machine.take(manager: 0, lane: .compute, isFirst: true) != nil)
  }

  @Test func aDriverWhoseTurnIsOverGoesIntoTheWingsItselfIfNoneIs() {
    var machine = machine(operations: 2, limit: 1)
    #expect(calls(&machine) == 1)
    guard case .run(let first) = machine.take(manager: 0, lane: .compute, isFirst: true) else {
      Issue.record("there is something to run")
      return
    }
    // There is one slot, so none is on standby.
    #expect(calls(&machine) == 0)
    _ = machine.finish(first, .returned, requestsDrivers: false)
    #expect(machine.endTurn(manager: 0, lane: .compute) == true)
    // None is called in addition.
    machine.submit(machine.add(manager: 0).slot)
    #expect(calls(&machine) == 0)
    #expect(machine.take(manager: 0, lane: .compute, isFirst: true) != nil)
  }

  @Test func aDriverWhoseTurnIsOverLeavesIfThereIsNothingToDo() {
    var machine = machine(operations: 1)
    _ = calls(&machine)
    guard case .run(let first) = machine.take(manager: 0, lane: .compute, isFirst: true) else {
      Issue.record("there is something to run")
      return
    }
    _ = machine.finish(first, .returned, requestsDrivers: false)
    #expect(machine.endTurn(manager: 0, lane: .compute) == false)
    machine.submit(machine.add(manager: 0).slot)
    #expect(calls(&machine) == 1)
  }

  @Test func aDriverThatComesAndMustLeaveMakesRoomForAnother() {
    var machine = machine(operations: 1)
    #expect(calls(&machine) == 1)
    machine.leave(manager: 0, lane: .compute, isFirst: true)
    #expect(calls(&machine) == 1)
  }
}

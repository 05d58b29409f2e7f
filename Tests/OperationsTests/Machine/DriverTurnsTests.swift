import Testing

@testable import StagecraftOperations

/// Conversations about drivers whose turn is over.
struct DriverTurnsTests {
  private func requests(_ machine: inout OperationMachine) -> Int {
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

  @Test func aDriverWhoseTurnIsOverLeavesIfAnotherIsRequested() {
    var machine = machine(operations: 3)
    #expect(requests(&machine) == 1)
    guard case .run(let first) = machine.take(manager: 0, lane: .compute, isFirst: true) else {
      Issue.record("an operation is ready")
      return
    }
    #expect(requests(&machine) == 1)
    _ = machine.finish(first, threw: false, requestsDrivers: false)
    #expect(machine.endTurn(manager: 0, lane: .compute) == false)
    #expect(requests(&machine) == 0)
    #expect(machine.take(manager: 0, lane: .compute, isFirst: true) != nil)
  }

  @Test func aDriverWhoseTurnIsOverReturnsIfNoneIsRequested() {
    var machine = machine(operations: 2, limit: 1)
    #expect(requests(&machine) == 1)
    guard case .run(let first) = machine.take(manager: 0, lane: .compute, isFirst: true) else {
      Issue.record("an operation is ready")
      return
    }
    // There is one slot, so no other driver was requested.
    #expect(requests(&machine) == 0)
    _ = machine.finish(first, threw: false, requestsDrivers: false)
    #expect(machine.endTurn(manager: 0, lane: .compute) == true)
    // No other driver is requested.
    machine.submit(machine.add(manager: 0).slot)
    #expect(requests(&machine) == 0)
    #expect(machine.take(manager: 0, lane: .compute, isFirst: true) != nil)
  }

  @Test func aDriverWhoseTurnIsOverLeavesIfThereIsNoWork() {
    var machine = machine(operations: 1)
    _ = requests(&machine)
    guard case .run(let first) = machine.take(manager: 0, lane: .compute, isFirst: true) else {
      Issue.record("an operation is ready")
      return
    }
    _ = machine.finish(first, threw: false, requestsDrivers: false)
    #expect(machine.endTurn(manager: 0, lane: .compute) == false)
    machine.submit(machine.add(manager: 0).slot)
    #expect(requests(&machine) == 1)
  }

  @Test func aDriverThatLeavesOnArrivalIsReplaced() {
    var machine = machine(operations: 1)
    #expect(requests(&machine) == 1)
    machine.leave(manager: 0, lane: .compute, isFirst: true)
    #expect(requests(&machine) == 1)
  }
}

@testable import StagecraftPools

// The machine answers the most frequent events in two ways: directly, and through its general
// methods. These methods ask a copy of the machine for the direct answer.

extension PoolMachine {
  /// The direct answer to a request, if there is one.
  mutating func answerDirectly(_ request: Request, at now: Moment) -> BorrowAction? {
    guard request.preference == nil else { return nil }
    if let keyIndex = request.keyIndex {
      return lendDirectly(for: keyIndex).map { .lend(Grant(slot: $0)) }
    }
    if let slot = lendDirectly() { return .lend(Grant(slot: slot)) }
    guard request.kind == .task, case .until(let deadline) = request.patience else { return nil }
    return joinDirectly(since: now, deadline: deadline).map { .wait($0) }
  }
}

extension PoolMachine where Waiter: Equatable, Failure: Equatable {
  /// Whether the direct answer to a return, if there is one, is the general one.
  ///
  /// - Parameters:
  ///   - slot: The slot that is returned.
  ///   - now: The time.
  ///   - action: The general answer.
  ///   - effects: Its effects.
  /// - Returns: Nil if there is no direct answer.
  mutating func returnsDirectly(
    _ slot: Int, at now: Moment, like action: ReturnAction, _ effects: [Action]
  ) -> Bool? {
    switch returnDirectly(slot, at: now) {
    case .undecided: nil
    case .idle: action == .accepted && effects.isEmpty
    case .handOver(let waiter):
      action == .accepted && effects == [.resume(waiter, .lent(Grant(slot: slot)))]
    }
  }
}

extension MachineRig {
  /// Sends a request in both ways, compares the answers, and continues with one of the machines.
  mutating func borrowInBothWays(
    _ request: Machine.Request, at told: Int64, into list: inout Effects<Machine.Action>
  ) throws -> Machine.BorrowAction {
    var direct = machine
    let action = machine.borrow(request, at: told, into: &list)
    guard let answer = direct.answerDirectly(request, at: told) else { return action }
    try check(answer == action && list.isEmpty, "a request is answered directly as in general")
    proceed(with: direct)
    return action
  }

  /// The same for a return.
  mutating func returnInBothWays(
    _ slot: Int, at told: Int64, into list: inout Effects<Machine.Action>
  ) throws -> Machine.ReturnAction {
    var direct = machine
    let action = machine.returnElement(slot, at: told, into: &list)
    guard let agrees = direct.returnsDirectly(slot, at: told, like: action, list.all()) else {
      return action
    }
    try check(agrees, "a return is answered directly as in general")
    proceed(with: direct)
    return action
  }

  /// Continues with the machine that answered directly, every other time.
  private mutating func proceed(with direct: Machine) {
    directAnswers += 1
    if history.count.isMultiple(of: 2) { machine = direct }
  }
}

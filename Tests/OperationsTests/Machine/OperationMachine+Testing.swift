@testable import StagecraftOperations

extension OperationMachine {
  /// A machine with one manager, and categories with these limits.
  static func library(limit: Int = 1, categories: [Int] = []) -> OperationMachine {
    var machine = OperationMachine()
    _ = machine.addManager(limit: limit)
    for limit in categories { _ = machine.addCategory(limit: limit) }
    return machine
  }

  /// Removes and returns the actions since the last call.
  mutating func takeActions() -> [Action] {
    defer { actions = [] }
    return actions
  }

  /// An operation of the first manager.
  mutating func make(
    _ edges: (EdgeKind, Slot)..., priority: UInt8 = 2, traits: OperationRecord.Traits = [],
    categories: [Int32] = [], isSubmitted: Bool = true
  ) -> Slot {
    let slot = add(manager: 0, priority: priority, traits: traits, categories: categories).slot
    for (kind, other) in edges { link(kind, to: other, from: slot) }
    if isSubmitted { submit(slot) }
    return slot
  }

  /// Runs a driver that was requested.
  mutating func next() -> DriverStep? { take(manager: 0, lane: .compute, isFirst: true) }

  /// Runs drivers until no work is left.
  ///
  /// - Returns: The operations that were started.
  mutating func start() -> [Slot] {
    var started: [Slot] = []
    while case .run(let id) = next() { started.append(id.slot) }
    return started
  }

  mutating func finish(_ slot: Slot, threw: Bool = false, rests: Bool = false) -> BodyEnd {
    finish(id(of: slot), threw: threw, rests: rests)
  }

  /// Runs operations, all successfully, until none can run.
  mutating func runAll() -> [Slot] {
    var ran: [Slot] = []
    while case .run(let id) = next() {
      ran.append(id.slot)
      _ = finish(id, threw: false)
    }
    return ran
  }
}

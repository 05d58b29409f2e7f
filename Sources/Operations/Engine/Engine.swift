internal import StageFloor

/// The shell around the machine: one lock, and one function that locks, asks, unlocks and acts.
///
/// There is one for all managers, because edges, categories and waits lead from one manager to
/// another. The lock is held for a bounded slice of work at a time.
final class Engine: @unchecked Sendable {  // guard: `lock`
  // guard: everything below, and the states of all handles and managers, is used under `lock`.

  static let shared = Engine()

  let lock = LockWord()
  @exclusivity(unchecked) var machine = OperationMachine()
  /// The handle of each place in the machine whose operation was submitted; they are retained until
  /// they settle.
  @exclusivity(unchecked) var handles: [Unmanaged<AnyOperationHandle>?] = []
  /// The handles of those that were only prepared, which their users keep alive.
  @exclusivity(unchecked) var prepared: [Slot: WeakHandle] = [:]
  /// Handles of prepared operations that were used under the lock: the last release of one may be
  /// here, and must come without it.
  private var borrowed: [AnyOperationHandle] = []
  /// The prepared operation whose last handle went last.
  var forgotten: (id: NodeID, name: String)?
  @exclusivity(unchecked) var managers: [Unmanaged<OperationManager>?] = []
  /// Managed waits that have ended and are to get their slot back first.
  @exclusivity(unchecked) var parked: [UInt64: UnsafeContinuation<Bool, Never>] = [:]
  /// What the machine said, while it is turned into deeds.
  @exclusivity(unchecked) var actions: [OperationMachine.Action] = []
  /// How many operations are being asked for their conditions.
  @exclusivity(unchecked) var asking = 0
  private var lastTicket: UInt64 = 0

  /// How often a thread looks at the lock before it sleeps.
  ///
  /// Who submits and who runs meet here again and again: with 400 instead of 40 a chain of 200,000
  /// took a tenth less.
  private static var patience: Int { 400 }

  /// Locks, asks the machine, unlocks, and does what it says.
  @inline(__always)
  func perform<Result>(_ ask: (inout Deeds) -> Result) -> Result {
    var deeds = Deeds()
    lock.lock(spinning: Self.patience)
    let result = ask(&deeds)
    collect(into: &deeds)
    if !borrowed.isEmpty { returnBorrowed(&deeds) }
    lock.unlock()
    deeds.carryOut()
    return result
  }

  func addCategory(limit: Int) -> Int32 {
    lock.withLock { machine.addCategory(limit: limit) }
  }

  func add(_ manager: OperationManager, limit: Int) -> Int32 {
    lock.withLock {
      let index = machine.addManager(limit: limit)
      while managers.count <= Int(index) { managers.append(nil) }
      managers[Int(index)] = Unmanaged.passUnretained(manager)
      return index
    }
  }

  func remove(manager: Int32) {
    lock.withLock {
      managers[Int(manager)] = nil
      machine.removeManager(manager)
    }
  }

  /// The handle of a place in the machine; under the lock.
  func handle(at slot: Slot) -> AnyOperationHandle? {
    handles[Int(slot)]?.takeUnretainedValue() ?? preparedHandle(at: slot)
  }

  /// The handle of a prepared operation, unless it is on its way out; in ``perform(_:)`` only.
  private func preparedHandle(at slot: Slot) -> AnyOperationHandle? {
    guard let handle = prepared[slot]?.handle else { return nil }
    borrowed.append(handle)
    return handle
  }

  private func returnBorrowed(_ deeds: inout Deeds) {
    deeds.append(.letGo(borrowed))
    borrowed = []
  }

  /// The name of an operation that may have left the machine; under the lock.
  func name(of id: NodeID) -> String {
    guard machine.slot(of: id) != nil, let handle = handle(at: id.slot) else { return "…" }
    return handle.name
  }

  func drawTicket() -> UInt64 {
    lastTicket += 1
    return lastTicket
  }
}

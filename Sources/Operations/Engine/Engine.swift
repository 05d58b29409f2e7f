internal import CStageFloor
internal import StageFloor

/// The shell around the machine: one lock, and one function that locks, asks, unlocks and acts.
///
/// There is one for all managers, because edges, categories and waits lead from one manager to
/// another. A call that concerns many operations holds the lock for one slice of its work after
/// another, and others have their turn in between.
final class Engine: @unchecked Sendable {  // guard: `lock`
  // guard: everything below, and the states of all handles and managers, is used under `lock`.

  static let shared = Engine()

  let lock = LockWord()
  @exclusivity(unchecked) var machine = OperationMachine()
  /// The handle of each place in the machine whose operation was submitted; they are retained until
  /// they settle.
  @exclusivity(unchecked) var handles = SparseTable<Unmanaged<AnyOperationHandle>>()
  /// The handles of those that were only prepared, which their users keep alive.
  @exclusivity(unchecked) var prepared = SparseTable<WeakHandle>()
  /// Handles of prepared operations that were used under the lock: the last release of one may be
  /// here, and must come without it.
  private var borrowed: [AnyOperationHandle] = []
  /// The names of prepared operations whose last handle has gone, while others have yet to hear why
  /// they end.
  @exclusivity(unchecked) var forgotten: [NodeID: String] = [:]
  @exclusivity(unchecked) var managers: [Unmanaged<OperationManager>?] = []
  /// Managed waits that have ended and are to get their slot back first.
  @exclusivity(unchecked) var parked: [UInt64: UnsafeContinuation<Bool, Never>] = [:]
  /// What the machine said, while it is turned into deeds.
  @exclusivity(unchecked) var actions: [OperationMachine.Action] = []
  /// How many operations are being asked for their conditions.
  @exclusivity(unchecked) var asking = 0
  /// Operations that have ended, of which more wait than could be told in one slice.
  @exclusivity(unchecked) var unannounced: [AnyOperationHandle] = []
  /// Prepared operations that have ended, and that more are to hold than could be told in one slice.
  @exclusivity(unchecked) var claimed: [AnyOperationHandle] = []
  /// How many slices there have been besides the first of each call.
  @exclusivity(unchecked) var sliceCount = 0
  private var lastTicket: UInt64 = 0

  /// Takes room for what a slice leads to.
  ///
  /// To grow takes a large block, for which glibc first gathers all small ones that were freed: that
  /// would be under the lock, and after the end of very many operations it takes long.
  private init() {
    actions.reserveCapacity(4 * Self.slice)
    machine.actions.reserveCapacity(4 * Self.slice)
  }

  /// How often a thread looks at the lock before it sleeps.
  ///
  /// Who submits and who runs meet here again and again: with 400 instead of 40 a chain of 200,000
  /// took a tenth less.
  private static var patience: Int { 400 }

  /// How much of its work a call does before others have their turn.
  static var slice: Int { 256 }

  /// Locks, asks the machine, unlocks, and does what it says.
  ///
  /// What is more than a slice of work is done in further ones before this returns.
  @inline(__always)
  func perform<Result>(_ ask: (inout Deeds) -> Result) -> Result {
    var deeds = Deeds()
    lock.lock(spinning: Self.patience)
    machine.budget = Self.slice
    let result = ask(&deeds)
    collect(into: &deeds)
    if !borrowed.isEmpty { returnBorrowed(&deeds) }
    if hasGarbage { takeGarbage(&deeds) }
    guard hasMoreWork else {
      lock.unlock()
      deeds.carryOut()
      return result
    }
    let rest = takeWork()
    let isAwaited = lock.hasSleepers
    lock.unlock()
    deeds.carryOut()
    goOn(rest, isAwaited: isAwaited)
    return result
  }

  /// Whether the work of the present call is more than a slice; under the lock.
  @inline(__always)
  var hasMoreWork: Bool { !machine.work.isEmpty || !unannounced.isEmpty || !claimed.isEmpty }

  @inline(__always)
  private var hasGarbage: Bool {
    machine.hasGarbage || handles.hasGarbage || prepared.hasGarbage
  }

  private func takeGarbage(_ deeds: inout Deeds) {
    deeds.append(.free(machine.takeGarbage() + handles.takeGarbage() + prepared.takeGarbage()))
  }

  /// What a call has yet to do; it belongs to that call alone.
  private struct Rest {
    var work: Work?
    var unannounced: [AnyOperationHandle]
    var claimed: [AnyOperationHandle]
  }

  private func takeWork() -> Rest {
    defer { (unannounced, claimed) = ([], []) }
    return Rest(work: machine.takeWork(), unannounced: unannounced, claimed: claimed)
  }

  /// Does the rest of what a call has to do, slice by slice.
  @inline(never)
  private func goOn(_ rest: Rest, isAwaited: Bool) {
    var (rest, isAwaited) = (Optional(rest), isAwaited)
    while let present = rest {
      if isAwaited { letOthersIn() }
      var deeds = Deeds()
      lock.lock()
      sliceCount += 1
      machine.budget = Self.slice
      // These may end in further work, which comes after that of the call.
      if let work = present.work { machine.put(work) }
      for handle in present.claimed { endClaims(on: handle) }
      for handle in present.unannounced { announce(handle, &deeds) }
      machine.endLinking()
      collect(into: &deeds)
      if !borrowed.isEmpty { returnBorrowed(&deeds) }
      if hasGarbage { takeGarbage(&deeds) }
      rest = hasMoreWork ? takeWork() : nil
      isAwaited = lock.hasSleepers
      lock.unlock()
      deeds.carryOut()
    }
  }

  /// Lets a thread that slept for the lock, and is waking up, have it before it is taken again;
  /// between two slices.
  ///
  /// The lock is not fair: without this, one that takes it again at once would have it for ever.
  func letOthersIn() {
    for _ in 0..<Self.patience {
      if lock.isHeld { return }
      stage_pause()
    }
    // It may need this processor.
    stage_yield_thread()
  }

  func addCategory(limit: Int) -> Int32 {
    lock.withLock { machine.addCategory(limit: limit) }
  }

  /// No operation needs a category any more.
  func remove(category: Int32) {
    lock.withLock { machine.removeCategory(category) }
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
    handles[slot]?.takeUnretainedValue() ?? preparedHandle(at: slot)
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

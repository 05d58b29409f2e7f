internal import CStageFloor
internal import StageFloor

/// The shell around the machine: one lock, and one function that locks, asks, unlocks and acts.
///
/// All managers share one engine, because edges, categories and waits connect operations of
/// different managers. A call that affects many operations works in slices and releases the lock
/// after each, so that other threads proceed in between. Functions with an `inout Effects` parameter
/// are called under the lock.
final class Engine: @unchecked Sendable {  // guard: `lock`
  // guard: everything below, and the states of all handles and managers, is used under `lock`.

  static let shared = Engine()

  let lock = LockWord()
  @exclusivity(unchecked) var machine = OperationMachine()
  @exclusivity(unchecked) var prepared = PagedTable<PreparedHandle>()
  /// Handles of prepared operations that were used under the lock: each may be the last reference,
  /// which must be released without the lock.
  private var borrowed: [AnyOperationHandle] = []
  /// Names of released prepared operations, until dependents are notified of the reason.
  @exclusivity(unchecked) var forgotten: [NodeID: String] = [:]
  @exclusivity(unchecked) var managers: [Unmanaged<OperationManager>?] = []
  /// Waits of bodies that have ended and need a concurrency slot first.
  @exclusivity(unchecked) var parked: [UInt64: UnsafeContinuation<Bool, Never>] = [:]
  @exclusivity(unchecked) var actions: [OperationMachine.Action] = []
  @exclusivity(unchecked) var evaluationCount = 0
  /// Ended operations with more waiters than one slice can resume.
  @exclusivity(unchecked) var unannounced: [AnyOperationHandle] = []
  /// Ended prepared operations with more registered dependents than one slice can serve.
  @exclusivity(unchecked) var claimed: [AnyOperationHandle] = []
  @exclusivity(unchecked) var sliceCount = 0
  @exclusivity(unchecked) var lenders: [Unmanaged<Driver>] = []
  private var lastTicket: UInt64 = 0

  /// Reserves room for one slice: growing allocates a large block, before which glibc consolidates
  /// all small blocks that were freed, which is slow after very many operations, and under the
  /// lock.
  private init() {
    actions.reserveCapacity(4 * Self.slice)
    machine.actions.reserveCapacity(4 * Self.slice)
  }

  /// How often a thread polls the lock before it sleeps: with 400 instead of 40, a chain of 200,000
  /// operations took a tenth less time, as submitting and running threads meet here constantly.
  private static var spinLimit: Int { 400 }

  /// The amount of work in a slice, after which other threads proceed.
  static var slice: Int { 256 }

  /// Locks, asks the machine, unlocks, and performs the collected actions, slice by slice.
  ///
  /// `isRecalling` is false only if `ask` cannot tell whether operations were taken ahead, or
  /// recalls them itself.
  @inline(__always)
  func modify<Result>(
    recalling isRecalling: Bool = true, _ ask: (inout Effects) -> Result
  ) -> Result {
    var effects = Effects()
    lock.lock(spinning: Self.spinLimit)
    machine.budget = Self.slice
    if isRecalling, !lenders.isEmpty { recallAll(&effects) }
    let result = ask(&effects)
    if machine.isRecallDue { recallAll(&effects) }
    collect(into: &effects)
    if !borrowed.isEmpty { returnBorrowed(&effects) }
    if hasGarbage { takeGarbage(&effects) }
    guard hasMoreWork else {
      lock.unlock()
      effects.perform()
      return result
    }
    let rest = takeWork()
    let isAwaited = lock.hasSleepers
    lock.unlock()
    effects.perform()
    continueWork(rest, isAwaited: isAwaited)
    return result
  }

  @inline(__always)
  var hasMoreWork: Bool { !machine.work.isEmpty || !unannounced.isEmpty || !claimed.isEmpty }

  @inline(__always)
  private var hasGarbage: Bool {
    machine.hasGarbage || prepared.hasGarbage
  }

  private func takeGarbage(_ effects: inout Effects) {
    effects.append(.freePages(machine.takeGarbage() + prepared.takeGarbage()))
  }

  /// The remaining work of a call, accessible to that call alone.
  private struct Rest {
    var work: Work?
    var unannounced: [AnyOperationHandle]
    var claimed: [AnyOperationHandle]
  }

  private func takeWork() -> Rest {
    defer { (unannounced, claimed) = ([], []) }
    return Rest(work: machine.takeWork(), unannounced: unannounced, claimed: claimed)
  }

  @inline(never)
  private func continueWork(_ rest: Rest, isAwaited: Bool) {
    var (rest, isAwaited) = (Optional(rest), isAwaited)
    while let present = rest {
      if isAwaited { yieldLock() }
      var effects = Effects()
      lock.lock()
      sliceCount += 1
      machine.budget = Self.slice
      if !lenders.isEmpty { recallAll(&effects) }
      // These may create further work, which follows that of the call.
      if let work = present.work { machine.put(work) }
      for handle in present.claimed { endClaims(on: handle) }
      for handle in present.unannounced { announce(handle, &effects) }
      machine.endLinking()
      collect(into: &effects)
      if !borrowed.isEmpty { returnBorrowed(&effects) }
      if hasGarbage { takeGarbage(&effects) }
      rest = hasMoreWork ? takeWork() : nil
      isAwaited = lock.hasSleepers
      lock.unlock()
      effects.perform()
    }
  }

  /// Lets a thread that was woken for the lock take it before the next slice: the lock is not fair,
  /// and a thread that locks again at once would starve the others.
  func yieldLock() {
    for _ in 0..<Self.spinLimit {
      if lock.isHeld { return }
      stage_pause()
    }
    // The waking thread may need this processor.
    stage_yield_thread()
  }

  func addCategory(limit: Int) -> Int32 {
    lock.withLock { machine.addCategory(limit: limit) }
  }

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

  /// Under the lock.
  func handle(at slot: Slot) -> AnyOperationHandle? {
    // The page of an operation that has left the machine may be gone.
    guard machine.records.contains(slot) else { return nil }
    return machine[slot].handle?.takeUnretainedValue() ?? preparedHandle(at: slot)
  }

  /// Unless it is in its `deinit`; only inside ``modify(_:)``.
  private func preparedHandle(at slot: Slot) -> AnyOperationHandle? {
    let entry = machine[slot].prepared
    guard entry >= 0, let handle = prepared[entry].handle else { return nil }
    borrowed.append(handle)
    return handle
  }

  private func returnBorrowed(_ effects: inout Effects) {
    effects.append(.releaseHandles(borrowed))
    borrowed = []
  }

  /// The operation may have left the machine; under the lock.
  func name(of id: NodeID) -> String {
    guard machine.slot(of: id) != nil, let handle = handle(at: id.slot) else { return "…" }
    return handle.name
  }

  func drawTicket() -> UInt64 {
    lastTicket += 1
    return lastTicket
  }
}

public import CStageFloor
internal import StageFloor
public import Synchronization

// The fast path: an element is lent or returned by one atomic operation, without the lock.
//
// `mode` selects the path. While it is 0, the fast path is open: a returned element is marked
// `idle` in its own slot header, and the thread that changes the header to `taken` gets it; for the
// machine the element is still on loan. While `mode` is not 0, the fast path is closed: the machine
// tracks every idle element, and each loan and return takes the lock. A pool closes the fast path
// before any borrower waits, and reopens it after many consecutive returns without waiters.
//
// The switch. A return on the fast path succeeds only if its switch is on. Without a strict order
// the switch is `mode`, and on at 0. With strict order only one thread, the owner, returns on the
// fast path, and the switch is `fastPathOwner`: on for the owner while it contains the owner's
// thread number, off at 0. One word holds both facts, so that no return can combine the mode of one
// moment with the owner of another.
//
// Why no wake-up is lost. A return first writes `leaving` into the slot, then reads its switch. The
// thread that closes the fast path first turns the switch off, then reads every slot. Both pairs
// are sequentially consistent, so at least one side sees the other: either the return sees that the
// switch is off and calls the machine (no thread can take a slot that is `leaving`), or the other
// side sees `leaving` and handles that return, in one of two ways:
//
// - Asymmetric form, on Linux. The frequent side omits its barrier: a barrier on all threads,
//   issued by the rare side, serves both. The return ends with a plain store. The rare side waits
//   for it; see `closeFastPath()` for how.
// - Portable form. The return ends with a compare-and-exchange. The rare side calls the slot back,
//   by changing `leaving` to `taken`: the return then fails and calls the machine, whenever its
//   thread runs again. Neither side waits for the other.
//
// Why the core may be freed. For the machine a slot that is `leaving` is still on loan, so the core
// is kept. In the asymmetric form, the store that ends `leaving` is the returning thread's last
// access, and the machine is notified of the element only after it. In the portable form the same
// holds for a return that succeeds; one that was called back calls the machine itself.
//
// Why a slot may be new to the thread that takes it. A hint is published with release and read with
// acquire, so that the header it points to and the element's first value are visible.
//
// Why order holds. The owner of an ordered fast path first checks whether the slot it returned
// before is still idle, and if so calls the machine, which moves that slot to its own stack. So at
// most one element is idle on the fast path: the one returned last. The owner writes the hint after
// it has read the switch, while its slot is `leaving`. In the asymmetric form the owner cannot
// change meanwhile. In the portable form it can, if the thread is preempted right there: the thread
// then leaves a hint that is not the new owner's, whose idle element is found when the fast path is
// searched before a new element is created.
extension PoolCore {
  /// The element that this thread returned last, if it is still idle and the fast path is open.
  @inlinable
  @inline(__always)
  final func takeFast() -> SlotRef? {
    // Reading `mode` here is for fairness only: a borrower that finds the path closed asks the
    // machine, where other borrowers may be waiting.
    guard mode.load(ordering: .relaxed) == 0 else { return nil }
    let slot = SlotRef(bits: hintCell.pointee.load(ordering: .acquiring))
    return slot.take() ? slot : nil
  }

  /// Returns false if the machine must be called; until then the slot belongs to the caller.
  @inlinable
  @inline(__always)
  final func returnFast(_ slot: SlotRef) -> Bool {
    guard isOrdered else {
      guard mode.load(ordering: .relaxed) == 0 else { return false }
      let cell = hintCell
      let isHinted = cell.pointee.load(ordering: .relaxed) == slot.bits
      return rest(slot, hint: isHinted ? nil : cell, if: mode, is: 0)
    }
    let thread = stage_thread_number()
    // A return that cannot pass must not write `leaving`: a recall would wait for one after
    // another.
    guard fastPathOwner.load(ordering: .relaxed) == thread else { return false }
    let last = SlotRef(bits: hints.pointee.load(ordering: .acquiring))
    guard last == slot || last.state != SlotState.idle else { return false }
    return rest(slot, hint: last == slot ? nil : hints, if: fastPathOwner, is: thread)
  }

  /// Returns whether the switch was on, that is, at the value `on`.
  ///
  /// A nil `hint` names the slot already, the common case: a store there would come between the two
  /// stores to the state.
  @inlinable
  @inline(__always)
  final func rest(
    _ slot: SlotRef, hint: UnsafeMutablePointer<Atomic<UInt>>?,
    if pathSwitch: borrowing Atomic<UInt32>, is on: UInt32
  ) -> Bool {
    guard isAsymmetric else { return restPortably(slot, hint: hint, if: pathSwitch, is: on) }
    slot.header.pointee.state.store(SlotState.leaving, ordering: .releasing)
    stage_compiler_barrier()
    guard pathSwitch.load(ordering: .relaxed) == on else { return false }
    if let hint { hint.pointee.store(slot.bits, ordering: .releasing) }
    slot.header.pointee.state.store(SlotState.idle, ordering: .releasing)
    return true
  }

  #if os(Linux)
  // Rare and large.
  @usableFromInline
  @inline(never)
  #else
  @inlinable
  @inline(__always)
  #endif
  final func restPortably(
    _ slot: SlotRef, hint: UnsafeMutablePointer<Atomic<UInt>>?,
    if pathSwitch: borrowing Atomic<UInt32>, is on: UInt32
  ) -> Bool {
    _ = slot.header.pointee.state.exchange(SlotState.leaving, ordering: .sequentiallyConsistent)
    guard pathSwitch.load(ordering: .sequentiallyConsistent) == on else { return false }
    if let hint { hint.pointee.store(slot.bits, ordering: .releasing) }
    // Fails if the slot was called back.
    return slot.header.pointee.state.compareExchange(
      expected: SlotState.leaving, desired: SlotState.idle, ordering: .releasing
    ).exchanged
  }

  @inlinable
  @inline(__always)
  final func returnElement(_ slot: SlotRef) {
    if !returnFast(slot) { returnElementSlowly(slot) }
  }

  /// The number of slots that are read for an idle element without a hint.
  ///
  /// In a larger pool the borrower closes the fast path instead, which finds all idle elements at
  /// once. Otherwise each of many loans would read the same slots again.
  static var slotsSearched: Int { 64 }

  /// Only without strict order.
  final func takeAny() -> SlotRef? {
    guard mode.load(ordering: .relaxed) == 0, !isOrdered else { return nil }
    for index in 0..<min(table.count, Self.slotsSearched) {
      let slot = table[index]
      guard slot.state == SlotState.idle, slot.take() else { continue }
      return slot
    }
    return nil
  }

  @inlinable
  @inline(__always)
  final var hintCell: UnsafeMutablePointer<Atomic<UInt>> {
    // With a single hint, nothing depends on the thread, and its number costs a call.
    guard hintMask != 0 else { return hints }
    return hints + Int(stage_thread_number() & hintMask) &* PoolCore.hintStride
  }

  // MARK: Changing the mode, with the lock held

  /// Moves every idle element to the machine.
  ///
  /// The lock is held before and after, and may be released in between.
  ///
  /// The asymmetric form may have to wait for threads that were preempted some instructions from
  /// the end of a return. It checks up to ``Backoff/pauses`` times, about two microseconds, yields
  /// up to ``Backoff/yields`` times, then sleeps at most a millisecond between checks, so that a
  /// preempted thread gets a processor.
  final func closeFastPath() {
    if mode.load(ordering: .relaxed) == 0 {
      mode.store(1, ordering: .sequentiallyConsistent)
      fastPathOwner.store(0, ordering: .sequentiallyConsistent)
      // Without the barrier the fast path can never be closed again, so it stays closed.
      if isAsymmetric, !ProcessBarrier.issue() { state.pointee.isFastPathDisabled = true }
      state.pointee.machine.idleElsewhere = 0
      state.pointee.calmReturns = 0
    } else if state.pointee.recallsUnderWay == 0 {
      return
    }
    // Also if another thread is doing this: until all idle elements are found, no thread may
    // conclude that there are none and go to sleep.
    state.pointee.recallsUnderWay += 1
    defer { state.pointee.recallsUnderWay -= 1 }
    var backoff = Backoff()
    while let leaving = recallIdleSlots() {
      // The returning thread may need the lock.
      lock.unlock()
      backoff.wait(while: SlotState.leaving, at: leaving.stateAddress)
      lock.lock()
    }
  }

  /// With the lock held, it suffices to check the machine's slots, however many more the table has:
  /// an element on the fast path, or on its way there, is on loan for the machine and keeps its
  /// slot until it is returned.
  ///
  /// Returns a slot that a thread is in the middle of returning and that must be waited for.
  private func recallIdleSlots() -> SlotRef? {
    var leaving: SlotRef?
    // In descending order, so that the first slots end up hottest and those at the end can grow
    // cold.
    for index in stride(from: slotsInUse - 1, through: 0, by: -1) {
      let slot = table[index]
      // Sequentially consistent, as the counterpart of the load of the switch in a return.
      if slot.header.pointee.state.load(ordering: .sequentiallyConsistent) == SlotState.leaving {
        if isAsymmetric {
          leaving = slot
          continue
        }
        // If this fails, the return has just ended: the element is idle, or on its way to the
        // machine.
        if slot.callBack() { continue }
      }
      if slot.state == SlotState.idle, slot.take() { state.pointee.machine.recalled(index, at: 0) }
    }
    return leaving
  }

  /// With the lock held; the table does not shrink with it, because hints name slots by address.
  final var slotsInUse: Int { state.pointee.machine.slots.count }

  /// After enough returns during which no waiter was owed an element: closing costs a barrier on
  /// all threads, so the pool does not switch often.
  final func reopenFastPath(_ state: inout PoolState) {
    guard !state.isFastPathDisabled, state.recallsUnderWay == 0 else { return }
    let thread = isOrdered ? stage_thread_number() : 0
    guard state.machine.isSettled, state.calmThread == thread else {
      state.calmReturns = 0
      state.calmThread = thread
      return
    }
    // On a fast path without order idle elements are not counted, so there may be no more than the
    // maximum.
    guard isOrdered || state.machine.existing <= state.machine.rules.maximumIdle else { return }
    state.calmReturns += 1
    guard state.calmReturns > max(128, state.machine.slots.count) else { return }
    if isOrdered {
      hints.pointee.store(PermanentlyTakenSlot.shared.bits, ordering: .releasing)
      fastPathOwner.store(thread, ordering: .releasing)
      state.machine.idleElsewhere = 1
    } else {
      while let index = state.machine.releaseToFastPath() { table[index].becomeIdle() }
    }
    mode.store(0, ordering: .sequentiallyConsistent)
  }

  final var ownsFastPath: Bool {
    isOrdered && fastPathOwner.load(ordering: .relaxed) == stage_thread_number()
  }

  /// The previous element of the owner is still idle: it moves to the machine, and `slot` takes its
  /// place.
  final func pushPrevious(
    for slot: SlotRef, _ state: inout PoolState, into effects: inout Effects<Machine.Action>
  ) {
    let last = SlotRef(bits: hints.pointee.load(ordering: .acquiring))
    if last != slot, last.take() {
      _ = state.machine.returnElement(last.index, at: 0, into: &effects)
    }
    hints.pointee.store(slot.bits, ordering: .releasing)
    slot.becomeIdle()
  }
}

extension SlotRef {
  @inlinable
  @inline(__always)
  var state: UInt32 { header.pointee.state.load(ordering: .acquiring) }

  @inlinable
  @inline(__always)
  func take() -> Bool {
    header.pointee.state.compareExchange(
      expected: SlotState.idle, desired: SlotState.taken, ordering: .acquiring
    ).exchanged
  }

  func becomeIdle() {
    header.pointee.state.store(SlotState.idle, ordering: .releasing)
  }

  /// Returns false if the return had ended; otherwise the returning thread then calls the machine.
  func callBack() -> Bool {
    header.pointee.state.compareExchange(
      expected: SlotState.leaving, desired: SlotState.taken, ordering: .relaxed
    ).exchanged
  }

  /// Transfers the slot to the machine, and its element to the next borrower.
  ///
  /// The holder's changes happen before the code that follows ``receive()``: the lock orders a
  /// thread that finds the element through it; a task that waits is ordered by its continuation,
  /// that is, by the runtime, which the thread sanitizer cannot see.
  func pass() {
    header.pointee.state.store(SlotState.taken, ordering: .releasing)
  }

  func receive() {
    _ = header.pointee.state.load(ordering: .acquiring)
  }

  var stateAddress: UnsafeMutablePointer<UInt32> {
    // The state is the header's first word.
    UnsafeMutableRawPointer(header).assumingMemoryBound(to: UInt32.self)
  }
}

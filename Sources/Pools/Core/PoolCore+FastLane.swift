public import CStageFloor
internal import StageFloor
public import Synchronization

// The fast lane: elements change hands by one atomic operation, without the lock.
//
// `mode` says who rules. While it is 0 (*calm*), an element that was returned is `idle` in its own
// header, and the thread that turns it to `taken` has it; to the machine it is still out. While it is
// not 0 (*attentive*), the machine knows every idle element, and each loan and return takes the lock.
// A pool becomes attentive before anybody waits, and calm again after many returns during which
// nobody did.
//
// The gate. A return passes only if its gate is open: `mode` in a lane without order. In a lane with
// strict order only one thread returns through it, the owner, and the gate is `laneOwner`: its number
// while the pool is calm, 0 while it is attentive. One word says both, so that no return can pair the
// mode of one moment with the owner of another.
//
// Why no wake-up is lost. A return first writes `leaving` into the slot, then reads its gate. The
// thread that makes the pool attentive first shuts the gate, then reads every slot. Both pairs are
// sequentially consistent, so at least one side sees the other: either the return sees that the gate
// is shut and goes to the machine (no thread can take a slot that is `leaving`), or the other side
// sees `leaving` and deals with that return, in one of two ways:
//
// - Asymmetric form, on Linux. The frequent side leaves its barrier out: a barrier on all threads, on
//   the rare side, does for both. The return ends with a plain store. The rare side waits for it; see
//   `becomeAttentive()` for how.
// - Portable form. The return ends with a compare-and-exchange. The rare side calls the slot back, by
//   turning `leaving` to `taken`: then the return fails and goes to the machine, whenever its thread
//   runs again. Neither side waits for the other.
//
// Why the core may be freed. A slot that says `leaving` is still out to the machine, so the core
// stays. In the asymmetric form, the store that ends `leaving` is the returning thread's last access,
// and the machine hears of the element only after it. In the portable form the same holds of a
// return that succeeds; one that was called back goes to the machine itself.
//
// Why a slot may be new to the thread that takes it. A hint is published with release and read with
// acquire, so that the header behind it, and the element's first value, are there.
//
// Why order holds. The owner of an ordered lane looks first whether the slot it returned before is
// still idle, and if so goes to the machine, which stacks that one away. So at most one idle element
// is in the lane: the one returned last. It writes the hint after it has passed the gate, while its
// slot says `leaving`. In the asymmetric form the lane cannot get another owner meanwhile. In the
// portable form it can, if the thread is held up right there: then it leaves a hint that is not the
// new owner's, whose idle element is found when the lane is searched before anything new is made.
extension PoolCore {
  /// Takes the element that this thread returned last, if it is still idle and the lane is open.
  @inlinable
  @inline(__always)
  final func takeFast() -> SlotRef? {
    // Reading `mode` here is for fairness only: who finds the pool attentive asks the machine,
    // where others may be in line.
    guard mode.load(ordering: .relaxed) == 0 else { return nil }
    let slot = SlotRef(bits: hintCell.pointee.load(ordering: .acquiring))
    return slot.take() ? slot : nil
  }

  /// Makes an element idle without the lock, if the lane is open.
  ///
  /// - Returns: false if the machine must be asked; the slot is the caller's until it was.
  @inlinable
  @inline(__always)
  final func returnFast(_ slot: SlotRef) -> Bool {
    guard isOrdered else {
      guard mode.load(ordering: .relaxed) == 0 else { return false }
      let cell = hintCell
      let isHinted = cell.pointee.load(ordering: .relaxed) == slot.bits
      return rest(slot, hint: isHinted ? nil : cell, ifCalm: mode, is: 0)
    }
    let thread = stage_thread_number()
    // A return that cannot pass must not say `leaving`: a recall would wait for one after another.
    guard laneOwner.load(ordering: .relaxed) == thread else { return false }
    let last = SlotRef(bits: hints.pointee.load(ordering: .acquiring))
    guard last == slot || last.state != SlotState.idle else { return false }
    return rest(slot, hint: last == slot ? nil : hints, ifCalm: laneOwner, is: thread)
  }

  /// Makes an element idle if the gate says that it may.
  ///
  /// `hint` is where its slot is to be noted; nil if it is there already, as it mostly is. A store
  /// there would come between the two to the state.
  @inlinable
  @inline(__always)
  final func rest(
    _ slot: SlotRef, hint: UnsafeMutablePointer<Atomic<UInt>>?,
    ifCalm gate: borrowing Atomic<UInt32>, is key: UInt32
  ) -> Bool {
    guard isAsymmetric else { return restPortably(slot, hint: hint, ifCalm: gate, is: key) }
    slot.header.pointee.state.store(SlotState.leaving, ordering: .releasing)
    stage_compiler_barrier()
    guard gate.load(ordering: .relaxed) == key else { return false }
    if let hint { hint.pointee.store(slot.bits, ordering: .releasing) }
    slot.header.pointee.state.store(SlotState.idle, ordering: .releasing)
    return true
  }

  /// The same, where no barrier can be put on all threads.
  #if os(Linux)
  // Rare, and much code.
  @usableFromInline
  @inline(never)
  #else
  @inlinable
  @inline(__always)
  #endif
  final func restPortably(
    _ slot: SlotRef, hint: UnsafeMutablePointer<Atomic<UInt>>?,
    ifCalm gate: borrowing Atomic<UInt32>, is key: UInt32
  ) -> Bool {
    _ = slot.header.pointee.state.exchange(SlotState.leaving, ordering: .sequentiallyConsistent)
    guard gate.load(ordering: .sequentiallyConsistent) == key else { return false }
    if let hint { hint.pointee.store(slot.bits, ordering: .releasing) }
    // Fails if the slot was called back.
    return slot.header.pointee.state.compareExchange(
      expected: SlotState.leaving, desired: SlotState.idle, ordering: .releasing
    ).exchanged
  }

  /// Ends a loan.
  @inlinable
  @inline(__always)
  final func giveBack(_ slot: SlotRef) {
    if !returnFast(slot) { giveBackSlowly(slot) }
  }

  /// Takes any element that is idle in the lane; for lanes without strict order.
  final func takeAny() -> SlotRef? {
    guard mode.load(ordering: .relaxed) == 0, !isOrdered else { return nil }
    for index in 0..<table.count {
      let slot = table[index]
      guard slot.state == SlotState.idle, slot.take() else { continue }
      return slot
    }
    return nil
  }

  /// Where the hint for the calling thread is.
  @inlinable
  @inline(__always)
  final var hintCell: UnsafeMutablePointer<Atomic<UInt>> {
    // Where there is one hint, nothing depends on the thread, and its number costs a call.
    guard hintMask != 0 else { return hints }
    return hints + Int(stage_thread_number() & hintMask) &* PoolCore.hintStride
  }

  // MARK: Changing the mode, with the lock held

  /// Puts the machine in charge of every idle element.
  ///
  /// The lock is held before and after, and may be released in between.
  ///
  /// In the asymmetric form this may have to wait for threads that are some instructions from the end
  /// of a return, and cannot know when those run again. It looks up to ``Backoff/pauses`` times, which
  /// takes about two microseconds, lets other threads run up to ``Backoff/yields`` times, and then
  /// sleeps between two looks, at most a millisecond each: a thread that lost its processor gets one.
  final func becomeAttentive() {
    if mode.load(ordering: .relaxed) == 0 {
      mode.store(1, ordering: .sequentiallyConsistent)
      laneOwner.store(0, ordering: .sequentiallyConsistent)
      // Without the barrier there will be no other chance to shut the lane, so it stays shut.
      if isAsymmetric, !ProcessBarrier.issue() { desk.pointee.isPinned = true }
      desk.pointee.machine.idleElsewhere = 0
      desk.pointee.calmReturns = 0
    } else if desk.pointee.recallsUnderWay == 0 {
      return
    }
    // Also if another thread is at it: until all idle elements are found, nobody may conclude that
    // there are none and fall asleep.
    desk.pointee.recallsUnderWay += 1
    defer { desk.pointee.recallsUnderWay -= 1 }
    var backoff = Backoff()
    while let leaving = recallIdleSlots() {
      // Its thread may want the lock.
      lock.unlock()
      backoff.wait(while: SlotState.leaving, at: leaving.stateAddress)
      lock.lock()
    }
  }

  /// Takes idle elements out of the lane.
  ///
  /// With the lock held, the machine's slots are enough, however many more the table has: what is in
  /// the lane, or on its way there, is out to the machine, and keeps its number until it is back.
  ///
  /// - Returns: a slot that a thread is in the middle of returning and that must be waited for.
  private func recallIdleSlots() -> SlotRef? {
    var leaving: SlotRef?
    // Downwards, so that the first slots end up hottest: those at the end can then grow cold.
    for index in stride(from: slotsInUse - 1, through: 0, by: -1) {
      let slot = table[index]
      // Sequentially consistent, as the counterpart of the load of the gate in a return.
      if slot.header.pointee.state.load(ordering: .sequentiallyConsistent) == SlotState.leaving {
        if isAsymmetric {
          leaving = slot
          continue
        }
        // If this fails, the return has just ended: with an idle element, or on its way to the
        // machine.
        if slot.callBack() { continue }
      }
      if slot.state == SlotState.idle, slot.take() { desk.pointee.machine.recalled(index, at: 0) }
    }
    return leaving
  }

  /// One more than the highest slot in which the machine has an element; with the lock held.
  ///
  /// The table of a pool with a lane does not shrink, because hints name slots by their address.
  final var slotsInUse: Int { desk.pointee.machine.slots.count }

  /// Opens the lane again once enough elements came back without anybody being owed anything.
  ///
  /// Becoming attentive costs a barrier on all threads, so the pool does not change its mind often.
  final func considerCalm(_ desk: inout Desk) {
    guard !desk.isPinned, desk.recallsUnderWay == 0 else { return }
    let thread = isOrdered ? stage_thread_number() : 0
    guard desk.machine.isSettled, desk.calmThread == thread else {
      desk.calmReturns = 0
      desk.calmThread = thread
      return
    }
    // In a lane without order nobody counts what is idle: then there may be no more than is kept.
    guard isOrdered || desk.machine.existing <= desk.machine.rules.maximumIdle else { return }
    desk.calmReturns += 1
    guard desk.calmReturns > max(128, desk.machine.slots.count) else { return }
    if isOrdered {
      hints.pointee.store(PermanentlyTakenSlot.shared.bits, ordering: .releasing)
      laneOwner.store(thread, ordering: .releasing)
      desk.machine.idleElsewhere = 1
    } else {
      while let index = desk.machine.letGo() { table[index].becomeIdle() }
    }
    mode.store(0, ordering: .sequentiallyConsistent)
  }

  /// Whether this thread returns through the lane in strict order.
  final var ownsLane: Bool {
    isOrdered && laneOwner.load(ordering: .relaxed) == stage_thread_number()
  }

  /// The owner of an ordered lane returns an element while the one it returned before is idle:
  /// the older one becomes the machine's, and `slot` takes its place in the lane.
  final func stackAway(
    for slot: SlotRef, _ desk: inout Desk, into orders: inout OrderList<Machine.Order>
  ) {
    let last = SlotRef(bits: hints.pointee.load(ordering: .acquiring))
    if last != slot, last.take() {
      _ = desk.machine.giveBack(last.index, at: 0, into: &orders)
    }
    hints.pointee.store(slot.bits, ordering: .releasing)
    slot.becomeIdle()
  }
}

extension SlotRef {
  @inlinable
  @inline(__always)
  var state: UInt32 { header.pointee.state.load(ordering: .acquiring) }

  /// Turns an idle slot to taken.
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

  /// Turns a slot that a thread is returning to taken; that thread then goes to the machine.
  ///
  /// - Returns: false if the return had ended.
  func callBack() -> Bool {
    header.pointee.state.compareExchange(
      expected: SlotState.leaving, desired: SlotState.taken, ordering: .relaxed
    ).exchanged
  }

  /// The holder hands the slot to the machine, and its element to the borrower that gets it next.
  ///
  /// What the holder did to the element comes before what follows ``receive()``. A thread that finds
  /// the element through the lock knows that anyway. A task that is granted it while it waits learns
  /// it from its continuation, that is, from the runtime, of which the thread sanitizer sees nothing.
  func pass() {
    header.pointee.state.store(SlotState.taken, ordering: .releasing)
  }

  /// A borrower that waited has been granted the slot.
  func receive() {
    _ = header.pointee.state.load(ordering: .acquiring)
  }

  /// Where the state is, as the kernel sees it.
  var stateAddress: UnsafeMutablePointer<UInt32> {
    // The state is the header's first word.
    UnsafeMutableRawPointer(header).assumingMemoryBound(to: UInt32.self)
  }
}

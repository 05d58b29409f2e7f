public import CStageFloor
internal import StageFloor
public import Synchronization

// The fast lane: elements change hands by one atomic operation, without the lock.
//
// `mode` says who rules. While it is 0 (*calm*), an element that was returned is `idle` in its own
// header, and whoever turns it to `taken` has it; to the machine it is still out. While it is not 0
// (*attentive*), the machine knows every idle element, and each loan and return takes the lock.
// A pool becomes attentive before anybody waits, and calm again after many returns during which
// nobody did.
//
// Why no wake-up is lost. A return first writes `leaving` into the slot, then reads `mode`. Whoever
// makes the pool attentive first writes `mode`, then reads every slot. Both pairs are sequentially
// consistent, so at least one side sees the other: either the return sees that the pool became
// attentive and goes to the machine (nobody can take a slot that is `leaving`), or the other side
// sees `leaving` and looks again until that return has made up its mind. On Linux the frequent side
// leaves its barrier out: a barrier on all threads, on the rare side, does for both.
//
// Why the core may be freed. `leaving` also says that the returning thread is still inside. Its last
// access is the store that ends `leaving`. Who waits until no slot is leaving, in attentive mode,
// knows that no thread is inside and none will come in other than through the lock.
//
// Why order holds. In a lane with strict order only one thread returns through it, the owner. It
// looks first whether the slot it returned before is still idle, and if so goes to the machine,
// which stacks that one away. So at most one idle element is in the lane: the one returned last. Only
// a thread that was held up inside a return while the lane got another owner can leave a second one;
// that costs its place in the order, and it is looked for before anything new is made.
extension PoolCore {
  /// Takes the element that this thread returned last, if it is still idle and the lane is open.
  @inlinable
  @inline(__always)
  final func takeFast() -> SlotRef? {
    // Reading `mode` here is for fairness only: who finds the pool attentive asks the machine,
    // where others may be in line.
    guard mode.load(ordering: .relaxed) == 0 else { return nil }
    let slot = SlotRef(bits: hintCell(of: stage_thread_number()).pointee.load(ordering: .relaxed))
    return slot.take() ? slot : nil
  }

  /// Makes an element idle without the lock, if the lane is open.
  ///
  /// - Returns: false if the machine must be asked; the slot is the caller's until it was.
  @inlinable
  @inline(__always)
  final func returnFast(_ slot: SlotRef) -> Bool {
    guard mode.load(ordering: .relaxed) == 0 else { return false }
    let thread = stage_thread_number()
    let cell = hintCell(of: thread)
    if isOrdered {
      guard laneOwner.load(ordering: .relaxed) == thread else { return false }
      let last = SlotRef(bits: cell.pointee.load(ordering: .relaxed))
      guard last == slot || last.state != SlotState.idle else { return false }
    }
    cell.pointee.store(slot.bits, ordering: .relaxed)
    if isAsymmetric {
      slot.header.pointee.state.store(SlotState.leaving, ordering: .releasing)
      stage_compiler_barrier()
      guard mode.load(ordering: .relaxed) == 0 else { return false }
    } else {
      _ = slot.header.pointee.state.exchange(
        SlotState.leaving, ordering: .sequentiallyConsistent)
      guard mode.load(ordering: .sequentiallyConsistent) == 0 else { return false }
    }
    slot.header.pointee.state.store(SlotState.idle, ordering: .releasing)
    return true
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

  @inlinable
  @inline(__always)
  final func hintCell(of thread: UInt32) -> UnsafeMutablePointer<Atomic<UInt>> {
    hints + Int(thread & hintMask) &* PoolCore.hintStride
  }

  // MARK: Changing the mode, with the lock held

  /// Puts the machine in charge of every idle element.
  ///
  /// The lock is held before and after, and may be released in between.
  final func becomeAttentive() {
    if mode.load(ordering: .relaxed) == 0 {
      mode.store(1, ordering: .sequentiallyConsistent)
      if isAsymmetric { stage_barrier_all_threads() }
      desk.pointee.machine.idleElsewhere = 0
      desk.pointee.calmReturns = 0
    } else if desk.pointee.recallsUnderWay == 0 {
      return
    }
    // Also if another thread is at it: until all idle elements are found, nobody may conclude that
    // there are none and fall asleep.
    desk.pointee.recallsUnderWay += 1
    defer { desk.pointee.recallsUnderWay -= 1 }
    var patience = 0
    while !recallIdleSlots() {
      // A thread is between two instructions of a return. It may want the lock.
      lock.unlock()
      patience += 1
      if patience < 64 { stage_pause() } else { stage_yield_thread() }
      lock.lock()
    }
  }

  /// Takes idle elements out of the lane.
  ///
  /// - Returns: false if a thread is in the middle of returning one.
  private func recallIdleSlots() -> Bool {
    var isComplete = true
    // Downwards, so that the first slots end up hottest: those at the end can then grow cold.
    for index in stride(from: table.count - 1, through: 0, by: -1) {
      let slot = table[index]
      // Sequentially consistent, as the counterpart of the load of `mode` in `returnFast(_:)`.
      let state = slot.header.pointee.state.load(ordering: .sequentiallyConsistent)
      if state == SlotState.leaving {
        isComplete = false
      } else if state == SlotState.idle, slot.take() {
        desk.pointee.machine.recalled(index, at: 0)
      }
    }
    return isComplete
  }

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
    guard desk.calmReturns > max(128, table.count) else { return }
    if isOrdered {
      laneOwner.store(thread, ordering: .relaxed)
      hints.pointee.store(PermanentlyTakenSlot.shared.bits, ordering: .relaxed)
      desk.machine.idleElsewhere = 1
    } else {
      while let index = desk.machine.letGo() { table[index].becomeIdle() }
    }
    mode.store(0, ordering: .sequentiallyConsistent)
  }

  /// Whether this thread returns through the lane in strict order.
  final var ownsLane: Bool {
    isOrdered && mode.load(ordering: .relaxed) == 0
      && laneOwner.load(ordering: .relaxed) == stage_thread_number()
  }

  /// The owner of an ordered lane returns an element while the one it returned before is idle:
  /// the older one becomes the machine's, and `slot` takes its place in the lane.
  final func stackAway(
    for slot: SlotRef, _ desk: inout Desk, into orders: inout OrderList<Machine.Order>
  ) {
    let last = SlotRef(bits: hints.pointee.load(ordering: .relaxed))
    if last != slot, last.take() {
      _ = desk.machine.giveBack(last.index, at: 0, into: &orders)
    }
    hints.pointee.store(slot.bits, ordering: .relaxed)
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

  /// A thread that wanted to make this slot idle found that it must not.
  func stay() {
    header.pointee.state.store(SlotState.taken, ordering: .relaxed)
  }
}

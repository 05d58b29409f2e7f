internal import CStageFloor
internal import StageFloor
public import Synchronization

/// The shared part of the thread-safe pools: the machine, its lock, and the fast path.
///
/// Not generic, so that all code that takes the lock is compiled once, here, and not in every
/// module that uses a pool.
///
/// **Lifetime.** A pool owns its core. Leases hold an unowned pointer, because reference counting
/// would cost more than the whole loan. If the pool is dropped while elements are on loan, the core
/// retains itself until the last is returned; see ``poolDropped()``.
///
/// **After the lock.** Once a thread has returned an element and released the lock, the core may be
/// deallocated at any moment. Code after the unlock uses only values copied under the lock; only if
/// there are actions to perform is the core retained until they are done.
@usableFromInline
class PoolCore: @unchecked Sendable {  // guard: `lock`, for `state`; the rest is constant or atomic
  /// 0 while the fast path is open.
  @usableFromInline final let mode = Atomic<UInt32>(0)
  /// With strict last-in-first-out order, the only thread that may return on the fast path, or 0.
  @usableFromInline final let fastPathOwner = Atomic<UInt32>(0)
  /// The slot that each thread (or group of threads) returned last, a cache line apart.
  @usableFromInline final let hints: UnsafeMutablePointer<Atomic<UInt>>
  @usableFromInline final let hintMask: UInt32
  /// Then there is one hint and one owner.
  @usableFromInline final let isOrdered: Bool
  /// Whether the rare side of the fast path can issue a barrier on all threads, so that the
  /// frequent side needs none.
  @usableFromInline final let isAsymmetric: Bool

  final let lock = LockWord()
  final let state: UnsafeMutablePointer<PoolState>
  final let table: SlotTable
  final let announcement: UnsafeMutablePointer<Atomic<UInt32>>
  final let traits: Traits
  /// Written with the lock held, and never reset, so that each loan that is recorded at its
  /// beginning is found at its end.
  private final let recordsEachLoan: Atomic<Bool>
  /// Written with the lock held.
  private final let hasObservers = Atomic<Bool>(false)
  final let lendsObjects: Bool
  /// Then no hint names a slot, and slots may be removed.
  final let neverHasFastPath: Bool
  final let isUndemanding: Bool
  final let timekeeper: Timekeeper
  final let preferences = PreferenceTable()
  /// The keys of a keyed pool.
  final var directory: (any KeyForgetting)?  // guard: set before the core is shared.
  final let reference = CoreReference()
  final let waitNote = Hook<PoolWaitNote>()
  /// Created on first use (guard: `lock`).
  final var alarm: Alarm?

  struct Traits: Sendable {
    var name: String?
    /// In nanoseconds, or nil for no limit.
    var defaultPatience: Int64?
    var hasReturnHook = false
    var mayOvertake = true
    var recordsTimings = false
    var longHoldThreshold: Int64?
    var nestedBorrowing = PoolConfiguration.NestedBorrowing.allowed

    var notesLoans: Bool {
      recordsTimings || longHoldThreshold != nil || nestedBorrowing != .allowed
    }
  }

  struct Layout {
    var offset: Int
    var size: Int
    var alignment: Int
    var isObject: Bool
  }

  private static var spread: Int { 64 }
  /// `CacheLine.size`, which code in other modules cannot name.
  @inlinable static var hintStride: Int { 128 / MemoryLayout<Atomic<UInt>>.stride }

  init(
    rules: Machine.Rules, traits: Traits, timekeeper: Timekeeper, layout: Layout,
    isOrdered: Bool, isFastPathDisabled: Bool
  ) {
    self.traits = traits
    recordsEachLoan = Atomic(traits.notesLoans)
    lendsObjects = layout.isObject
    neverHasFastPath = isFastPathDisabled
    isUndemanding = Machine.isUndemanding(rules)
    self.timekeeper = timekeeper
    self.isOrdered = isOrdered
    isAsymmetric = ProcessBarrier.isAvailable
    table = SlotTable(
      elementOffset: layout.offset, elementSize: layout.size, elementAlignment: layout.alignment)
    state = CacheLine.allocate(PoolState.self)
    state.initialize(to: PoolState(rules: rules, isFastPathDisabled: isFastPathDisabled))
    announcement = CacheLine.allocate(Atomic<UInt32>.self)
    announcement.initialize(to: Atomic(0))

    let cells = isOrdered || isFastPathDisabled ? 1 : Self.spread
    hintMask = UInt32(cells - 1)
    hints = CacheLine.allocate(Atomic<UInt>.self, count: cells * Self.hintStride)
    // Until a thread has returned an element, its hint is a slot that is never idle.
    let placeholder = PermanentlyTakenSlot.shared
    for cell in 0..<cells {
      (hints + cell * Self.hintStride).initialize(to: Atomic(placeholder.bits))
    }
    if isFastPathDisabled { mode.store(1, ordering: .relaxed) }
    reference.set(self)
  }

  deinit {
    alarm?.stop()
    lock.deallocate()
    state.deinitialize(count: 1)
    state.deallocate()
    announcement.deallocate()
    hints.deallocate()
  }

  final var notesLoans: Bool { recordsEachLoan.load(ordering: .relaxed) }

  final var isObserved: Bool { hasObservers.load(ordering: .relaxed) }

  /// With the lock held.
  final func observersChanged(isObserved: Bool) {
    if isObserved { recordsEachLoan.store(true, ordering: .relaxed) }
    hasObservers.store(isObserved, ordering: .relaxed)
  }

  // MARK: Overridden by ElementCore

  func makeElement(in slot: SlotRef) throws { preconditionFailure(Self.mustOverride) }

  /// `built(_:)` or `buildFailed(_:with:)` follows.
  func startBuilding(in slot: SlotRef) { preconditionFailure(Self.mustOverride) }

  /// `prepared(_:)` or `discard(_:because:)` follows.
  func startPreparing(_ slot: SlotRef, grant: Machine.Grant) {
    preconditionFailure(Self.mustOverride)
  }

  /// Returns the reason that the element cannot be used, or nil.
  func makeReady(_ slot: SlotRef, grant: Machine.Grant) -> PoolDiscardReason? {
    preconditionFailure(Self.mustOverride)
  }

  func clean(_ slot: SlotRef) -> PoolDisposition { preconditionFailure(Self.mustOverride) }

  /// The borrower keeps the element.
  func forgetElement(in slot: SlotRef) { preconditionFailure(Self.mustOverride) }

  /// `ended(_:)` follows, at once or later.
  func endElement(_ ending: Ending) { preconditionFailure(Self.mustOverride) }

  /// `ended(_:)` follows for each, at once or later.
  func endElements(_ endings: [Ending]) { preconditionFailure(Self.mustOverride) }

  struct Ending {
    var slot: SlotRef
    var reason: PoolDiscardReason
  }

  private static var mustOverride: String { "A core that lends elements overrides this." }
}

enum ProcessBarrier {
  private static let isRegistered = stage_barrier_available()
  private static let isLost = Atomic<Bool>(false)

  static var isAvailable: Bool { isRegistered && !isLost.load(ordering: .relaxed) }

  /// Returns whether another one can be issued.
  static func issue() -> Bool {
    switch stage_barrier_all_threads() {
    case STAGE_BARRIER_DONE: return true
    case STAGE_BARRIER_LAST: lose()
    default:
      misuse(
        """
        After the first pool was created, this process was forbidden the system calls `membarrier` \
        and `sched_setaffinity`, and a pool cannot close its fast path without one of them: allow \
        one, or install the filter before the first pool is created.
        """)
    }
    return false
  }

  static func lose() { isLost.store(true, ordering: .relaxed) }
}

/// The slot to which a hint points when there is no element to hint at; it is never idle.
enum PermanentlyTakenSlot {
  static let shared: SlotRef = {
    let header = CacheLine.allocate(SlotHeader.self)
    header.initialize(to: SlotHeader(index: -1))
    return SlotRef(header: header)
  }()
}

internal import CStageFloor
internal import StageFloor
public import Synchronization

/// The shared part of the thread-safe pools: the machine, its lock, and the fast path.
///
/// The core handles slots, not elements; ``ElementCore`` handles the elements. It is not generic,
/// so that all code that takes the lock is compiled once, here, and not in every module that uses a
/// pool.
///
/// **Lifetime.** A pool owns its core. Leases do not: they hold an unowned pointer, because
/// reference counting would cost more than the whole loan. If the pool is dropped while elements
/// are on loan, the core retains itself until the last of them is returned; see ``poolDropped()``.
///
/// **After the lock.** Once a thread has returned an element and released the lock, the core may be
/// deallocated at any moment. Code after the unlock uses only values copied under the lock; only if
/// there are actions to perform is the core retained until they are done.
@usableFromInline
class PoolCore: @unchecked Sendable {  // guard: `lock`, for `state`; the rest is constant or atomic
  /// 0 while elements may be lent and returned on the fast path, without the lock.
  @usableFromInline final let mode = Atomic<UInt32>(0)
  /// With strict last-in-first-out order, the only thread that may return on the fast path; 0 while
  /// the fast path is closed.
  @usableFromInline final let fastPathOwner = Atomic<UInt32>(0)
  /// The slot that each thread (or group of threads) returned last, a cache line apart.
  @usableFromInline final let hints: UnsafeMutablePointer<Atomic<UInt>>
  @usableFromInline final let hintMask: UInt32
  /// Whether the order of reuse is strict, so that there is one hint and one owner.
  @usableFromInline final let isOrdered: Bool
  /// Whether the rare side of the fast path can issue a barrier on all threads, so that the
  /// frequent side needs none.
  @usableFromInline final let isAsymmetric: Bool

  final let lock = LockWord()
  final let state: UnsafeMutablePointer<PoolState>
  final let table: SlotTable
  /// The number of idle elements published to spinning threads.
  final let announcement: UnsafeMutablePointer<Atomic<UInt32>>
  final let traits: Traits
  /// Whether each loan is recorded; written with the lock held, and never reset, so that each loan
  /// that is recorded at its beginning is found at its end.
  private final let recordsEachLoan: Atomic<Bool>
  /// Whether there are observers; written with the lock held.
  private final let hasObservers = Atomic<Bool>(false)
  /// Whether the elements are objects.
  final let lendsObjects: Bool
  /// Whether the fast path never opens, so that no hint names a slot and slots may be removed.
  final let neverHasFastPath: Bool
  /// Whether any idle element is fit for any borrower, as for the machine.
  final let isUndemanding: Bool
  final let defaultPatience: Int64?
  final let timekeeper: Timekeeper
  final let preferences = PreferenceTable()
  /// The keys of a keyed pool.
  final var directory: (any KeyForgetting)?  // guard: set before the core is shared.
  /// A reference to the core for objects that may outlive it.
  final let reference = CoreReference()
  /// Created on first use (guard: `lock`).
  final var alarm: Alarm?

  /// The constant properties of a pool.
  struct Traits: Sendable {
    var name: String?
    /// The default wait of a borrower in nanoseconds, or nil for no limit.
    var defaultPatience: Int64?
    var hasReturnHook = false
    var mayOvertake = true
    var recordsTimings = false
    var longHoldThreshold: Int64?
    var nestedBorrowing = PoolNestedBorrowing.allowed

    /// Whether each loan is recorded, also without observers.
    var notesLoans: Bool {
      recordsTimings || longHoldThreshold != nil || nestedBorrowing != .allowed
    }
  }

  /// The memory layout of the elements.
  struct Layout {
    var offset: Int
    var size: Int
    var alignment: Int
    var isObject: Bool
  }

  /// The number of hint cells.
  private static var spread: Int { 64 }
  /// The stride of the hints, one cache line: `CacheLine.size`, which code in other modules cannot
  /// name.
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
    defaultPatience = traits.defaultPatience
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

  /// Whether each loan is recorded.
  final var notesLoans: Bool { recordsEachLoan.load(ordering: .relaxed) }

  /// Whether there are observers.
  final var isObserved: Bool { hasObservers.load(ordering: .relaxed) }

  /// Updates what is read without the lock after the list of observers has changed; with the lock
  /// held.
  ///
  /// - Parameter isObserved: Whether there are observers.
  final func observersChanged(isObserved: Bool) {
    if isObserved { recordsEachLoan.store(true, ordering: .relaxed) }
    hasObservers.store(isObserved, ordering: .relaxed)
  }

  // MARK: Overridden by ElementCore

  /// Creates an element in `slot`, on this thread, for the current borrower.
  func makeElement(in slot: SlotRef) throws { preconditionFailure(Self.mustOverride) }

  /// Starts creating an element in `slot`; `built(_:)` or `buildFailed(_:with:)` follows.
  func startBuilding(in slot: SlotRef) { preconditionFailure(Self.mustOverride) }

  /// Starts preparing the element; `prepared(_:)` or `discard(_:because:)` follows.
  func startPreparing(_ slot: SlotRef, grant: Machine.Grant) {
    preconditionFailure(Self.mustOverride)
  }

  /// Validates and prepares the element for the borrower that holds it.
  ///
  /// - Returns: The reason that the element cannot be used, or nil.
  func makeReady(_ slot: SlotRef, grant: Machine.Grant) -> PoolDiscardReason? {
    preconditionFailure(Self.mustOverride)
  }

  /// Runs the hook for a returned element.
  func clean(_ slot: SlotRef) -> PoolDisposition { preconditionFailure(Self.mustOverride) }

  /// Releases the reference to the element in `slot`, which its borrower keeps.
  func forgetElement(in slot: SlotRef) { preconditionFailure(Self.mustOverride) }

  /// Destroys the element; `ended(_:)` follows, at once or later.
  func endElement(_ ending: Ending) { preconditionFailure(Self.mustOverride) }

  /// Destroys the elements; `ended(_:)` follows for each, at once or later.
  func endElements(_ endings: [Ending]) { preconditionFailure(Self.mustOverride) }

  /// An element to destroy.
  struct Ending {
    var slot: SlotRef
    var reason: PoolDiscardReason
  }

  private static var mustOverride: String { "A core that lends elements overrides this." }
}

/// A memory barrier on all threads of this process.
enum ProcessBarrier {
  private static let isRegistered = stage_barrier_available()
  private static let isLost = Atomic<Bool>(false)

  /// Whether the barrier is available, as far as is known.
  static var isAvailable: Bool { isRegistered && !isLost.load(ordering: .relaxed) }

  /// Issues a barrier on all threads.
  ///
  /// - Returns: Whether another one can be issued.
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

  /// Makes pools that are created from now on use the portable form.
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

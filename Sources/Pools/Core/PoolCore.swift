internal import CStageFloor
internal import StageFloor
public import Synchronization

/// What the locked pools share: the machine behind its lock, and the fast lane in front of it.
///
/// The core knows slots and not elements; ``ElementCore`` knows those. It is not generic, so that
/// whatever takes the lock is compiled once, here, and not in every module that uses a pool.
///
/// **Life.** A pool owns its core. Leases do not: they hold a plain pointer, because counting
/// references would cost more than the whole loan. When the pool goes while elements are out, the
/// core keeps itself alive until the last of them is back; see ``poolDropped()``.
///
/// **After the lock.** Once a thread has given an element back and released the lock, the core may
/// end at any moment. What follows the unlocking works on what was taken out under the lock; only if
/// there are orders to carry out is the core kept for as long as that takes.
@usableFromInline
class PoolCore: @unchecked Sendable {
  // guard: `let`s, atomics, and `desk`, which `lock` guards.

  /// 0 while elements may change hands in the fast lane without the lock.
  @usableFromInline final let mode = Atomic<UInt32>(0)
  /// For a lane in strict last-in-first-out order: the only thread that may return through it; 0
  /// while the pool is attentive.
  @usableFromInline final let laneOwner = Atomic<UInt32>(0)
  /// The slot that each thread (or each group of threads) returned last, a cache line apart.
  @usableFromInline final let hints: UnsafeMutablePointer<Atomic<UInt>>
  @usableFromInline final let hintMask: UInt32
  /// Whether the order of reuse is strict, so that there is one hint and one owner.
  @usableFromInline final let isOrdered: Bool
  /// Whether the rare side of the lane can put a barrier on all threads, which spares the frequent
  /// side its own.
  @usableFromInline final let isAsymmetric: Bool

  final let lock = LockWord()
  final let desk: UnsafeMutablePointer<Desk>
  final let table: SlotTable
  /// How many elements a spinning thread may hope for.
  final let announcement: UnsafeMutablePointer<Atomic<UInt32>>
  final let traits: Traits
  /// Whether each loan is written down.
  final let notesLoans: Bool
  final let isObserved: Bool
  /// Whether the elements are objects.
  final let lendsObjects: Bool
  /// Whether the lane never opens, so that no hint names a slot and slots may be taken away.
  final let neverHasLane: Bool
  final let defaultPatience: Int64?
  final let timekeeper: Timekeeper
  final let preferences = PreferenceBook()
  /// Where a keyed pool finds its keys.
  final var directory: (any KeyForgetting)?  // guard: set before the core is shared.
  /// The way to the core for what may outlive it.
  final let reference = CoreReference()
  /// Made when first needed (guard: `lock`).
  final var alarm: Alarm?

  /// What does not change in a pool's life.
  struct Traits: Sendable {
    var name: String?
    /// How many nanoseconds a borrower waits that does not say; nil: for as long as it takes.
    var defaultPatience: Int64?
    var hasReturnHook = false
    var mayOvertake = true
    var recordsTimings = false
    var longHoldThreshold: Int64?
    var nestedBorrowing = NestedBorrowing.allowed
    var observer: (@Sendable (PoolEvent) -> Void)?

    /// Whether each loan is written down.
    var notesLoans: Bool {
      recordsTimings || longHoldThreshold != nil || nestedBorrowing != .allowed || observer != nil
    }
  }

  /// How elements lie in memory.
  struct Layout {
    var offset: Int
    var size: Int
    var alignment: Int
    var isObject: Bool
  }

  /// How many hints stand side by side.
  private static var spread: Int { 64 }
  /// A cache line's worth of hints: `CacheLine.size`, which code in other modules cannot name.
  @inlinable static var hintStride: Int { 128 / MemoryLayout<Atomic<UInt>>.stride }

  init(
    rules: Machine.Rules, traits: Traits, timekeeper: Timekeeper, layout: Layout,
    isOrdered: Bool, isPinned: Bool
  ) {
    self.traits = traits
    notesLoans = traits.notesLoans
    isObserved = traits.observer != nil
    lendsObjects = layout.isObject
    neverHasLane = isPinned
    defaultPatience = traits.defaultPatience
    self.timekeeper = timekeeper
    self.isOrdered = isOrdered
    isAsymmetric = ProcessBarrier.isAvailable
    table = SlotTable(
      elementOffset: layout.offset, elementSize: layout.size, elementAlignment: layout.alignment)
    desk = CacheLine.allocate(Desk.self)
    desk.initialize(to: Desk(rules: rules, isPinned: isPinned))
    announcement = CacheLine.allocate(Atomic<UInt32>.self)
    announcement.initialize(to: Atomic(0))

    let cells = isOrdered || isPinned ? 1 : Self.spread
    hintMask = UInt32(cells - 1)
    hints = CacheLine.allocate(Atomic<UInt>.self, count: cells * Self.hintStride)
    // Until a thread has returned something, its hint is a slot that is never idle.
    let nobody = PermanentlyTakenSlot.shared
    for cell in 0..<cells { (hints + cell * Self.hintStride).initialize(to: Atomic(nobody.bits)) }
    if isPinned { mode.store(1, ordering: .relaxed) }
    reference.lead(to: self)
  }

  deinit {
    alarm?.stop()
    lock.deallocate()
    desk.deinitialize(count: 1)
    desk.deallocate()
    announcement.deallocate()
    hints.deallocate()
  }

  // MARK: What only those who know the element can do

  /// Makes an element in `slot`, on this thread, for the borrower that asks.
  func makeElement(in slot: SlotRef) throws { preconditionFailure(Self.mustOverride) }

  /// Starts making an element in `slot`; `built(_:)` or `buildFailed(_:with:)` follows.
  func startBuilding(in slot: SlotRef) { preconditionFailure(Self.mustOverride) }

  /// Starts preparing the element; `prepared(_:)` or `discard(_:because:)` follows.
  func startPreparing(_ slot: SlotRef, grant: Machine.Grant) {
    preconditionFailure(Self.mustOverride)
  }

  /// Validates and prepares the element for the borrower that holds it.
  ///
  /// - Returns: why the element cannot be used, or nil.
  func makeReady(_ slot: SlotRef, grant: Machine.Grant) -> DiscardReason? {
    preconditionFailure(Self.mustOverride)
  }

  /// Runs the hook for an element that comes back.
  func clean(_ slot: SlotRef) -> Disposition { preconditionFailure(Self.mustOverride) }

  /// Lets go of the element in `slot`, which its borrower keeps.
  func forgetElement(in slot: SlotRef) { preconditionFailure(Self.mustOverride) }

  /// Ends the element; `ended(_:)` follows, at once or later.
  func endElement(_ ending: Ending) { preconditionFailure(Self.mustOverride) }

  /// Ends the elements; `ended(_:)` follows for each, at once or later.
  func endElements(_ endings: [Ending]) { preconditionFailure(Self.mustOverride) }

  /// An element that is to end.
  struct Ending {
    var slot: SlotRef
    var reason: DiscardReason
  }

  private static var mustOverride: String { "A core that lends elements overrides this." }
}

/// A memory barrier on all threads of this process.
enum ProcessBarrier {
  private static let isRegistered = stage_barrier_available()
  private static let isLost = Atomic<Bool>(false)

  /// Whether there is such a barrier, as far as is known.
  static var isAvailable: Bool { isRegistered && !isLost.load(ordering: .relaxed) }

  /// Puts a barrier on all threads.
  ///
  /// - Returns: whether there can be another.
  static func issue() -> Bool {
    switch stage_barrier_all_threads() {
    case STAGE_BARRIER_DONE: return true
    case STAGE_BARRIER_LAST: lose()
    default:
      misuse(
        """
        After the first pool was made, this process was forbidden the system calls `membarrier` and \
        `sched_setaffinity`, and a pool cannot shut its fast lane without one of them: allow one, or \
        install the filter before the first pool is made.
        """)
    }
    return false
  }

  /// Has the pools that are made from now on do without.
  static func lose() { isLost.store(true, ordering: .relaxed) }
}

/// The slot that hints name when there is nothing to hint at: it is never idle.
enum PermanentlyTakenSlot {
  static let shared: SlotRef = {
    let header = CacheLine.allocate(SlotHeader.self)
    header.initialize(to: SlotHeader(index: -1))
    return SlotRef(header: header)
  }()
}

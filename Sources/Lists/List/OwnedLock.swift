public import CStageFloor
public import StageFloor
public import Synchronization

/// A lock that serialises the edits of a list, and records the thread that holds it.
///
/// It is held while the bodies of transactions run. It records the thread so that an edit of the
/// same list in a body joins the transaction.
@usableFromInline
struct OwnedLock: ~Copyable {
  @usableFromInline let word = LockWord()
  /// The number of the owning thread, or 0.
  @usableFromInline let owner = Atomic<UInt32>(0)

  @usableFromInline init() {}

  deinit { word.deallocate() }

  /// Whether the calling thread owns the lock.
  @inlinable
  @inline(__always)
  var isHeldByCurrentThread: Bool { owner.load(ordering: .relaxed) == stage_thread_number() }

  @inlinable
  @inline(__always)
  func lock() {
    word.lock()
    owner.store(stage_thread_number(), ordering: .relaxed)
  }

  @inlinable
  @inline(__always)
  func unlock() {
    owner.store(0, ordering: .relaxed)
    word.unlock()
  }
}

public import CStageFloor
public import StageFloor
public import Synchronization

/// A lock that records the thread that holds it.
///
/// It serializes the edits of a list, or the readers of a derived list, and is held while user
/// closures run. If such a closure uses the same list, its thread is recognized and does not wait:
/// an edit joins the transaction, and a reader sees the version before the update.
@usableFromInline
struct OwnedLock: ~Copyable {
  @usableFromInline let word = LockWord()
  @usableFromInline let owner = Atomic<UInt32>(0)

  @usableFromInline init() {}

  deinit { word.deallocate() }

  @inlinable
  @inline(__always)
  var isHeldByCurrentThread: Bool { owner.load(ordering: .relaxed) == stage_thread_number() }

  /// The answer may already be outdated.
  var isHeld: Bool { owner.load(ordering: .relaxed) != 0 }

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

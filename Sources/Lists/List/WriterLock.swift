public import CStageFloor
public import StageFloor
public import Synchronization

/// The lock that makes edits of one list follow each other, and knows who holds it.
///
/// It is held while bodies of transactions run, which is why it knows its thread: an edit of the
/// same list in there joins the transaction.
@usableFromInline
struct WriterLock: ~Copyable {
  @usableFromInline let word = LockWord()
  /// The number of the thread that holds it, or 0.
  @usableFromInline let owner = Atomic<UInt32>(0)

  @usableFromInline init() {}

  deinit { word.deallocate() }

  /// Whether the calling thread holds it.
  @inlinable
  @inline(__always)
  var isMine: Bool { owner.load(ordering: .relaxed) == stage_thread_number() }

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

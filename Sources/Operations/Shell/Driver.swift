internal import StageFloor
internal import Synchronization

/// A task that runs operations one after another, and the means to cancel or escalate it.
///
/// Neither a cancellation nor a raised priority can be undone. Once its task is to be cancelled or
/// has been escalated, a driver takes no further operation, and a new driver replaces it. Both are
/// decided under the lock of the engine, so that neither ever affects the next operation.
final class Driver: @unchecked Sendable {  // guard: the locks named below
  // guard: `isSpoiled` is used under the lock of the engine; `identity` is written before the
  // driver takes an operation, and read under the lock of the engine by code that finds the driver
  // in an operation; `task` and `isCancelled` are used under `lock`.

  /// Its task is or will be cancelled, or was escalated.
  @exclusivity(unchecked) var isSpoiled = false
  /// Its number among the concurrent drivers of its manager, for the trace.
  let track: Int
  @exclusivity(unchecked) private(set) var identity: TaskIdentity?

  private let lock = LockWord()
  private var task: Task<Void, Never>?
  private var isCancelled = false

  /// The operations that it has taken ahead, if there are several, and their number.
  ///
  /// guard: written under the lock of the engine while no operation is ahead; the driver reads the
  /// one it claims.
  private let ahead: UnsafeMutablePointer<Unmanaged<AnyOperationHandle>>
  @exclusivity(unchecked) private(set) var aheadCount = 0
  /// The number of operations that it has claimed: all but the last of them have ended.
  ///
  /// The driver counts up, without the lock. Under the lock, another thread sets the bit
  /// ``recalled``; after that the driver claims no more.
  private let claims = Atomic<UInt32>(0)
  private let claimedAt = Atomic<Int64>(0)
  private static let recalled: UInt32 = 1 << 31

  init(track: Int) {
    self.track = track
    ahead = .allocate(capacity: OperationMachine.mostAhead)
  }

  deinit {
    lock.deallocate()
    ahead.deallocate()
  }

  func enter() { identity = .current }

  /// Cancels the task if `cancel()` was called before.
  func begin(_ task: Task<Void, Never>) {
    let isCancelled = lock.withLock {
      self.task = task
      return self.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  /// Now, or as soon as the task is set.
  func cancel() {
    let task = lock.withLock {
      isCancelled = true
      return self.task
    }
    task?.cancel()
  }

  func escalate(to level: UInt8) {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let task = lock.withLock { self.task }
    task?.escalatePriority(to: OperationPriority(level: level).taskPriority)
  }
}

// MARK: Operations taken ahead

extension Driver {
  /// While they are collected; under the lock of the engine.
  func append(_ handle: Unmanaged<AnyOperationHandle>) {
    (ahead + aheadCount).initialize(to: handle)
    aheadCount += 1
  }

  subscript(_ position: Int) -> AnyOperationHandle { ahead[position].takeUnretainedValue() }

  /// Begins with the first of the collected operations; under the lock of the engine.
  func beginAhead() {
    claims.store(1, ordering: .relaxed)
  }

  /// Claims the next operation after the present one has ended successfully; without the lock.
  ///
  /// The last one is not claimed: it begins under the lock, after all others have been recorded as
  /// ended. So as long as ends are not recorded, there is an operation to start, and a driver on
  /// its way that recalls them.
  @inline(__always)
  func claim(
    _ position: inout Int, limit: Int, at now: Int64
  ) -> Unmanaged<AnyOperationHandle>? {
    guard position < limit else { return nil }
    claimedAt.store(now, ordering: .relaxed)
    // The release publishes the value of the operation that has ended to the thread that recalls.
    guard
      claims.compareExchange(
        expected: UInt32(position), desired: UInt32(position + 1),
        successOrdering: .releasing, failureOrdering: .relaxed
      ).exchanged
    else { return nil }
    defer { position += 1 }
    return ahead[position]
  }

  /// Ends the claiming, under the lock of the engine; `since` is when the last claimed one started.
  func recall() -> (claimed: Int, count: Int, since: Int64) {
    let claimed = claims.bitwiseOr(Self.recalled, ordering: .acquiring).oldValue
    defer { aheadCount = 0 }
    return (Int(claimed & ~Self.recalled), aheadCount, claimedAt.load(ordering: .relaxed))
  }
}

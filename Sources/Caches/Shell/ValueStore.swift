internal import CStageFloor
public import StageFloor
internal import StagecraftMemory

/// What both kinds of purgeable values share: the value and its creation, behind a lock.
///
/// There is no machine beside it: what it decides depends on one optional value and a count of its
/// users.
@usableFromInline
final class ValueStore<Value: Sendable>: Sendable {
  @usableFromInline
  struct State {
    @usableFromInline var value: Value?
    var bytes = 0
    @usableFromInline var pins = 0
    /// Until the last scope ends.
    @usableFromInline var isPurgeDeferred = false
    var creation: Creation<Value>?
    /// 0 if a task creates the value, or if it is not being created.
    var creatorThread: UInt32 = 0
    /// Pressure purged the value while it is being created: then it is not kept.
    var isPurgedWhileCreated = false

    init() {}
  }

  enum Lookup {
    case found(Value)
    case wait(Creation<Value>)
    case create(Creation<Value>)
  }

  @usableFromInline let lock = LockWord()
  @usableFromInline nonisolated(unsafe) let state: UnsafeMutablePointer<State>  // guard: `lock`
  private let name: String
  private let size: @Sendable (Value) -> Int
  /// Nil if the value is only purged by hand.
  private let sharedLevel: SharedLevel?

  init(
    _ name: String, _ cost: RebuildCost, under monitor: PressureMonitor?,
    size: @escaping @Sendable (Value) -> Int
  ) {
    self.name = name
    sharedLevel = cost < .lossy ? monitor?.sharedLevel : nil
    self.size = size
    state = .allocate(capacity: 1)
    state.initialize(to: State())
  }

  deinit {
    state.deinitialize(count: 1)
    state.deallocate()
    lock.deallocate()
  }

  func register(
    _ cost: RebuildCost, _ priority: ReleasePriority, _ level: PressureLevel,
    _ monitor: PressureMonitor?
  ) {
    monitor?.register(
      for: self, name, cost: cost, priority: priority, from: level,
      estimate: { store in store.purgeableBytes },
      release: { store, request in store.release(request) })
  }

  @inlinable
  @inline(__always)
  var loadedValue: Value? {
    lock.lock()
    let value = state.pointee.value
    lock.unlock()
    return value
  }

  var purgeableBytes: Int {
    lock.lock()
    defer { lock.unlock() }
    return state.pointee.pins == 0 ? state.pointee.bytes : 0
  }

  // MARK: Creating

  func lookUp(onThread isOnThread: Bool) -> Lookup {
    lock.lock()
    defer { lock.unlock() }
    if let value = state.pointee.value { return .found(value) }
    let thread = isOnThread ? stage_thread_number() : 0
    if let creation = state.pointee.creation {
      let isMadeHere = isOnThread && state.pointee.creatorThread == thread
      require(!isMadeHere, "Value “\(name)”: `make` must not request the same value.")
      return .wait(creation)
    }
    let creation = Creation<Value>(onThread: isOnThread)
    state.pointee.creation = creation
    state.pointee.creatorThread = thread
    state.pointee.isPurgedWhileCreated = false
    return .create(creation)
  }

  /// Only if the value is still wanted.
  func finish(_ creation: Creation<Value>, _ outcome: Result<Value, any Error>) {
    switch outcome {
    case .failure:
      detach(creation)
    case .success(let value):
      let bytes = size(value)
      require(
        bytes >= 0,
        "Value “\(name)”: `size` returned \(bytes) bytes; it must not be negative.")
      lock.lock()
      if state.pointee.creation === creation {
        state.pointee.creation = nil
        // There is no value to replace: a creation begins only when none is loaded, and there is
        // one creation at a time. A pass at critical pressure takes everything: no value is kept
        // before it is over.
        if !state.pointee.isPurgedWhileCreated, sharedLevel?.now != .critical {
          state.pointee.value = value
          state.pointee.bytes = bytes
        }
      }
      lock.unlock()
    }
    creation.complete(outcome)
  }

  /// The next request starts a new creation.
  func detach(_ creation: Creation<Value>) {
    lock.lock()
    if state.pointee.creation === creation { state.pointee.creation = nil }
    lock.unlock()
  }

  // MARK: Using and purging

  /// Keeps the value from being purged.
  @inlinable
  func pin() -> Value? {
    lock.lock()
    let value = state.pointee.value
    if value != nil { state.pointee.pins += 1 }
    lock.unlock()
    return value
  }

  @inlinable
  func unpin() {
    lock.lock()
    state.pointee.pins -= 1
    let isDue = state.pointee.pins == 0 && state.pointee.isPurgeDeferred
    lock.unlock()
    if isDue { purgeIfDeferred() }
  }

  /// Unless another scope has begun since.
  @usableFromInline
  func purgeIfDeferred() {
    lock.lock()
    let isDue = state.pointee.pins == 0 && state.pointee.isPurgeDeferred
    let removed = isDue ? removeValue() : nil
    lock.unlock()
    withExtendedLifetime(removed) {}
  }

  /// A value in use is purged as soon as it no longer is, if `whenUnpinned`; a creation in progress
  /// is of no use to later callers, if `isOutOfDate`.
  ///
  /// Returns the bytes purged.
  func purge(whenUnpinned: Bool, isOutOfDate: Bool) -> Int {
    lock.lock()
    if isOutOfDate {
      state.pointee.creation = nil
    } else {
      state.pointee.isPurgedWhileCreated = true
    }
    guard state.pointee.pins == 0 else {
      if whenUnpinned { state.pointee.isPurgeDeferred = true }
      lock.unlock()
      return 0
    }
    let bytes = state.pointee.bytes
    let removed = removeValue()
    lock.unlock()
    withExtendedLifetime(removed) {}
    return bytes
  }

  func release(_ request: ReleaseRequest) -> Int {
    request.level == .normal ? 0 : purge(whenUnpinned: false, isOutOfDate: false)
  }

  private func removeValue() -> Value? {
    let value = state.pointee.value
    state.pointee.value = nil
    state.pointee.bytes = 0
    state.pointee.isPurgeDeferred = false
    return value
  }
}

internal import StagecraftMemory
internal import CStageFloor
public import StageFloor

/// The storage shared by both kinds of purgeable values: the value and its creation, behind a lock.
///
/// The owner determines how the value is created.
@usableFromInline
final class ValueStore<Value: Sendable>: Sendable {
  /// The state under the lock.
  @usableFromInline
  struct Shelf {
    @usableFromInline var value: Value?
    var bytes = 0
    /// The number of scopes that are using the value.
    @usableFromInline var pins = 0
    /// Whether the value is purged when the last scope ends.
    @usableFromInline var goesWhenUnpinned = false
    var flight: Flight<Value>?
    /// The thread that creates the value; 0 if a task does, or if it is not being created.
    var maker: UInt32 = 0
    /// Whether pressure purged the value while it is being created: then it is not kept.
    var isUnwelcome = false

    init() {}
  }

  /// What the caller has to do to get the value.
  enum Course {
    case take(Value)
    case follow(Flight<Value>)
    case lead(Flight<Value>)
  }

  @usableFromInline let lock = LockWord()
  @usableFromInline nonisolated(unsafe) let shelf: UnsafeMutablePointer<Shelf>  // guard: `lock`
  private let name: String
  private let size: @Sendable (Value) -> Int
  /// The monitor's pressure level; nil if the value is only purged by hand.
  private let standing: StandingLevel?

  init(
    _ name: String, _ cost: RebuildCost, under monitor: PressureMonitor?,
    size: @escaping @Sendable (Value) -> Int
  ) {
    self.name = name
    standing = cost < .lossy ? monitor?.standing : nil
    self.size = size
    shelf = .allocate(capacity: 1)
    shelf.initialize(to: Shelf())
  }

  deinit {
    shelf.deinitialize(count: 1)
    shelf.deallocate()
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
  var valueIfThere: Value? {
    lock.lock()
    let value = shelf.pointee.value
    lock.unlock()
    return value
  }

  /// The number of bytes that a purge would release now.
  var purgeableBytes: Int {
    lock.lock()
    defer { lock.unlock() }
    return shelf.pointee.pins == 0 ? shelf.pointee.bytes : 0
  }

  // MARK: Making

  /// Returns what the caller has to do: a thread creates the value itself, otherwise a task does.
  func course(onThread isOnThread: Bool) -> Course {
    lock.lock()
    defer { lock.unlock() }
    if let value = shelf.pointee.value { return .take(value) }
    let thread = isOnThread ? stage_thread_number() : 0
    if let flight = shelf.pointee.flight {
      let isMadeHere = isOnThread && shelf.pointee.maker == thread
      require(!isMadeHere, "Value “\(name)”: `make` must not request the same value.")
      return .follow(flight)
    }
    let flight = Flight<Value>(onThread: isOnThread)
    shelf.pointee.flight = flight
    shelf.pointee.maker = thread
    shelf.pointee.isUnwelcome = false
    return .lead(flight)
  }

  /// Keeps the new value if it is still wanted, and resumes the waiters.
  func finish(_ flight: Flight<Value>, _ outcome: Result<Value, any Error>) {
    switch outcome {
    case .failure:
      forget(flight)
    case .success(let value):
      let bytes = size(value)
      require(
        bytes >= 0,
        "Value “\(name)”: `size` returned \(bytes) bytes; it must not be negative.")
      lock.lock()
      if shelf.pointee.flight === flight {
        shelf.pointee.flight = nil
        // There is no value to replace: a creation begins only when none is loaded, and there is
        // one creation at a time. A pass at critical pressure takes everything: no value is kept
        // before it is over.
        if !shelf.pointee.isUnwelcome, standing?.now != .critical {
          shelf.pointee.value = value
          shelf.pointee.bytes = bytes
        }
      }
      lock.unlock()
    }
    flight.complete(outcome)
  }

  /// Detaches a creation, so that the next request starts a new one.
  func forget(_ flight: Flight<Value>) {
    lock.lock()
    if shelf.pointee.flight === flight { shelf.pointee.flight = nil }
    lock.unlock()
  }

  // MARK: Using and purging

  /// Returns the loaded value and keeps it from being purged; nil if there is none.
  @inlinable
  func pin() -> Value? {
    lock.lock()
    let value = shelf.pointee.value
    if value != nil { shelf.pointee.pins += 1 }
    lock.unlock()
    return value
  }

  @inlinable
  func unpin() {
    lock.lock()
    shelf.pointee.pins -= 1
    let isDue = shelf.pointee.pins == 0 && shelf.pointee.goesWhenUnpinned
    lock.unlock()
    if isDue { leaveWhenUnpinned() }
  }

  /// Performs a deferred purge, unless another scope has begun since.
  @usableFromInline
  func leaveWhenUnpinned() {
    lock.lock()
    let isDue = shelf.pointee.pins == 0 && shelf.pointee.goesWhenUnpinned
    let leaving = isDue ? takeAway() : nil
    lock.unlock()
    withExtendedLifetime(leaving) {}
  }

  /// Purges the value.
  ///
  /// - Parameters:
  ///   - whenUnpinned: Whether a value in use is purged as soon as it no longer is.
  ///   - isOutOfDate: Whether a creation in progress is of no use to later callers.
  /// - Returns: The number of bytes purged.
  func purge(whenUnpinned: Bool, isOutOfDate: Bool) -> Int {
    lock.lock()
    if isOutOfDate { shelf.pointee.flight = nil } else { shelf.pointee.isUnwelcome = true }
    guard shelf.pointee.pins == 0 else {
      if whenUnpinned { shelf.pointee.goesWhenUnpinned = true }
      lock.unlock()
      return 0
    }
    let bytes = shelf.pointee.bytes
    let leaving = takeAway()
    lock.unlock()
    withExtendedLifetime(leaving) {}
    return bytes
  }

  /// Responds to a request of the monitor.
  func release(_ request: ReleaseRequest) -> Int {
    request.level == .normal ? 0 : purge(whenUnpinned: false, isOutOfDate: false)
  }

  /// Removes the value; the caller holds the lock and drops the result after unlocking.
  private func takeAway() -> Value? {
    let value = shelf.pointee.value
    shelf.pointee.value = nil
    shelf.pointee.bytes = 0
    shelf.pointee.goesWhenUnpinned = false
    return value
  }
}

internal import StagecraftMemory
internal import CStageFloor
public import StageFloor

/// What purgeable values share: the value behind its lock, and who makes it at the moment.
///
/// How it is made is its owner's business.
@usableFromInline
final class ValueStore<Value: Sendable>: Sendable {
  /// What the lock guards.
  @usableFromInline
  struct Shelf {
    @usableFromInline var value: Value?
    var bytes = 0
    /// How many scopes use the value that is there.
    @usableFromInline var pins = 0
    /// The value goes when the last scope ends.
    @usableFromInline var goesWhenUnpinned = false
    var flight: Flight<Value>?
    /// The thread that makes the value; 0: a task does, or nobody.
    var maker: UInt32 = 0
    /// Memory ran short while the value is being made: it is not kept.
    var isUnwelcome = false

    init() {}
  }

  /// What a reader does.
  enum Course {
    case take(Value)
    case follow(Flight<Value>)
    case lead(Flight<Value>)
  }

  @usableFromInline let lock = LockWord()
  @usableFromInline nonisolated(unsafe) let shelf: UnsafeMutablePointer<Shelf>  // guard: `lock`
  private let name: String
  private let size: @Sendable (Value) -> Int
  /// How short memory is; nil if the value is given up by hand only.
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

  /// How many bytes a purge would give back now.
  var purgeableBytes: Int {
    lock.lock()
    defer { lock.unlock() }
    return shelf.pointee.pins == 0 ? shelf.pointee.bytes : 0
  }

  // MARK: Making

  /// What a reader is to do; on a thread it makes the value itself, otherwise a task does.
  func course(onThread isOnThread: Bool) -> Course {
    lock.lock()
    defer { lock.unlock() }
    if let value = shelf.pointee.value { return .take(value) }
    let thread = isOnThread ? stage_thread_number() : 0
    if let flight = shelf.pointee.flight {
      let isMadeHere = isOnThread && shelf.pointee.maker == thread
      require(!isMadeHere, "Value “\(name)” cannot be made by asking for the same value.")
      return .follow(flight)
    }
    let flight = Flight<Value>(onThread: isOnThread)
    shelf.pointee.flight = flight
    shelf.pointee.maker = thread
    shelf.pointee.isUnwelcome = false
    return .lead(flight)
  }

  /// Keeps what was made if it is still wanted, and wakes those who wait.
  func finish(_ flight: Flight<Value>, _ outcome: Result<Value, any Error>) {
    switch outcome {
    case .failure:
      forget(flight)
    case .success(let value):
      let bytes = size(value)
      require(
        bytes >= 0,
        "Value “\(name)”: `size` says that it holds \(bytes) bytes; no less than 0 can be.")
      lock.lock()
      if shelf.pointee.flight === flight {
        shelf.pointee.flight = nil
        // Nothing is there that could be replaced: whoever leads found nothing, and nobody else does.
        // A pass at critical pressure takes everything: none comes back before it is over.
        if !shelf.pointee.isUnwelcome, standing?.now != .critical {
          shelf.pointee.value = value
          shelf.pointee.bytes = bytes
        }
      }
      lock.unlock()
    }
    flight.complete(outcome)
  }

  /// Lets the next reader begin anew.
  func forget(_ flight: Flight<Value>) {
    lock.lock()
    if shelf.pointee.flight === flight { shelf.pointee.flight = nil }
    lock.unlock()
  }

  // MARK: Using and purging

  /// Keeps the value that is there from being purged; nil if none is.
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

  /// A purge was put off until now, unless somebody came between.
  @usableFromInline
  func leaveWhenUnpinned() {
    lock.lock()
    let isDue = shelf.pointee.pins == 0 && shelf.pointee.goesWhenUnpinned
    let leaving = isDue ? takeAway() : nil
    lock.unlock()
    withExtendedLifetime(leaving) {}
  }

  /// - Parameters:
  ///   - whenUnpinned: whether a value in use goes as soon as it is not.
  ///   - isOutOfDate: whether what is being made is of no use to later readers.
  /// - Returns: how many bytes went.
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

  /// Answers to a monitor.
  func release(_ request: ReleaseRequest) -> Int {
    request.level == .normal ? 0 : purge(whenUnpinned: false, isOutOfDate: false)
  }

  /// For who holds the lock.
  private func takeAway() -> Value? {
    let value = shelf.pointee.value
    shelf.pointee.value = nil
    shelf.pointee.bytes = 0
    shelf.pointee.goesWhenUnpinned = false
    return value
  }
}

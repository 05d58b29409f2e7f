public import StagecraftMemory

/// One thing that a task can make again, and that is given up when memory runs short.
///
/// ```swift
/// let notices = PurgeableAsyncValue(
///   "notices", cost: .fetched, under: pressure, size: { $0.bytes },
///   make: { try await library.fetchNotices() })
///
/// let first = try await notices.value().first
/// ```
///
/// As ``PurgeableValue``, but for tasks. If several tasks ask for a value that is not there, it is
/// made once, by a task of its own that none of them owns, and all of them wait. A task that is
/// cancelled waits no longer; if no other is left, the making is cancelled, too, and the next who
/// asks begins anew. While critical pressure stands, it is made for each use and not kept.
public final class PurgeableAsyncValue<Value: Sendable>: Sendable {
  @usableFromInline let store: ValueStore<Value>
  private let make: @Sendable () async throws -> Value

  /// A value that is not there yet.
  ///
  /// - Parameters:
  ///   - name: what it is called in reports of the monitor.
  ///   - cost: what it costs to make it again.
  ///   - priority: its turn among those that cost the same.
  ///   - level: the level of pressure from which it is given up.
  ///   - monitor: who tells it that memory is short; nil: nobody, it is purged by hand.
  ///   - size: how many bytes the value holds; asked once, when it was made.
  ///   - make: makes it, in a task of its own. It must not ask for the value itself.
  public init(
    _ name: String, cost: RebuildCost, priority: ReleasePriority = .normal,
    from level: PressureLevel = .elevated, under monitor: PressureMonitor?,
    size: @escaping @Sendable (Value) -> Int, make: @escaping @Sendable () async throws -> Value
  ) {
    store = ValueStore(name, cost, under: monitor, size: size)
    self.make = make
    store.register(cost, priority, level, monitor)
  }

  /// The value if it is there; nothing is made.
  @inlinable public var valueIfThere: Value? { store.valueIfThere }

  /// Whether the value is there.
  public var isThere: Bool { store.valueIfThere != nil }

  /// The value, made if it is not there.
  ///
  /// - Returns: the value.
  /// - Throws: what making it throws, or `CancellationError` if the calling task was cancelled while
  ///   it waited.
  @inlinable
  public func value() async throws -> Value {
    if let value = store.valueIfThere { return value }
    return try await makeValue()
  }

  /// Lends the value, made if it is not there, and keeps it from being purged meanwhile.
  ///
  /// - Parameter body: uses the value.
  /// - Returns: what `body` returns.
  /// - Throws: what making the value throws, what `body` throws, or `CancellationError` if the calling
  ///   task was cancelled while it waited for the value.
  @inlinable
  public func withValue<Result>(_ body: (Value) async throws -> Result) async throws -> Result {
    if let value = store.pin() {
      defer { store.unpin() }
      return try await body(value)
    }
    let made = try await makeValue()
    // It may have been purged since; then it is ours alone.
    guard let value = store.pin() else { return try await body(made) }
    defer { store.unpin() }
    return try await body(value)
  }

  /// Gives the value up; if it is in use, as soon as it is not.
  ///
  /// Whoever has asked for it while it is being made gets it, and it is not kept. Whoever asks later
  /// makes it anew.
  ///
  /// - Returns: how many bytes were given up at once.
  @discardableResult
  public func purge() -> Int { store.purge(whenUnpinned: true, isOutOfDate: true) }

  @usableFromInline
  func makeValue() async throws -> Value {
    try Task.checkCancellation()
    while true {
      let flight: Flight<Value>
      let ticket: Flight<Value>.Ticket?
      switch store.course(onThread: false) {
      case .take(let value):
        return value
      case .follow(let other):
        flight = other
        ticket = other.join()
      case .lead(let own):
        flight = own
        // Before the task begins, so that nobody who comes and goes makes it look abandoned.
        ticket = own.join()
        own.begin(
          Task { [store, make] in
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await make()) } catch { outcome = .failure(error) }
            store.finish(own, outcome)
          })
      }
      if let ticket {
        return try await flight.wait(ticket) { [store] in store.forget(flight) }
      }
      // All who waited for it have just gone: it is of no use to who comes after them.
      store.forget(flight)
    }
  }
}

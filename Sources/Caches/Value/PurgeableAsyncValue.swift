public import StagecraftMemory

/// A value that an asynchronous closure can recreate, and that is purged when memory runs short.
///
/// ```swift
/// let notices = PurgeableAsyncValue(
///   "notices", cost: .fetched, under: pressure, size: { $0.bytes },
///   make: { try await library.fetchNotices() })
///
/// let first = try await notices.value().first
/// ```
///
/// The asynchronous variant of ``PurgeableValue``. If several tasks request a missing value, it is
/// created once, by a separate task that none of them owns, and all of them wait. A cancelled task
/// stops waiting; if no other task waits, the creation is cancelled too, and the next request
/// starts a new one. While pressure is critical, the value is created for each use and not kept.
public final class PurgeableAsyncValue<Value: Sendable>: Sendable {
  @usableFromInline let store: ValueStore<Value>
  private let make: @Sendable () async throws -> Value

  /// Creates a purgeable value, which is not loaded yet.
  ///
  /// - Parameters:
  ///   - name: The name used in the monitor's reports.
  ///   - cost: What it costs to recreate the value.
  ///   - priority: The order among responders of the same cost.
  ///   - level: The pressure level from which the value is purged.
  ///   - monitor: The monitor that reports memory pressure; nil if the value is only purged by
  ///     hand.
  ///   - size: Returns the number of bytes that the value holds; called once, after it was created.
  ///   - make: Creates the value, in a separate task. It must not request the same value.
  public init(
    _ name: String, cost: RebuildCost, priority: ReleasePriority = .normal,
    from level: PressureLevel = .elevated, under monitor: PressureMonitor?,
    size: @escaping @Sendable (Value) -> Int, make: @escaping @Sendable () async throws -> Value
  ) {
    store = ValueStore(name, cost, under: monitor, size: size)
    self.make = make
    store.register(cost, priority, level, monitor)
  }

  /// The value if it is loaded; it is not created.
  @inlinable public var loadedValue: Value? { store.loadedValue }

  /// Whether the value is loaded.
  public var isLoaded: Bool { store.loadedValue != nil }

  /// Returns the value, and creates it if it is not loaded.
  ///
  /// - Returns: The value.
  /// - Throws: The error of its creation, or `CancellationError` if the calling task was cancelled
  ///   while it waited.
  @inlinable
  public func value() async throws -> Value {
    if let value = store.loadedValue { return value }
    return try await makeValue()
  }

  /// Calls a closure with the value, created if it is not loaded, and does not purge it meanwhile.
  ///
  /// - Parameter body: Uses the value.
  /// - Returns: The result of `body`.
  /// - Throws: The error of the creation, the error of `body`, or `CancellationError` if the
  ///   calling task was cancelled while it waited for the value.
  @inlinable
  public func withValue<Result>(_ body: (Value) async throws -> Result) async throws -> Result {
    if let value = store.pin() {
      defer { store.unpin() }
      return try await body(value)
    }
    let made = try await makeValue()
    // It may have been purged since; then only this call uses it.
    guard let value = store.pin() else { return try await body(made) }
    defer { store.unpin() }
    return try await body(value)
  }

  /// Purges the value; if it is in use, as soon as it no longer is.
  ///
  /// A value that is being created is returned to the callers waiting for it and not kept. Later
  /// requests create a new one.
  ///
  /// - Returns: The number of bytes purged immediately.
  @discardableResult
  public func purge() -> Int { store.purge(whenUnpinned: true, isOutOfDate: true) }

  @usableFromInline
  func makeValue() async throws -> Value {
    try Task.checkCancellation()
    while true {
      let creation: Creation<Value>
      let ticket: Creation<Value>.Ticket?
      switch store.lookUp(onThread: false) {
      case .found(let value):
        return value
      case .wait(let other):
        creation = other
        ticket = other.join()
      case .create(let own):
        creation = own
        // Joined before the task begins, so that a caller that joins and leaves does not abandon
        // it.
        ticket = own.join()
        own.begin(
          Task { [store, make] in
            let outcome: Result<Value, any Error>
            do { outcome = .success(try await make()) } catch { outcome = .failure(error) }
            store.finish(own, outcome)
          })
      }
      if let ticket {
        return try await creation.wait(ticket) { [store] in store.detach(creation) }
      }
      // All its waiters have just left, so it is cancelled: later callers need a new one.
      store.detach(creation)
    }
  }
}

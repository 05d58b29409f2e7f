public import StagecraftMemory

/// A value that can be recreated, and that is purged when memory runs short.
///
/// ```swift
/// let plan = PurgeableValue(
///   "floor plan", cost: .readFromDisk, under: pressure, size: { $0.bytes },
///   make: { try FloorPlan(contentsOf: file) })
///
/// let shelf = try plan.withValue { $0.shelf(of: book) }
/// ```
///
/// Any thread may call any member. No closure runs under a lock, and the value is destroyed outside
/// of one. If several threads request a missing value, one of them creates it, and the others wait.
/// If that fails, all of them receive the error, and the next request tries again.
///
/// **Purging.** Under pressure the value is purged, unless a ``withValue(_:)`` is using it; copies
/// elsewhere keep what they refer to in memory. If the value is being created, it is returned to
/// the callers waiting for it and not kept. The value is registered with the monitor for its
/// lifetime.
///
/// While pressure is critical, the value is created for each use and not kept. At lower levels it
/// is kept once it is needed again, until the next pass purges it: otherwise it would be created
/// for each use for as long as the pressure lasts, which may be hours.
public final class PurgeableValue<Value: Sendable>: Sendable {
  @usableFromInline let store: ValueStore<Value>
  private let make: @Sendable () throws -> Value

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
  ///   - make: Creates the value, on the requesting thread. It must not request the same value.
  public init(
    _ name: String, cost: RebuildCost, priority: ReleasePriority = .normal,
    from level: PressureLevel = .elevated, under monitor: PressureMonitor?,
    size: @escaping @Sendable (Value) -> Int, make: @escaping @Sendable () throws -> Value
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
  /// - Throws: The error of its creation, on this or another thread.
  @inlinable
  public func value() throws -> Value {
    if let value = store.loadedValue { return value }
    return try makeValue()
  }

  /// Calls a closure with the value, created if it is not loaded, and does not purge it meanwhile.
  ///
  /// - Parameter body: Uses the value.
  /// - Returns: The result of `body`.
  /// - Throws: The error of the creation, on this or another thread, or the error of `body`.
  @inlinable
  public func withValue<Result>(_ body: (Value) throws -> Result) throws -> Result {
    if let value = store.pin() {
      defer { store.unpin() }
      return try body(value)
    }
    let made = try makeValue()
    // It may have been purged since; then only this call uses it.
    guard let value = store.pin() else { return try body(made) }
    defer { store.unpin() }
    return try body(value)
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
  func makeValue() throws -> Value {
    switch store.lookUp(onThread: true) {
    case .found(let value):
      return value
    case .wait(let creation):
      return try creation.wait()
    case .create(let creation):
      let outcome = Result { try make() }
      store.finish(creation, outcome)
      return try outcome.get()
    }
  }
}

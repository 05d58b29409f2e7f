public import StagecraftMemory

/// One thing that can be made again, and is given up when memory runs short.
///
/// ```swift
/// let plan = PurgeableValue(
///   "floor plan", cost: .readFromDisk, under: pressure, size: { $0.bytes },
///   make: { try FloorPlan(contentsOf: file) })
///
/// let shelf = try plan.withValue { $0.shelf(of: book) }
/// ```
///
/// Everything may be called from any thread. No closure runs under a lock, and the value ends
/// outside of one. If several threads ask for a value that is not there, one of them makes it, and
/// the others wait. If that fails, all of them get the error, and the next who asks tries again.
///
/// **Purging.** Under pressure the value goes, unless a ``withValue(_:)`` uses it at that moment;
/// copies that others hold keep what it refers to in memory. If it is just being made, those who ask
/// for it get it, and it is not kept. It is registered with the monitor for as long as it lives.
///
/// While critical pressure stands, it is made for each use and not kept. At lesser levels it is kept
/// when it is needed again, until the next pass takes it: otherwise it would be made for each use for
/// as long as the pressure stands, which may be hours.
public final class PurgeableValue<Value: Sendable>: Sendable {
  @usableFromInline let store: ValueStore<Value>
  private let make: @Sendable () throws -> Value

  /// A value that is not there yet.
  ///
  /// - Parameters:
  ///   - name: what it is called in reports of the monitor.
  ///   - cost: what it costs to make it again.
  ///   - priority: its turn among those that cost the same.
  ///   - level: the level of pressure from which it is given up.
  ///   - monitor: who tells it that memory is short; nil: nobody, it is purged by hand.
  ///   - size: how many bytes the value holds; asked once, when it was made.
  ///   - make: makes it, on the thread that asks for it. It must not ask for the value itself.
  public init(
    _ name: String, cost: RebuildCost, priority: ReleasePriority = .normal,
    from level: PressureLevel = .elevated, under monitor: PressureMonitor?,
    size: @escaping @Sendable (Value) -> Int, make: @escaping @Sendable () throws -> Value
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
  /// - Throws: what making it throws, here or on another thread.
  @inlinable
  public func value() throws -> Value {
    if let value = store.valueIfThere { return value }
    return try makeValue()
  }

  /// Lends the value, made if it is not there, and keeps it from being purged meanwhile.
  ///
  /// - Parameter body: uses the value.
  /// - Returns: what `body` returns.
  /// - Throws: what making the value throws, here or on another thread, or what `body` throws.
  @inlinable
  public func withValue<Result>(_ body: (Value) throws -> Result) throws -> Result {
    if let value = store.pin() {
      defer { store.unpin() }
      return try body(value)
    }
    let made = try makeValue()
    // It may have been purged since; then it is ours alone.
    guard let value = store.pin() else { return try body(made) }
    defer { store.unpin() }
    return try body(value)
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
  func makeValue() throws -> Value {
    switch store.course(onThread: true) {
    case .take(let value):
      return value
    case .follow(let flight):
      return try flight.wait()
    case .lead(let flight):
      let outcome = Result { try make() }
      store.finish(flight, outcome)
      return try outcome.get()
    }
  }
}

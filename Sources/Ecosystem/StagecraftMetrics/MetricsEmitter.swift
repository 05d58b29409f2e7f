#if Metrics
internal import Metrics
internal import StageFloor

/// Carries changes out on metrics, which it creates when they are needed.
final class MetricsEmitter: Sendable {
  private struct State: Sendable {
    var meters: [MetricKey: Meter] = [:]
    var counters: [MetricKey: Counter] = [:]
    var sums: [MetricKey: FloatingPointCounter] = [:]
  }

  let timers: MetricsTimers
  private let factory: any MetricsFactory
  private let state = Guarded(State())

  init(_ factory: any MetricsFactory) {
    self.factory = factory
    timers = MetricsTimers(factory)
  }

  func perform(_ changes: [MetricsLedger.Change]) {
    for change in changes {
      switch change {
      case .level(let key, let value): meter(key).set(value)
      // A counter of zero exists from the first reading on, so that its first increase is seen.
      case .count(let key, let count): counter(key).increment(by: count)
      case .seconds(let key, let seconds): sum(key).increment(by: seconds)
      case .end(let object): end(object)
      }
    }
  }

  // Created without the lock, as the factory is another package's. One update runs at a time.

  private func meter(_ key: MetricKey) -> Meter {
    if let known = state.withLock({ $0.meters[key] }) { return known }
    let new = Meter(label: key.label, dimensions: key.pairs, factory: factory)
    state.withLock { $0.meters[key] = new }
    return new
  }

  private func counter(_ key: MetricKey) -> Counter {
    if let known = state.withLock({ $0.counters[key] }) { return known }
    let new = Counter(label: key.label, dimensions: key.pairs, factory: factory)
    state.withLock { $0.counters[key] = new }
    return new
  }

  private func sum(_ key: MetricKey) -> FloatingPointCounter {
    if let known = state.withLock({ $0.sums[key] }) { return known }
    let new = FloatingPointCounter(label: key.label, dimensions: key.pairs, factory: factory)
    state.withLock { $0.sums[key] = new }
    return new
  }

  private func end(_ object: MetricsObject) {
    let ended = state.withLock { state in
      (
        state.meters.removeAll(of: object), state.counters.removeAll(of: object),
        state.sums.removeAll(of: object)
      )
    }
    for meter in ended.0 { meter.destroy() }
    for counter in ended.1 { counter.destroy() }
    for sum in ended.2 { sum.destroy() }
    timers.end(object)
  }
}

/// Timers by their key: two of one key would share a handler, which the first to be destroyed ends.
///
/// They are looked up for each duration, so that a name whose last object was released can come back
/// at the same time.
final class MetricsTimers: Sendable {
  /// Without the label, which takes long to make.
  struct Key: Hashable, Sendable {
    let object: MetricsObject
    let figure: String
  }

  private let factory: any MetricsFactory
  private let timers = Guarded<[Key: Timer]>([:])

  init(_ factory: any MetricsFactory) { self.factory = factory }

  func timer(_ key: Key) -> Timer {
    if let known = timers.withLock({ $0[key] }) { return known }
    // Created without the lock; of two threads, the second one uses that of the first.
    let metric = key.object.key(.init(name: key.figure))
    let new = Timer(
      label: metric.label, dimensions: metric.pairs, preferredDisplayUnit: .seconds,
      factory: factory)
    return timers.withLock { timers in
      if let known = timers[key] { return known }
      timers[key] = new
      return new
    }
  }

  func end(_ object: MetricsObject) {
    let ended = timers.withLock { timers in
      let keys = timers.keys.filter { $0.object == object }
      return keys.compactMap { timers.removeValue(forKey: $0) }
    }
    for timer in ended { timer.destroy() }
  }
}

extension Dictionary where Key == MetricKey {
  fileprivate mutating func removeAll(of object: MetricsObject) -> [Value] {
    let keys = keys.filter { object.owns($0) }
    return keys.compactMap { removeValue(forKey: $0) }
  }
}

extension MetricKey {
  fileprivate var pairs: [(String, String)] { dimensions.map { ($0.key, $0.value) } }
}
#endif

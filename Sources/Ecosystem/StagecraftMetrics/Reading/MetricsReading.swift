#if Metrics
internal import StageFloor

/// The figures of one object at one moment.
///
/// Names of figures are constants. They follow the label of the kind: `idle` of a pool is the meter
/// `stagecraft.pool.idle`.
public struct MetricsReading: Sendable {
  struct Figure: Hashable, Sendable {
    let name: String
    /// A second dimension, whose values are few.
    var dimension: MetricsDimension?
  }

  private(set) var levels: [Figure: Double] = [:]
  private(set) var totals: [Figure: Int64] = [:]
  private(set) var durations: [Figure: Double] = [:]

  init() {}

  /// Adds a value that rises and falls, which becomes a meter.
  ///
  /// - Parameters:
  ///   - name: The name of the figure.
  ///   - value: Its value.
  public mutating func level(_ name: String, _ value: Int) {
    levels[Figure(name: name), default: 0] += Double(value)
  }

  /// Adds a number that only grows, which becomes a counter.
  ///
  /// A number that is smaller than before began at zero again.
  ///
  /// - Parameters:
  ///   - name: The name of the figure.
  ///   - value: The number so far.
  ///   - dimension: A key and one of few values, such as a reason; with the same key each time.
  public mutating func total(
    _ name: String, _ value: Int, _ dimension: MetricsDimension? = nil
  ) {
    totals[Figure(name: name, dimension: dimension), default: 0] += Int64(value)
  }

  /// Adds a sum of durations that only grows, which becomes a floating-point counter of seconds.
  ///
  /// - Parameters:
  ///   - name: The name of the figure.
  ///   - duration: The sum so far.
  public mutating func total(_ name: String, _ duration: Duration) {
    durations[Figure(name: name), default: 0] += Double(duration.wholeNanoseconds) / 1e9
  }
}

/// A dimension of a metric: a key, and one of few values.
public struct MetricsDimension: Hashable, Sendable {
  /// The key, such as `reason`.
  public var key: String
  /// The value, such as `timed_out`.
  public var value: String

  /// Creates a dimension.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - value: The value.
  public init(_ key: String, _ value: String) {
    self.key = key
    self.value = value
  }
}
#endif

#if Metrics
/// Decides what to add to which metric, from readings of totals and levels.
struct MetricsLedger: Sendable {
  enum Change: Hashable, Sendable {
    case level(MetricKey, Double)
    case count(MetricKey, Int64)
    case seconds(MetricKey, Double)
    /// The last object of this name was removed.
    case end(MetricsObject)
  }

  private struct Entry: Sendable {
    let object: MetricsObject
    var last = MetricsReading()
  }

  static let other = "other"

  private let prefix: String
  private let maximumNames: Int
  private var entries: [Int: Entry] = [:]
  private var users: [MetricsObject: Int] = [:]

  init(prefix: String, maximumNames: Int) {
    self.prefix = prefix
    self.maximumNames = maximumNames
  }

  /// Gives an object its name.
  mutating func add(_ number: Int, kind: String, name: String) -> MetricsObject {
    var object = MetricsObject(prefix: prefix, kind: kind, name: name)
    let others = users.keys.count { $0.name != Self.other }
    if users[object] == nil, others >= maximumNames {
      object = MetricsObject(prefix: prefix, kind: kind, name: Self.other)
    }
    users[object, default: 0] += 1
    entries[number] = Entry(object: object)
    return object
  }

  mutating func remove(_ number: Int) -> [Change] {
    guard let entry = entries.removeValue(forKey: number) else { return [] }
    let left = (users[entry.object] ?? 1) - 1
    users[entry.object] = left == 0 ? nil : left
    return left == 0 ? [.end(entry.object)] : []
  }

  /// The changes since the last reading; levels of objects with one name are added.
  mutating func settle(_ readings: [Int: MetricsReading]) -> [Change] {
    var levels: [MetricKey: Double] = [:]
    var counts: [MetricKey: Int64] = [:]
    var seconds: [MetricKey: Double] = [:]
    for (number, reading) in readings {
      guard let entry = entries[number] else { continue }
      for (figure, value) in reading.levels {
        levels[entry.object.key(figure), default: 0] += value
      }
      for (figure, value) in reading.totals {
        let last = entry.last.totals[figure] ?? 0
        counts[entry.object.key(figure), default: 0] += value < last ? value : value - last
      }
      for (figure, value) in reading.durations {
        let last = entry.last.durations[figure] ?? 0
        seconds[entry.object.key(figure), default: 0] += value < last ? value : value - last
      }
      entries[number]?.last = reading
    }
    return levels.map { .level($0, $1) } + counts.map { .count($0, $1) }
      + seconds.map { .seconds($0, $1) }
  }
}
#endif

internal import StageFloor

extension TimelineReport {
  func findingsJSON() -> String {
    recording.findings.map { finding in
      let isWait = finding.kind == .wait ? 0 : 1
      return "[\(Self.json(finding.description)),\(index(of: finding.object)),"
        + "\(ticks(finding.start)),\(ticks(finding.end)),\(isWait)]"
    }.joined(separator: ",")
  }

  mutating func tableJSON() -> String {
    struct Key: Hashable {
      var object: Int
      var name: String
      var phase: TimelineEvent.Phase
    }
    struct Sum {
      var count = 0
      var total: Duration = .zero
      var longest: Int
    }
    var sums: [Key: Sum] = [:]
    for (place, span) in spans.enumerated() {
      let key = Key(object: span.object, name: span.name, phase: span.phase)
      var sum = sums[key] ?? Sum(longest: place)
      sum.count += 1
      sum.total += span.duration
      if span.duration > spans[sum.longest].duration { sum.longest = place }
      sums[key] = sum
    }
    let order = sums.sorted {
      ($1.value.total, $0.value.longest) < ($0.value.total, $1.value.longest)
    }
    if order.count > Self.tableLimit {
      notes.append("The table has the \(Self.tableLimit) of \(order.count) rows that took longest.")
    }
    return order.prefix(Self.tableLimit).map { key, sum in
      let longest = spans[sum.longest]
      return "[\(index(of: key.object)),\(number(of: key.name)),\(key.phase.rawValue),\(sum.count),"
        + "\(ticks(sum.total)),\(ticks(longest.duration)),\(ticks(longest.start))]"
    }.joined(separator: ",")
  }

  /// By powers of two of nanoseconds.
  func histogramsJSON() -> String {
    struct Key: Hashable, Comparable {
      var object: Int
      var phase: TimelineEvent.Phase

      static func < (one: Key, other: Key) -> Bool {
        (one.object, one.phase.rawValue) < (other.object, other.phase.rawValue)
      }
    }
    var counts: [Key: [Int]] = [:]
    let kinds: Set<TimelineEvent.Phase> = [.waiting, .ready, .onLoan, .running, .loading, .late]
    for span in spans where kinds.contains(span.phase) {
      let nanoseconds = max(1, span.duration.wholeNanoseconds)
      let power = 63 - nanoseconds.leadingZeroBitCount
      let key = Key(object: span.object, phase: span.phase)
      var bars = counts[key] ?? []
      if bars.count <= power { bars += Array(repeating: 0, count: power + 1 - bars.count) }
      bars[power] += 1
      counts[key] = bars
    }
    let worth = counts.filter { $0.value.reduce(0, +) > 1 }.sorted { $0.key < $1.key }
    return worth.prefix(60).map { key, bars in
      let counts = bars.map(String.init).joined(separator: ",")
      return "[\(index(of: key.object)),\(key.phase.rawValue),[\(counts)]]"
    }.joined(separator: ",")
  }
}

#if SQLite && PostgreSQL
import LendingProof
@_spi(Store) import StagecraftSharedPools

/// What a storm has seen, in numbers.
struct StormSummary: CustomStringConvertible {
  private var counts: [(String, Int)] = []

  init(_ checker: HistoryChecker, _ faults: [String: Int]) {
    for (name, count) in faults.sorted(by: { $0.key < $1.key }) { counts.append((name, count)) }
    var seen: [String: Int] = [:]
    for entry in checker.entries {
      if let word = Self.word(entry.event) { seen[word, default: 0] += 1 }
    }
    for event in checker.log { seen["log: \(event.kind.rawValue)", default: 0] += 1 }
    for (name, count) in seen.sorted(by: { $0.key < $1.key }) { counts.append((name, count)) }
  }

  private static func word(_ event: HistoryEntry.Event) -> String? {
    switch event {
    case .answered(.ask, .asked(.granted)): "answers: granted"
    case .answered(.ask, .asked(.waiting)): "answers: waiting"
    case .answered(.withdraw, .withdrawn(.unknown)): "answers: withdrawn before arrival"
    case .answered(.withdraw, .withdrawn): "answers: withdrawn"
    case .failed: "requests without an answer"
    case .lost: "leases that had ended at a look"
    case .cancelled: "bodies cancelled"
    case .stalled: "stalls of a process"
    case .wrote(_, _, nil): "late writes refused by their fence"
    case .wrote: "guarded writes"
    default: nil
    }
  }

  var description: String {
    counts.map { name, count in
      String(repeating: " ", count: max(0, 9 - String(count).count)) + "\(count)  \(name)"
    }.joined(separator: "\n")
  }
}
#endif

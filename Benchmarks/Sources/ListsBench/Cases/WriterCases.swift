internal import Harness

extension Case {
  /// Eight threads edit, with observers on the main actor.
  static var writers: [Case] {
    let trials = WriterTrials()
    return [
      Case("writers-8", "an edit by one of 8 threads, with 1, 4 or 16 observers") {
        try trials.all().map { name, trial in
          Subject(name) { edits in try trial.run(edits: edits) }
        }
      },
      found("writers-8-job", "processor time of the longest job on the main actor", trials) {
        Double($0.longestJob)
      },
      found("writers-8-stall", "the longest time that other work waited for the main actor", trials)
      {
        Double($0.longestStall)
      },
      found(
        "writers-8-delivered", "calls of observers for each 1000 edits", trials, unit: "calls"
      ) {
        Double($0.deliveries) * 1_000 / Double(max($0.edits, 1))
      },
    ]
  }

  private static func found(
    _ name: String, _ about: String, _ trials: WriterTrials, unit: String = "ns",
    _ amount: @escaping (WriterTrial.Record) -> Double
  ) -> Case {
    Case(name, about, unit: unit) {
      try trials.all().map { name, trial in .found(name, max(amount(try trial.recorded()), 0.001)) }
    }
  }
}

extension Check {
  /// However many edits are made while the main actor is busy, each observer is notified once.
  static var queue: Check {
    Check("queue", "calls for 4000 edits that 8 threads made while the main actor was busy") {
      try WriterTrials().all().map { name, trial in
        let waiting = try trial.deliveries(ofEdits: 4_000)
        let longest = waiting.max() ?? 0
        return Finding(
          name, "at most \(longest) for each of \(waiting.count) observers",
          isBroken: longest > 1)
      }
    }
  }
}

/// The trials, run when the first case needs them and kept for the others.
private final class WriterTrials {
  private var trials: [(String, WriterTrial)] = []

  func all() throws -> [(name: String, trial: WriterTrial)] {
    if trials.isEmpty {
      trials = [
        ("stagecraft", try WriterTrial(observers: 1)),
        ("stagecraft-4", try WriterTrial(observers: 4)),
        ("stagecraft-16", try WriterTrial(observers: 16)),
      ]
    }
    return trials.map { (name: $0.0, trial: $0.1) }
  }
}

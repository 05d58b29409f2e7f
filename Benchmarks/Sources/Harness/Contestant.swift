/// A subject while its case is being measured.
struct Contestant {
  let subject: Subject
  private let operations: Int
  /// The total time for which it may be measured, in nanoseconds.
  private let budget: Int64
  private var spent: Int64 = 0
  private var samples: [Double] = []
  private var processorSamples: [Double] = []

  /// Warms the subject up and finds the number of operations of a repetition.
  init(_ subject: Subject, pace: Pace) throws {
    self.subject = subject
    budget = 4 * pace.repetitionNanoseconds * Int64(pace.repetitions)
    if case .observed(let events, _) = subject.work {
      let share = Double(pace.repetitionNanoseconds) / Double(Pace.full.repetitionNanoseconds)
      operations = max(1, Int(Double(events) * share))
      return
    }
    guard case .measured(let measure) = subject.work else {
      operations = 0
      return
    }
    // If the smallest request already takes long, one run is enough of a warm-up.
    let first = try measure(1)
    if first.time.nanoseconds >= 2 * pace.repetitionNanoseconds {
      operations = 1
      if first.time.nanoseconds >= budget {
        // That used up its share, although it was not warmed up.
        add(first)
      }
      return
    }
    operations = try Self.calibrate(measure, target: pace.repetitionNanoseconds)
    _ = try measure(operations)
  }

  /// Measures once, unless the subject is so slow that it has had four times its share.
  mutating func measure() throws {
    if case .observed(_, let observe) = subject.work {
      samples += try observe(operations).map(Double.init)
      return
    }
    guard case .measured(let measure) = subject.work, spent < budget else { return }
    let sample = try measure(operations)
    add(sample)
  }

  private mutating func add(_ sample: Sample) {
    spent += sample.time.nanoseconds
    samples.append(sample.nanosecondsPerOperation)
    if let processor = sample.processorNanosecondsPerOperation {
      processorSamples.append(processor)
    }
  }

  /// The figure of all repetitions; two of them where each event was observed.
  ///
  /// Takes one more run if the subject can measure its longest wait.
  func figures() throws -> [Figure] {
    if case .known(let nanoseconds) = subject.work {
      return [Figure(subject: subject.name, nanoseconds: nanoseconds)]
    }
    let sorted = samples.sorted()
    guard let fastest = sorted.first, let slowest = sorted.last else { return [] }
    let median = Figure(
      subject: subject.name, nanoseconds: sorted[sorted.count / 2],
      processorNanoseconds: processorSamples.isEmpty
        ? nil : processorSamples.sorted()[processorSamples.count / 2],
      range: fastest...slowest,
      longestWait: try subject.longestWait.map { try $0(operations) })
    guard case .observed = subject.work else { return [median] }
    let late = Figure(
      subject: "\(subject.name)-p99", nanoseconds: sorted[sorted.count * 99 / 100],
      range: fastest...slowest)
    return [median, late]
  }

  /// Runs longer and longer until a run fills half of `target`, and extrapolates from it.
  private static func calibrate(
    _ measure: (Int) throws -> Sample, target: Int64
  ) throws -> Int {
    var operations = 1
    while true {
      // The faster of two: a run that was interrupted would make all repetitions too short.
      let samples = [try measure(operations), try measure(operations)]
      let fastest = samples.map(\.time.nanoseconds).min() ?? 0
      let perOperation = samples.map(\.nanosecondsPerOperation).min() ?? 0
      let fitting = Double(target) / max(perOperation, 0.01)
      if fastest >= target / 2 { return max(Int(fitting), 1) }
      // At most ten times more: a first, cold run predicts nothing.
      operations = max(min(operations * 10, Int(fitting)), operations + 1)
    }
  }
}

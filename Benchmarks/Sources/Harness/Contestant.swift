/// A subject while its case is being measured.
struct Contestant {
  let subject: Subject
  private let operations: Int
  private var samples: [Double] = []

  /// Warms the subject up and finds out how many operations fill a repetition.
  init(_ subject: Subject, pace: Pace) throws {
    self.subject = subject
    guard case .measured(let measure) = subject.work else {
      operations = 0
      return
    }
    operations = try Self.calibrate(measure, target: pace.repetitionNanoseconds)
    _ = try measure(operations)
  }

  mutating func measure() throws {
    guard case .measured(let measure) = subject.work else { return }
    samples.append(try measure(operations).nanosecondsPerOperation)
  }

  /// The figure of all repetitions.
  ///
  /// Takes one more run if the subject can tell its longest wait.
  func figure() throws -> Figure {
    if case .known(let nanoseconds) = subject.work {
      return Figure(subject: subject.name, nanoseconds: nanoseconds, range: nil, longestWait: nil)
    }
    let sorted = samples.sorted()
    return Figure(
      subject: subject.name,
      nanoseconds: sorted[sorted.count / 2],
      range: sorted[0]...sorted[sorted.count - 1],
      longestWait: try subject.longestWait.map { try $0(operations) })
  }

  /// Runs ever longer until a run fills half of `target`, and foretells from it.
  private static func calibrate(
    _ measure: (Int) throws -> Sample, target: Int64
  ) throws -> Int {
    var operations = 1
    while true {
      // The faster of two: a run that was interrupted would make all repetitions too short.
      let samples = [try measure(operations), try measure(operations)]
      let fastest = samples.map(\.nanoseconds).min() ?? 0
      let perOperation = samples.map(\.nanosecondsPerOperation).min() ?? 0
      let fitting = Double(target) / max(perOperation, 0.01)
      if fastest >= target / 2 { return max(Int(fitting), 1) }
      // At most ten times more: a first, cold run foretells nothing.
      operations = max(min(operations * 10, Int(fitting)), operations + 1)
    }
  }
}

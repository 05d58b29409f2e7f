/// The length and the number of the repetitions.
struct Pace: Equatable, Sendable {
  /// The target length of one repetition of one subject.
  var repetitionNanoseconds: Int64
  var repetitions: Int

  /// For quotable figures.
  static let full = Pace(repetitionNanoseconds: 50_000_000, repetitions: 5)

  /// Measures all cases in about two minutes, to see what a change did.
  static let quick = Pace(repetitionNanoseconds: 8_000_000, repetitions: 5)

  /// For checking only that everything still runs.
  static let smoke = Pace(repetitionNanoseconds: 3_000_000, repetitions: 3)
}

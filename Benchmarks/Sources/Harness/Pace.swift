/// How long and how often everything is measured.
struct Pace: Equatable, Sendable {
  /// How long one repetition of one subject shall last.
  var repetitionNanoseconds: Int64
  var repetitions: Int

  /// For figures one may quote.
  static let full = Pace(repetitionNanoseconds: 50_000_000, repetitions: 5)

  /// For checking only that everything still runs.
  static let smoke = Pace(repetitionNanoseconds: 3_000_000, repetitions: 3)
}

/// The measurement of one subject.
struct Figure: Sendable, Equatable {
  var subject: String
  /// For one operation; the median of the repetitions, in the unit of the case.
  var nanoseconds: Double
  /// The processor time of all threads for one operation, where it was measured; the median.
  var processorNanoseconds: Double?
  /// The fastest and the slowest repetition.
  var range: ClosedRange<Double>?
  var longestWait: Int64?
}

/// The measurements of one case.
struct CaseResult: Sendable, Equatable {
  /// The name of the subject that shows the machine's best case.
  static let floor = "floor"

  var name: String
  var about: String
  var textbook: String?
  var unit = "ns"
  var figures: [Figure]

  /// `figure` in multiples of the textbook's, where there is one.
  func ratioToTextbook(_ figure: Figure) -> Double? {
    textbook.flatMap { ratio(of: figure, to: $0) }
  }

  func ratioToFloor(_ figure: Figure) -> Double? {
    ratio(of: figure, to: Self.floor)
  }

  private func ratio(of figure: Figure, to subject: String) -> Double? {
    guard let other = figures.first(where: { $0.subject == subject }), other.nanoseconds > 0
    else { return nil }
    return figure.nanoseconds / other.nanoseconds
  }
}

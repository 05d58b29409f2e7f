/// Measures cases.
///
/// All subjects of a case take turns, round by round, so that a temporary slowdown of the machine
/// affects all of them. Every other round runs backwards, so that no subject always follows the
/// same one.
struct Runner {
  var pace: Pace

  func run(_ measuredCase: Case) throws -> CaseResult {
    var contestants = try measuredCase.makeSubjects().map { subject in
      try naming(subject) { try Contestant(subject, pace: pace) }
    }
    for round in 0..<pace.repetitions {
      let order = Array(contestants.indices)
      for index in round.isMultiple(of: 2) ? order : order.reversed() {
        try naming(contestants[index].subject) { try contestants[index].measure() }
      }
    }
    return CaseResult(
      name: measuredCase.name, about: measuredCase.about, textbook: measuredCase.textbook,
      unit: measuredCase.unit,
      figures: try contestants.flatMap { contestant in
        try naming(contestant.subject) { try contestant.figures() }
      })
  }

  /// Adds the name of the failing subject to an error.
  private func naming<Output>(
    _ subject: Subject, _ body: () throws -> Output
  ) throws -> Output {
    do {
      return try body()
    } catch {
      throw SubjectFailure(subject: subject.name, error: error)
    }
  }
}

/// A subject that could not do the work.
struct SubjectFailure: Error, CustomStringConvertible {
  var subject: String
  var error: any Error

  var description: String { "\(subject): \(error)" }
}

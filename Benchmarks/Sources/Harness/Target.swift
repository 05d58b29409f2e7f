/// A target speed.
///
/// It compares figures of one run with each other where possible. A missed target is reported and
/// does not fail the verb, because the machine, or other work on it, may be the cause.
package struct Target {
  package let about: String
  let limit: Double
  let measure: (Figures) -> Double?

  /// `measure` returns nil where a figure is missing, because its case did not run or a competitor
  /// is not installed.
  package init(
    _ about: String, atMost limit: Double, _ measure: @escaping (Figures) -> Double?
  ) {
    self.about = about
    self.limit = limit
    self.measure = measure
  }
}

/// The measured figures, for targets to compare.
package struct Figures {
  private var nanoseconds: [String: Double] = [:]
  private var processorNanoseconds: [String: Double] = [:]

  init(_ results: [CaseResult]) {
    for result in results {
      for figure in result.figures {
        let name = "\(result.name) \(figure.subject)"
        nanoseconds[name] = figure.nanoseconds
        processorNanoseconds[name] = figure.processorNanoseconds
      }
    }
  }

  /// Nanoseconds for one operation, if it was measured.
  package subscript(measuredCase: String, subject: String) -> Double? {
    nanoseconds["\(measuredCase) \(subject)"]
  }

  /// Nanoseconds of processor time of all threads for one operation, if it was measured.
  package func processor(_ measuredCase: String, _ subject: String) -> Double? {
    processorNanoseconds["\(measuredCase) \(subject)"]
  }
}

extension Target {
  /// Stagecraft takes at most `limit` times what `rival` takes, in a case.
  package static func ratio(
    _ measuredCase: String, _ subject: String = "stagecraft", to rival: String,
    atMost limit: Double
  ) -> Target {
    Target("\(measuredCase): \(subject), in multiples of \(rival)", atMost: limit) { figures in
      guard let ours = figures[measuredCase, subject], let theirs = figures[measuredCase, rival],
        theirs > 0
      else { return nil }
      return ours / theirs
    }
  }

  /// Stagecraft takes at most `limit` nanoseconds for an operation of a case.
  package static func nanoseconds(
    _ measuredCase: String, _ subject: String = "stagecraft", atMost limit: Double
  ) -> Target {
    Target("\(measuredCase): \(subject), in ns", atMost: limit) { $0[measuredCase, subject] }
  }

  /// As `ratio`, by the processor time of all threads.
  package static func processorRatio(
    _ measuredCase: String, _ subject: String = "stagecraft", to rival: String,
    in rivalCase: String? = nil, atMost limit: Double
  ) -> Target {
    let place = rivalCase.map { " in \($0)" } ?? ""
    return Target(
      "\(measuredCase): processor time of \(subject), in multiples of \(rival)\(place)",
      atMost: limit
    ) { figures in
      guard let ours = figures.processor(measuredCase, subject),
        let theirs = figures.processor(rivalCase ?? measuredCase, rival), theirs > 0
      else { return nil }
      return ours / theirs
    }
  }

  /// As `nanoseconds`, by the processor time of all threads.
  package static func processorNanoseconds(
    _ measuredCase: String, _ subject: String = "stagecraft", atMost limit: Double
  ) -> Target {
    Target("\(measuredCase): processor time of \(subject), in ns", atMost: limit) {
      $0.processor(measuredCase, subject)
    }
  }

  /// Twice the operations that `half` does in a case take at most `limit` times as long.
  package static func doubling(
    _ measuredCase: String, _ subject: String = "stagecraft", from half: String,
    atMost limit: Double
  ) -> Target {
    Target("\(measuredCase): time of \(subject), in multiples of \(half)", atMost: limit) {
      guard let few = $0[measuredCase, half], let many = $0[measuredCase, subject], few > 0 else {
        return nil
      }
      return 2 * many / few
    }
  }
}

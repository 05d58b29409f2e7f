internal import Foundation

/// The command line tool: chooses a suite, runs it, prints it.
package struct BenchCommand {
  private let suites: [Suite]

  package init(_ suites: [Suite]) {
    self.suites = suites
  }

  /// Runs the benchmarks that `arguments` select; they do not include the tool's own name.
  ///
  /// - Returns: the exit status: 0, or 1 if a subject failed or a check is broken, or 2 if the
  ///   arguments are invalid.
  package func run(_ arguments: [String]) -> Int32 {
    do {
      return try runOrThrow(arguments)
    } catch {
      complain("bench: \(error)\n\n\(usage)")
      return 2
    }
  }

  private func runOrThrow(_ arguments: [String]) throws(UsageError) -> Int32 {
    guard let verb = arguments.first else { throw UsageError("which benchmark?") }
    if ["help", "--help", "-h"].contains(verb) {
      print(usage)
      return 0
    }
    guard let suite = suites.first(where: { $0.name == verb }) else {
      throw UsageError("unknown benchmark '\(verb)'")
    }
    let options = try Options(arguments.dropFirst())
    for name in options.only ?? [] where !suite.selectableNames.contains(name) {
      throw UsageError("'\(verb)' has no case '\(name)'; --list shows those it has")
    }
    if options.listsCases {
      for measuredCase in suite.cases { print("\(measuredCase.name): \(measuredCase.about)") }
      for check in suite.checks { print("\(check.name): \(check.about)") }
      return 0
    }
    var report: JSONReport?
    if let path = options.jsonPath { report = try JSONReport(path: path) }
    return perform(suite, options, report) ? 0 : 1
  }

  /// Returns whether all went well.
  private func perform(_ suite: Suite, _ options: Options, _ report: JSONReport?) -> Bool {
    var results: [CaseResult] = []
    var failures = 0
    print(introduction(options.pace))
    for note in suite.notes() { print("Note: \(note)") }
    print("")
    for measuredCase in suite.cases where options.selects(measuredCase) {
      do {
        let result = try Runner(pace: options.pace).run(measuredCase)
        results.append(result)
        show(TableReport.text(for: result))
      } catch {
        failures += 1
        complain("\(measuredCase.name) failed: \(error)\n")
      }
    }
    for check in suite.checks where options.selects(check.name) {
      do {
        let findings = try check.run()
        failures += findings.count(where: \.isBroken)
        show(TableReport.text(for: check, findings))
      } catch {
        failures += 1
        complain("\(check.name) failed: \(error)\n")
      }
    }
    if !suite.targets.isEmpty {
      show(TableReport.text(for: suite.targets, Figures(results), options.pace))
    }
    do {
      try report?.write(results, of: suite.name)
    } catch {
      failures += 1
      complain("cannot write the JSON: \(error)")
    }
    return failures == 0
  }

  private func introduction(_ pace: Pace) -> String {
    """
    Nanoseconds for one operation; the median of \(pace.repetitions) repetitions of about \
    \(pace.repetitionNanoseconds / 1_000_000) ms, in which the subjects of a case take turns.
    'x textbook' compares with the subject marked *, 'x floor' with the baseline.
    """
  }

  private var usage: String {
    let width = suites.map(\.name.count).max() ?? 0
    let verbs = suites.map { suite in
      "  \(suite.name.padding(toLength: width, withPad: " ", startingAt: 0))  \(suite.summary)"
    }
    return """
      Usage: bench <benchmark> [options]

      \(verbs.joined(separator: "\n"))

        --only CASE[,CASE]  these cases and no others
        --repetitions N     how often each subject is measured
        --quick             shorter repetitions of all cases, in about two minutes
        --smoke             few and short repetitions of short cases: does it still run?
        --json FILE         write the figures to a file, too
        --list              only name the cases
      """
  }

  /// Prints immediately, even into a pipe, because a run takes a while.
  private func show(_ text: String) {
    print(text)
    fflush(nil)
  }

  private func complain(_ text: String) {
    fflush(nil)
    FileHandle.standardError.write(Data((text + "\n").utf8))
  }
}

#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

enum DoctorVerb: Verb {
  static let spec = VerbSpec(
    name: "doctor", summary: "examines the store",
    options: [.flag("json", "prints an object for each finding")],
    notes: ["It changes nothing. The exit code is 1 if it has found a fault."])

  static func run(_ arguments: Arguments, in context: CommandContext) async throws -> Int32 {
    let pool = try await context.openPool(for: arguments)
    var findings = [Finding(.good, "store", "\(pool.place)")]
    findings += try await pool.store.examine()
    findings += try await examinePool(pool)
    for finding in findings {
      context.console.print(arguments.has("json") ? JSONLine(finding).text : finding.line)
    }
    return findings.contains { $0.verdict == .fault } ? ExitCode.unexpected : ExitCode.done
  }

  private static func examinePool(_ pool: OpenedPool) async throws -> [Finding] {
    let clock = ContinuousClock()
    var times: [Duration] = []
    var last: SharedPoolReport?
    do {
      for _ in 0..<5 {
        let start = clock.now
        last = try await pool.report()
        times.append(clock.now - start)
      }
    } catch let failure as LendFailure where failure.code == ExitCode.refused {
      return [Finding(.note, "pool", failure.message)]
    }
    guard let report = last else { return [] }
    let median = times.sorted()[times.count / 2]
    let isSlow = median * 20 > report.settings.timeToLive
    return [
      Finding(
        isSlow ? .fault : .good, "round trip",
        "\(median.reading) for a report, a lease lives \(report.settings.timeToLive.reading)"),
      Finding(.good, "rules", report.settings.sentence),
    ] + PoolExamination.findings(report)
  }
}

extension Finding {
  var line: String {
    let mark =
      switch verdict {
      case .good: "ok   "
      case .note: "note "
      case .fault: "FAULT"
      }
    return "\(mark)  \(title.padded(to: 18))  \(detail.printable)"
  }
}

enum PoolExamination {
  static func findings(_ report: SharedPoolReport) -> [Finding] {
    var findings: [Finding] = []
    let inService = report.resources.count { $0.state != .retired }
    let states = SharedPoolReport.State.allCases.filter { report.count(of: $0) > 0 }
    let counts = states.map { "\(report.count(of: $0)) \($0.rawValue)" }
    findings.append(
      inService == 0
        ? Finding(.note, "stock", "there is no resource in service: lend add NAME")
        : Finding(.good, "stock", counts.joined(separator: ", ")))
    for resource in report.resources {
      guard let holder = resource.holder else { continue }
      if resource.state == .overdue {
        let detail = """
          the lease of "\(resource.name)" has expired; its holder was \(holder.session.text)
          """
        findings.append(Finding(.note, "overdue", detail))
      } else if holder.held > .seconds(86_400) {
        findings.append(
          Finding(.note, "long hold", "\"\(resource.name)\" is held for \(holder.held.reading)"))
      }
    }
    if let first = report.line.first {
      let detail = "\(report.waiting) wait, the first one for \(first.waited.reading)"
      findings.append(Finding(.good, "line", detail))
    }
    return findings
  }
}
#endif

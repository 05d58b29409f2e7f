internal import Foundation

/// Draws results for people.
enum TableReport {
  static func text(for result: CaseResult) -> String {
    let showsWait = result.figures.contains { $0.longestWait != nil }
    var header = row("  subject", [result.unit, "processor", "x floor", "x textbook", "range"])
    if showsWait { header += pad("longest wait", to: 15) }
    let rows = result.figures.map { figure in
      var text = row(
        "  \(figure.subject)\(figure.subject == result.textbook ? " *" : "")",
        [
          number(figure.nanoseconds), figure.processorNanoseconds.map(number) ?? "",
          figure.subject == CaseResult.floor ? "" : ratio(result.ratioToFloor(figure)),
          ratio(result.ratioToTextbook(figure)),
          figure.range.map { "\(number($0.lowerBound))-\(number($0.upperBound))" }
            ?? (result.unit == "ns" ? "known" : ""),
        ])
      if showsWait { text += pad(figure.longestWait.map(wait) ?? "", to: 15) }
      return text
    }
    return (["\(result.name): \(result.about)", header] + rows).joined(separator: "\n") + "\n"
  }

  static func text(for check: Check, _ findings: [Check.Finding]) -> String {
    let rows = findings.map { finding in
      "  \(finding.isBroken ? "BROKEN" : "ok    ")  \(finding.subject): \(finding.text)"
    }
    return (["\(check.name): \(check.about)"] + rows).joined(separator: "\n") + "\n"
  }

  /// Leaves out the targets whose cases were not measured.
  static func text(for targets: [Target], _ figures: Figures, _ pace: Pace) -> String {
    var met = 0
    let rows = targets.compactMap { target -> String? in
      guard let value = target.measure(figures) else { return nil }
      let isMet = value <= target.limit
      if isMet { met += 1 }
      return "  \(isMet ? "met   " : "MISSED")  \(target.about): \(ratio(value)), "
        + "at most \(ratio(target.limit))"
    }
    let header =
      "targets: \(met) of \(rows.count) met, \(targets.count - rows.count) not measured"
      + (pace == .full ? "" : " (the repetitions were shortened)")
    return ([header] + rows).joined(separator: "\n") + "\n"
  }

  private static func row(_ name: String, _ cells: [String]) -> String {
    let widths = [10, 11, 10, 12, 18]
    return name.padding(toLength: max(30, name.count), withPad: " ", startingAt: 0)
      + zip(cells, widths).map { pad($0, to: $1) }.joined()
  }

  private static func pad(_ text: String, to width: Int) -> String {
    String(repeating: " ", count: max(width - text.count, 1)) + text
  }

  private static func number(_ value: Double) -> String {
    String(format: value < 100 ? "%.1f" : "%.0f", value)
  }

  private static func ratio(_ value: Double?) -> String {
    guard let value else { return "" }
    return String(format: value < 0.1 ? "%.2g" : "%.2f", value)
  }

  private static func wait(_ nanoseconds: Int64) -> String {
    String(format: "%.2f ms", Double(nanoseconds) / 1_000_000)
  }
}

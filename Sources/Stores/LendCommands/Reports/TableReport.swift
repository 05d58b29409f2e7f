#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

struct TableReport {
  let lines: [String]

  init(_ report: SharedPoolReport, pool: String) {
    var lines = [Self.summary(report, pool)]
    if !report.resources.isEmpty {
      lines += [""] + Self.table([Self.headings] + report.resources.map(Self.row))
    }
    if report.waiting > 0 {
      lines += ["", "In line:"]
      lines += Self.table([Self.lineHeadings] + report.line.enumerated().map(Self.row))
      if report.waiting > report.line.count {
        lines.append("… and \(report.waiting - report.line.count) more.")
      }
    }
    self.lines = lines
  }

  private static func summary(_ report: SharedPoolReport, _ pool: String) -> String {
    let states = SharedPoolReport.State.allCases.filter { state in
      state == .free || report.count(of: state) > 0
    }
    let counts = states.map { "\(report.count(of: $0)) \($0.rawValue)" }
    return "\(pool.printable): \(counts.joined(separator: ", ")); \(report.waiting) waiting"
  }

  private static let headings = [
    "NAME", "STATE", "LABELS", "HELD", "LEFT", "FENCE", "REQUEST", "HOLDER",
  ]
  private static let lineHeadings = ["PLACE", "WANTS", "PRIORITY", "WAITED", "REQUEST", "WAITER"]

  private static func row(_ resource: SharedPoolReport.Resource) -> [String] {
    let labels = resource.labels.all.joined(separator: ",").printable
    let holder = resource.holder
    return [
      resource.name.printable, resource.state.rawValue, labels, holder?.held.reading ?? "",
      holder?.remaining.reading ?? "", holder?.fence.description ?? "",
      holder?.request.description ?? "",
      holder?.session.text ?? resource.reason?.printable ?? "",
    ]
  }

  private static func row(_ place: Int, _ waiter: SharedPoolReport.Waiter) -> [String] {
    [
      "\(place + 1)", waiter.wants.map(\.text).joined(separator: " + "), "\(waiter.priority)",
      waiter.waited.reading, waiter.request.description, waiter.session.text,
    ]
  }

  private static func table(_ rows: [[String]]) -> [String] {
    let columns = rows[0].indices.filter { column in
      rows.dropFirst().contains { !$0[column].isEmpty }
    }
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = zip(columns, widths).map { row[$0].padded(to: $1) }
      let line = cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
  }
}
#endif

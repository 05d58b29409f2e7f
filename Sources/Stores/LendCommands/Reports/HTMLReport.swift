#if SQLite || PostgreSQL
internal import StageFloor
@_spi(Store) import StagecraftSharedPools

/// A report as one page that needs no other file and no script.
struct HTMLReport {
  let text: String

  init(_ report: SharedPoolReport, pool: String, place: String, time: Int64) {
    text = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <title>\(Self.escaped(pool)): \(report.count(of: .free)) free, \(report.waiting) waiting</title>
      <style>\(Self.style)</style>
      </head>
      <body>
      <header>
      <h1>\(Self.escaped(pool))</h1>
      <p>\(Self.escaped(place)), <time>\(timeText(microseconds: time))</time></p>
      </header>
      <main>
      \(Self.tiles(report))
      \(Self.stock(report.resources))
      \(Self.line(report))
      <section>
      <h2>Rules</h2>
      <p>\(Self.escaped(report.settings.sentence.capitalizedFirst))</p>
      </section>
      </main>
      </body>
      </html>

      """
  }

  private static func tiles(_ report: SharedPoolReport) -> String {
    var tiles = SharedPoolReport.State.allCases.compactMap { state -> String? in
      let count = report.count(of: state)
      let isAlways = state != .draining && state != .retired
      return isAlways || count > 0 ? tile(state.rawValue, String(count), state.rawValue) : nil
    }
    let oldest = report.line.map(\.waited).max()
    let note = oldest.map { "waiting, the longest \($0.reading)" } ?? "waiting"
    tiles.append(tile(note, String(report.waiting), "waiting"))
    return "<ul class=\"tiles\">\n\(tiles.joined(separator: "\n"))\n</ul>"
  }

  private static func tile(_ label: String, _ count: String, _ style: String) -> String {
    "<li class=\"\(style)\"><b>\(count)</b> \(escaped(label))</li>"
  }

  private static func stock(_ resources: [SharedPoolReport.Resource]) -> String {
    guard !resources.isEmpty else {
      return "<section>\n<h2>Stock</h2>\n<p>The stock is empty.</p>\n</section>"
    }
    let rows = resources.map { resource -> String in
      let holder = resource.holder
      let labels = resource.labels.all.map { "<span class=\"label\">\(escaped($0))</span>" }
      let shows = resource.shows.map { "<small>shows \(escaped($0))</small>" } ?? ""
      let reason = resource.reason.map { "<small>\(escaped($0))</small>" } ?? ""
      return row([
        "<strong>\(escaped(resource.name))</strong>\(shows)",
        "<span class=\"state \(resource.state.rawValue)\">\(resource.state.rawValue)</span>\(reason)",
        labels.joined(separator: " "), holder.map { session($0.session) } ?? "",
        escaped(holder?.held.reading ?? ""), escaped(holder?.remaining.reading ?? ""),
        holder.map { "<code title=\"request \($0.request)\">\($0.fence)</code>" } ?? "",
      ])
    }
    let headings = ["Name", "State", "Labels", "Holder", "Held for", "Lease left", "Fence"]
    return "<section>\n<h2>Stock</h2>\n\(table(headings, rows))\n</section>"
  }

  private static func line(_ report: SharedPoolReport) -> String {
    guard report.waiting > 0 else {
      return "<section>\n<h2>Line</h2>\n<p>No request waits.</p>\n</section>"
    }
    let rows = report.line.enumerated().map { index, waiter in
      row([
        String(index + 1), escaped(waiter.wants.map(\.text).joined(separator: " + ")),
        String(waiter.priority), escaped(waiter.waited.reading), session(waiter.session),
      ])
    }
    let more = report.waiting - report.line.count
    let note = more > 0 ? "\n<p>… and \(more) more.</p>" : ""
    let headings = ["Place", "Wants", "Priority", "Has waited", "Waiter"]
    return "<section>\n<h2>Line</h2>\n\(table(headings, rows))\(note)\n</section>"
  }

  private static func session(_ session: LendingSession) -> String {
    let process = "\(escaped(session.host)), process \(session.process)"
    return session.job.isEmpty ? process : "\(escaped(session.job))<small>\(process)</small>"
  }

  private static func table(_ headings: [String], _ rows: [String]) -> String {
    let head = headings.map { "<th scope=\"col\">\($0)</th>" }.joined()
    return """
      <div class="scroll"><table>
      <thead><tr>\(head)</tr></thead>
      <tbody>
      \(rows.joined(separator: "\n"))
      </tbody>
      </table></div>
      """
  }

  private static func row(_ cells: [String]) -> String {
    "<tr>" + cells.map { "<td>\($0)</td>" }.joined() + "</tr>"
  }

  /// Text that cannot be mistaken for markup.
  static func escaped(_ text: String) -> String {
    text.printable.escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      default: nil
      }
    }
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
#endif

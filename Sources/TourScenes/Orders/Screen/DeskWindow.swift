/// The rows on the desk's screen, as lines for a terminal.
struct DeskWindow: Sendable {
  /// How many rows the user sees.
  static let rows = 0..<6

  let orders: [Order]
  let edits: Int
  let turns: Int
  let count: Int

  /// The window; it always has the same number of lines.
  var lines: [String] {
    let heading = "row  " + Self.cells("order", "for", "state", "due") + "slip"
    let rows = Self.rows.map { row in
      guard orders.indices.contains(row) else { return "" }
      let order = orders[row]
      let cells = Self.cells(order.title, order.reader, order.state.word, "\(order.due)")
      return "\(row)".padded(to: 3, on: .right) + "  " + cells + "\(order.number)"
    }
    let status =
      "on the screen: \(edits.grouped) edits, turn \(turns.grouped), \(count.grouped) rows"
    return [heading] + rows + [status]
  }

  private static func cells(_ title: String, _ reader: String, _ state: String, _ due: String)
    -> String
  {
    title.padded(to: 14) + reader.padded(to: 8) + state.padded(to: 12)
      + due.padded(to: 3, on: .right) + "  "
  }
}

extension Int {
  /// The number for readers: `12,345`.
  var grouped: String {
    var text = ""
    for (index, digit) in String(magnitude).reversed().enumerated() {
      if index > 0, index % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return (self < 0 ? "-" : "") + String(text.reversed())
  }
}

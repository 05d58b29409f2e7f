extension OperationTrace {
  /// Returns the trace as text for a terminal: a time axis, then a row for each worker.
  ///
  /// ```text
  ///              0                                    45 ms
  /// main         [launch page ]       [content page       ]
  /// compute 0     [network ][login!  ]
  /// compute 1     [caches     ]
  /// ```
  ///
  /// The bar of a failed operation ends in `!`, of a cancelled one in `x`, of a running one in `>`.
  /// A name that does not fit is truncated, and an operation shorter than three columns is shown
  /// only as a mark.
  ///
  /// - Parameter width: The number of columns of each row; at least 40 are used.
  /// - Returns: The rows; empty if nothing has started.
  public func rows(width: Int) -> [String] {
    let lines = lines.filter { !$0.slices.isEmpty }
    guard !lines.isEmpty else { return [] }
    let titles = lines.map { $0.title(among: lines) }
    let margin = min(20, titles.reduce(0) { max($0, $1.count) }) + 1
    let columns = max(40, width) - margin
    let total = max(duration, .nanoseconds(1))
    let end = TraceText.brief(total)
    let axis = "0" + String(repeating: " ", count: max(1, columns - 1 - end.count)) + end
    var rows = [String(repeating: " ", count: margin) + axis]
    for (line, title) in zip(lines, titles) {
      let bars = row(of: line, until: total, columns: columns)
      rows.append(Self.fitted(title, to: margin - 1) + " " + bars)
    }
    return rows
  }

  private func row(of line: Line, until total: Duration, columns: Int) -> String {
    var cells = [Character](repeating: " ", count: columns)
    // The first free column.
    var next = 0
    for slice in line.slices {
      let from = Int((slice.started / total * Double(columns)).rounded())
      let to = Int((slice.ended / total * Double(columns)).rounded())
      let start = min(max(next, from), columns - 1)
      let end = min(max(start + 1, to), columns)
      cells.replaceSubrange(start..<end, with: bar(of: nodes[slice.node], columns: end - start))
      next = end
    }
    while cells.last == " " { cells.removeLast() }
    return String(cells)
  }

  private func bar(of node: Node, columns: Int) -> [Character] {
    let mark: Character? =
      switch node.ending {
      case .failed: "!"
      case .cancelled: "x"
      case nil: ">"
      case .succeeded, .skipped: nil
      }
    guard columns >= 3 else { return Array(repeating: mark ?? "|", count: columns) }
    let room = columns - 2 - (mark == nil ? 0 : 1)
    return ["["] + Array(Self.fitted(node.name, to: room)) + (mark.map { [$0] } ?? []) + ["]"]
  }

  /// Returns `text` on one line, truncated or padded to the given number of columns.
  private static func fitted(_ text: String, to columns: Int) -> String {
    let line = String(text.prefix(columns).map { $0.isNewline || $0 == "\t" ? " " : $0 })
    return line + String(repeating: " ", count: max(0, columns - line.count))
  }
}

/// Rows under headings, aligned.
struct Table: Sendable {
  enum Alignment: Sendable {
    case left
    case right
  }

  private let headings: [String]
  private let alignments: [Alignment]
  private var rows: [[String]] = []

  /// - Parameters:
  ///   - headings: one for each column.
  ///   - alignments: of the columns from the first on; the others align to the right.
  init(_ headings: String..., aligned alignments: [Alignment] = [.left]) {
    self.headings = headings
    self.alignments = headings.indices.map { $0 < alignments.count ? alignments[$0] : .right }
  }

  mutating func add(_ cells: String...) {
    precondition(cells.count == headings.count, "A row has a cell for each heading.")
    rows.append(cells)
  }

  /// The table, ready to print.
  var lines: [String] {
    let widths = headings.indices.map { column in
      ([headings] + rows).map { $0[column].count }.max() ?? 0
    }
    let rule = widths.map { String(repeating: "-", count: $0) }
    return ([headings, rule] + rows).map { row in
      let cells = row.indices.map { column in
        row[column].padded(to: widths[column], on: alignments[column])
      }
      return cells.joined(separator: "   ").trimmingTrailingSpaces
    }
  }
}

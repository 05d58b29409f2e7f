/// Two pieces of code beside each other, with what differs marked.
struct SideBySide: Sendable {
  private struct Row {
    var left: String?
    var right: String?
  }

  private let rows: [Row]

  /// How many lines differ: replaced, added, or removed.
  var differences: Int { rows.count { $0.left != $0.right } }

  init(_ left: [String], _ right: [String]) {
    let change = right.difference(from: left)
    var removed = Set<Int>()
    var inserted = Set<Int>()
    for step in change {
      switch step {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var rows: [Row] = []
    var (atLeft, atRight) = (0, 0)
    while atLeft < left.count || atRight < right.count {
      let isRemoved = removed.contains(atLeft)
      let isInserted = inserted.contains(atRight)
      let isCommon = !isRemoved && !isInserted
      var row = Row()
      if isRemoved || isCommon {
        row.left = left[atLeft]
        atLeft += 1
      }
      if isInserted || isCommon {
        row.right = right[atRight]
        atRight += 1
      }
      rows.append(row)
    }
    self.rows = rows
  }

  /// The lines to print, under a heading for each side.
  func lines(_ leftHeading: String, _ rightHeading: String) -> [String] {
    let width = rows.reduce(leftHeading.count) { max($0, $1.left?.count ?? 0) }
    let head = "\(leftHeading.padded(to: width))     \(rightHeading)"
    let body = rows.map { row in
      let mark = row.left == row.right ? " " : row.left == nil ? ">" : row.right == nil ? "<" : "|"
      return "\((row.left ?? "").padded(to: width))  \(mark)  \(row.right ?? "")"
        .trimmingTrailingSpaces
    }
    return [head, String(repeating: "-", count: head.count)] + body
  }
}

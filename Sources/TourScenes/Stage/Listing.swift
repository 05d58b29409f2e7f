internal import Foundation

/// A declaration of this package's source, read from its file when it is needed.
struct Listing: Sendable {
  /// The lines from the declaration to its closing brace; none where the sources are missing.
  let lines: [String]

  /// Finds the first line that begins like this, in a file of the caller's folder.
  init(_ declaration: String, in file: String, beside path: String = #filePath) {
    let url = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(file)
    let source = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    let rest = source.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.drop { $0 == " " }.hasPrefix(declaration) }
    let first = rest.first ?? ""
    let indent = first.prefix { $0 == " " }
    let end = first.hasSuffix("}") ? first : indent + "}"
    let body = rest.prefix { $0 != end } + (rest.isEmpty ? [] : [end])
    lines = body.map { String($0.dropFirst(indent.count)) }
  }

  /// The lines between the braces, without empty ones.
  var body: [String] {
    lines.dropFirst().dropLast().filter { !$0.isEmpty }.map { String($0.dropFirst(2)) }
  }
}

/// Two pieces of code beside each other, with the differences marked.
struct SideBySide: Sendable {
  private(set) var rows: [(left: String?, right: String?)] = []

  /// How many lines are replaced, added or removed.
  var differences: Int { rows.count { $0.left != $0.right } }

  init(_ left: [String], _ right: [String]) {
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for step in right.difference(from: left) {
      switch step {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    var (atLeft, atRight) = (0, 0)
    while atLeft < left.count || atRight < right.count {
      let (isRemoved, isInserted) = (removed.contains(atLeft), inserted.contains(atRight))
      let takesLeft = isRemoved || !isInserted
      let takesRight = isInserted || !isRemoved
      rows.append((takesLeft ? left[atLeft] : nil, takesRight ? right[atRight] : nil))
      atLeft += takesLeft ? 1 : 0
      atRight += takesRight ? 1 : 0
    }
  }

  /// The lines to print, under a heading for each side.
  func lines(_ leftHeading: String, _ rightHeading: String) -> [String] {
    let width = rows.reduce(leftHeading.count) { max($0, $1.left?.count ?? 0) }
    let head = "\(leftHeading.padded(to: width))     \(rightHeading)"
    let body = rows.map { left, right in
      let mark = left == right ? " " : left == nil ? ">" : right == nil ? "<" : "|"
      return "\((left ?? "").padded(to: width))  \(mark)  \(right ?? "")".trimmingTrailingSpaces
    }
    return [head, String(repeating: "-", count: head.count)] + body
  }
}

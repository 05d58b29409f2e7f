internal import Foundation

/// A declaration of this package, read from its source file.
struct Listing: Sendable {
  /// The lines from the declaration to its closing brace; empty if the source is not available.
  let lines: [String]

  /// Finds the first line that begins with a declaration, in a file of the caller's folder.
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

  /// Both texts as one: `-` marks a line of the first only, `+` a line of the second only.
  static func difference(from old: [String], to new: [String]) -> [String] {
    var lines = old.map { "  \($0)" }
    let difference = new.difference(from: old)
    for case .remove(let offset, let line, _) in difference { lines[offset] = "- \(line)" }
    for case .insert(let offset, let line, _) in difference {
      let kept = lines.indices.filter { !lines[$0].hasPrefix("-") }
      lines.insert("+ \(line)", at: offset < kept.count ? kept[offset] : lines.count)
    }
    return lines
  }
}

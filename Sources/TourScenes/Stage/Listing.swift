internal import Foundation

/// A declaration of this package's source, read from its file when it is needed.
struct Listing: Sendable {
  /// The lines from the declaration to its closing brace; none where the sources are missing.
  let lines: [String]

  /// - Parameters:
  ///   - declaration: how the first line begins, without its indentation.
  ///   - file: the name of a file in the folder of `path`.
  ///   - path: a source file; by default the caller's.
  init(_ declaration: String, in file: String, beside path: String = #filePath) {
    let url = URL(fileURLWithPath: path).deletingLastPathComponent().appendingPathComponent(file)
    let source = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    let rest = source.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { !$0.drop { $0 == " " }.hasPrefix(declaration) }
    guard let first = rest.first, let end = rest.first(where: { $0.hasSuffix("}") }) else {
      lines = []
      return
    }
    let indent = first.prefix { $0 == " " }
    let isOneLine = first.startIndex == end.startIndex
    let body = isOneLine ? rest.prefix(1) : rest.prefix { $0 != indent + "}" } + ["\(indent)}"]
    lines = body.map { String($0.dropFirst(indent.count)) }
  }

  /// The lines between the braces, without empty ones.
  var body: [String] {
    lines.dropFirst().dropLast().filter { !$0.isEmpty }.map { String($0.dropFirst(2)) }
  }
}

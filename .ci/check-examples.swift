#!/usr/bin/env swift

// Checks that every Swift example in the documentation appears in a compiled file: of
// Documentation/Snippets, or of an application in Examples.
//
//     .ci/check-examples.swift [root of the package]
//
// `.ci/check-snippets` compiles the snippets, but nothing ties what a page shows to what was
// compiled. This program does: each fenced block of Swift in the pages at the package's root and
// below Sources and Documentation, and in the documentation comments must appear, line by line, in
// the visible part of one snippet. Indentation and blank lines do not count. Lines of a snippet
// between `// snippet.hide` and `// snippet.show` are compiled and not visible.
//
// A block right below a paragraph that links to a Swift file in Examples quotes this file: it must
// appear there, line by line, so that a page shows what the application is.
//
// A block without a label counts as Swift, so that none is skipped by accident. A block in another
// language has a label (```text, ```sh). A block that must not be compiled has the label
// ```swift,ignore.

import Foundation

/// One line of a file.
struct Line {
  let number: Int
  let text: String

  /// The line without indentation, or nil if it is blank.
  var significant: Line? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    return trimmed.isEmpty ? nil : Line(number: number, text: trimmed)
  }
}

/// A fenced block of a page or of a documentation comment.
struct Example {
  let file: String
  let fence: Line
  let lines: [Line]
  /// The file of an application that the block quotes.
  let quoted: String?

  private var label: Substring {
    fence.text.drop { $0 == "`" || $0 == "~" || $0 == " " }
  }

  var isSwift: Bool {
    let language = label.prefix { $0 != "," && $0 != " " }.lowercased()
    return language.isEmpty || language == "swift"
  }

  var isIgnored: Bool {
    label.split(whereSeparator: { $0 == "," || $0 == " " }).dropFirst().contains("ignore")
  }
}

/// The visible part of a snippet.
struct Snippet {
  let file: String
  let visible: [Line]

  init(file: String, lines: [Line]) {
    self.file = file
    var isVisible = true
    var visible: [Line] = []
    for line in lines.compactMap(\.significant) {
      switch Self.command(in: line.text) {
      case "hide": isVisible = false
      case "show": isVisible = true
      case .some: break  // the beginning or the end of a named slice
      case nil where isVisible: visible.append(line)
      case nil: break
      }
    }
    self.visible = visible
  }

  /// The word after `// snippet.`, if the line is such a comment.
  private static func command(in text: String) -> String? {
    guard text.hasPrefix("//") else { return nil }
    let comment = text.dropFirst(2).drop { $0 == " " }
    guard comment.hasPrefix("snippet.") else { return nil }
    return String(comment.dropFirst("snippet.".count)).lowercased()
  }

  /// The longest beginning of `example` that is found here: the number of lines, and where it ends.
  func longestMatch(of example: [Line]) -> (length: Int, end: Int) {
    var best = (length: 0, end: 0)
    for start in visible.indices {
      var length = 0
      while length < example.count, start + length < visible.count,
        visible[start + length].text == example[length].text
      {
        length += 1
      }
      if length > best.length { best = (length, start + length) }
    }
    return best
  }
}

// MARK: - Reading

/// The lines of `file`.
func lines(of file: String) throws -> [Line] {
  try String(contentsOfFile: file, encoding: .utf8)
    .split(separator: "\n", omittingEmptySubsequences: false)
    .enumerated()
    .map { Line(number: $0.offset + 1, text: String($0.element)) }
}

/// The files below `folder` that end in `suffix`, in the order of their names.
func files(below folder: String, endingIn suffix: String) -> [String] {
  guard let all = FileManager.default.enumerator(atPath: folder) else { return [] }
  return all.compactMap { $0 as? String }.filter { $0.hasSuffix(suffix) }.sorted()
    .map { "\(folder)/\($0)" }
}

/// The texts of the documentation comments in Swift source, one array for each.
func documentationComments(in source: [Line]) -> [[Line]] {
  var comments: [[Line]] = [[]]
  for line in source {
    let code = line.text.drop { $0 == " " }
    if code.hasPrefix("///") {
      let text = code.dropFirst(3)
      let unspaced = text.hasPrefix(" ") ? text.dropFirst() : text
      comments[comments.count - 1].append(Line(number: line.number, text: String(unspaced)))
    } else if comments.last?.isEmpty == false {
      comments.append([])
    }
  }
  return comments
}

/// The path of a Swift file in Examples to which the paragraph at the end of `text` links last.
func quotedFile(above text: some BidirectionalCollection<Line>, of file: String) -> String? {
  let paragraph = text.reversed().drop { $0.significant == nil }.prefix { $0.significant != nil }
  for line in paragraph {
    guard let link = line.text.matches(of: #/\]\(([^()]*\.swift)\)/#).last else { continue }
    let target = URL(fileURLWithPath: "/\(file)").deletingLastPathComponent()
      .appendingPathComponent(String(link.1)).standardized.path.dropFirst()
    return target.hasPrefix("Examples/") ? String(target) : nil
  }
  return nil
}

/// The fenced blocks of a text; one that is never closed ends with the text.
func examples(in text: [Line], of file: String) -> [Example] {
  var found: [Example] = []
  var open: (fence: Line, marker: Substring, lines: [Line])?
  func add(_ fence: Line, _ lines: [Line]) {
    let above = text.prefix { $0.number < fence.number }
    let quoted = quotedFile(above: above, of: file)
    found.append(Example(file: file, fence: fence, lines: lines, quoted: quoted))
  }
  for line in text {
    let trimmed = line.text.drop { $0 == " " }
    if let (fence, marker, lines) = open {
      let isFence = trimmed.allSatisfy { $0 == marker.first || $0 == " " }
      if isFence, trimmed.hasPrefix(marker) {
        add(fence, lines)
        open = nil
      } else {
        open = (fence, marker, lines + [line])
      }
    } else if let first = trimmed.first, first == "`" || first == "~" {
      let marker = trimmed.prefix { $0 == first }
      let isInline = trimmed.dropFirst(marker.count).contains("`")
      if marker.count >= 3, !isInline {
        open = (Line(number: line.number, text: String(trimmed)), marker, [])
      }
    }
  }
  if let (fence, _, lines) = open { add(fence, lines) }
  return found
}

// MARK: - Comparing

/// Why `example` is rejected, or nil if it appears in the file that it quotes, or in a snippet.
func complaint(about example: Example, snippets: [Snippet]) throws -> String? {
  let wanted = example.lines.compactMap(\.significant)
  guard let first = wanted.first else { return "this example is empty." }
  if let file = example.quoted {
    guard FileManager.default.fileExists(atPath: file) else {
      return "this example quotes \(file), which does not exist."
    }
    let source = Snippet(file: file, lines: try lines(of: file))
    let match = source.longestMatch(of: wanted)
    if match.length == 0 {
      return "this example quotes \(file), which does not have its first line.\n    \(first.text)"
    }
    return difference(of: wanted, of: example, from: source, match).map {
      "this example is not what \(file) has. They agree as far as here:\n\($0)"
    }
  }
  let matches = snippets.map { (snippet: $0, match: $0.longestMatch(of: wanted)) }
  let closest = matches.max { $0.match.length < $1.match.length }
  guard let (snippet, match) = closest, match.length > 0 else {
    return """
      this example has no compiled twin: no file in Documentation/Snippets shows its first line.
          \(first.text)
        If it is not Swift, label the block (```text, ```sh).
      """
  }
  return difference(of: wanted, of: example, from: snippet, match).map {
    "this example has no compiled twin. The closest snippet agrees with it as far as here:\n\($0)"
  }
}

/// The first lines that differ, or nil if all match.
func difference(
  of wanted: [Line], of example: Example, from snippet: Snippet, _ match: (length: Int, end: Int)
) -> String? {
  if match.length == wanted.count { return nil }
  let shown = wanted[match.length]
  let compiled = snippet.visible.dropFirst(match.end).first
  return """
        \(example.file):\(shown.number): \(shown.text)
        \(snippet.file):\(compiled.map { "\($0.number): \($0.text)" } ?? " (the end)")
    """
}

FileManager.default.changeCurrentDirectoryPath(CommandLine.arguments.dropFirst().first ?? ".")

let snippets = try files(below: "Documentation/Snippets", endingIn: ".swift").map {
  Snippet(file: $0, lines: try lines(of: $0))
}
let rootPages = try FileManager.default.contentsOfDirectory(atPath: ".")
  .filter { $0.hasSuffix(".md") }.sorted()
let modulePages = ["Documentation", "Sources"].flatMap { files(below: $0, endingIn: ".md") }
var found: [Example] = []
for page in rootPages + modulePages {
  found += examples(in: try lines(of: page), of: page)
}
for source in files(below: "Sources", endingIn: ".swift") {
  for comment in documentationComments(in: try lines(of: source)) {
    found += examples(in: comment, of: source)
  }
}

let swiftExamples = found.filter(\.isSwift)
let checked = swiftExamples.filter { !$0.isIgnored }
var complaints = 0
for example in checked {
  if let complaint = try complaint(about: example, snippets: snippets) {
    print("\(example.file):\(example.fence.number): error: \(complaint)")
    complaints += 1
  }
}
print(
  "Examples: \(checked.count) of Swift compared with \(snippets.count) snippets, "
    + "\(checked.count - complaints) have a twin, \(complaints) have none, "
    + "\(checked.count { $0.quoted != nil }) quote an application, "
    + "\(swiftExamples.count - checked.count) ignored.")
exit(complaints == 0 ? 0 : 1)

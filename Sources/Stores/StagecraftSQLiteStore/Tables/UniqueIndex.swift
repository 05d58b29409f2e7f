#if SQLite
internal import StageFloor

/// A unique index, as what a trigger compares to find the rows that `REPLACE` would remove.
///
/// SQLite runs no trigger for such a row, unless the writer has asked for it.
struct UniqueIndex: Hashable {
  /// A condition that holds for the rows whose place a new row takes: the new one is `NEW`.
  let condition: String
  /// The columns on which it depends; none if one of them is computed from others.
  let columns: [String]

  /// - Parameters:
  ///   - parts: The columns, nil for an expression, and their collations.
  ///   - sql: The statement that made the index, unless a constraint of the table did.
  ///   - rows: The name of the rows in the condition, quoted.
  ///   - all: The columns of the table.
  init(
    _ parts: [(column: String?, collation: String)], sql: String?, of rows: String,
    columns all: [Column]
  ) {
    let text = IndexText(sql ?? "")
    var terms: [String] = []
    var depending: Set<String> = []
    func note(_ expression: String) -> [Column] {
      // Only what an expression names, so that other columns can still be dropped.
      let named = all.filter { expression.mentions($0.name) }
      depending.formUnion(named.map(\.name))
      return named
    }
    if let filter = text.filter {
      terms.append("(\(filter))")
      _ = note(filter)
    }
    for (number, part) in parts.enumerated() {
      if let column = part.column {
        let new = all.first { $0.name == column }?.new ?? "NEW.\(quoted(column))"
        terms.append("\(rows).\(quoted(column)) = \(new) COLLATE \(quoted(part.collation))")
        depending.insert(column)
      } else if text.parts.indices.contains(number) {
        let expression = text.parts[number]
        let values = note(expression).map { "\($0.new) AS \(quoted($0.name))" }
        let row = values.isEmpty ? "1" : values.joined(separator: ", ")
        // An expression may name the table.
        terms.append("(\(expression)) = (SELECT \(expression) FROM (SELECT \(row)) AS \(rows))")
      }
    }
    condition = terms.joined(separator: " AND ")
    let named = all.filter { depending.contains($0.name) }
    columns = named.contains(where: \.isGenerated) ? [] : named.map(\.name)
  }

  /// A column of the table.
  struct Column {
    var name: String
    var isGenerated: Bool
    /// What `REPLACE` stores instead of `NULL`, as an expression.
    var replacement: String?

    init(_ name: String, isGenerated: Bool, isNotNull: Bool, standard: String?) {
      self.name = name
      self.isGenerated = isGenerated
      if isNotNull, let standard { replacement = Self.expression(standard) }
    }

    /// The value of the new row, before it is stored.
    var new: String {
      let value = "NEW.\(quoted(name))"
      return replacement.map { "coalesce(\(value), (\($0)))" } ?? value
    }

    /// A word after `DEFAULT` is a text, and in an expression it would be a column.
    private static func expression(_ standard: String) -> String {
      let words = [
        "null", "true", "false", "current_time", "current_date", "current_timestamp",
      ]
      var text = standard
      if let first = standard.first, "\"[`".contains(first), standard.count > 1 {
        text = String(standard.dropFirst().dropLast())
      } else {
        let isWord = standard.utf8.allSatisfy { byte in
          byte >= 128 || byte == UInt8(ascii: "_") || (48...57).contains(byte)
            || (97...122).contains(asciiLowercased(byte))
        }
        let startsWithDigit = standard.utf8.first.map { (48...57).contains($0) } ?? true
        guard isWord, !startsWithDigit, !words.contains(standard.lowercased()) else {
          return standard + "\n"
        }
      }
      let escaped = text.split(separator: "'", omittingEmptySubsequences: false)
      return "'\(escaped.joined(separator: "''"))'"
    }
  }
}

/// The parts of a `CREATE INDEX` statement.
struct IndexText: Hashable {
  /// What is indexed, without the order.
  private(set) var parts: [String] = []
  /// The condition of a partial index.
  private(set) var filter: String?

  init(_ sql: String) {
    let bytes = Array(sql.utf8)
    var at = 0
    var depth = 0
    var start = 0
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "`"), UInt8(ascii: "["):
        at = Self.endOfQuote(in: bytes, at)
      case UInt8(ascii: "-") where Self.has("--", in: bytes, at):
        while at < bytes.count, bytes[at] != 10 { at += 1 }
      case UInt8(ascii: "/") where Self.has("/*", in: bytes, at):
        at += 2
        while at < bytes.count, !Self.has("*/", in: bytes, at) { at += 1 }
        at += 1
      case UInt8(ascii: "("):
        depth += 1
        if depth == 1 { start = at + 1 }
      case UInt8(ascii: ")"):
        depth -= 1
        if depth == 0, filter == nil {
          append(bytes[start..<at])
          // After the list of parts, only the condition can follow.
          let rest = Self.withoutComments(bytes[(at + 1)...])
          if rest.count > 5, Self.isWord("where", Array(rest.prefix(5))) {
            // A comment at its end must not hide what follows.
            filter = String(decoding: rest.dropFirst(5), as: UTF8.self) + "\n"
          }
          return
        }
      case UInt8(ascii: ",") where depth == 1:
        append(bytes[start..<at])
        start = at + 1
      default: break
      }
      at += 1
    }
  }

  private mutating func append(_ bytes: ArraySlice<UInt8>) {
    var words = Self.trimmed(bytes)
    for order in ["asc", "desc"] where words.count > order.utf8.count {
      let tail = Array(words.suffix(order.utf8.count))
      let before = words[words.endIndex - order.utf8.count - 1]
      if Self.isWord(order, tail), Self.isSpace(before) || before == UInt8(ascii: ")") {
        words = Self.trimmed(words.dropLast(order.utf8.count))
      }
    }
    // As here.
    parts.append(String(decoding: words, as: UTF8.self) + "\n")
  }

  private static func withoutComments(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var rest = trimmed(bytes)
    while true {
      if has("--", in: Array(rest.prefix(2)), 0) {
        rest = trimmed(rest.drop { $0 != 10 })
      } else if has("/*", in: Array(rest.prefix(2)), 0) {
        var at = rest.startIndex + 2
        let all = Array(rest)
        while at - rest.startIndex < all.count, !has("*/", in: all, at - rest.startIndex) {
          at += 1
        }
        rest = trimmed(rest[min(at + 2, rest.endIndex)...])
      } else {
        return rest
      }
    }
  }

  private static func endOfQuote(in bytes: [UInt8], _ start: Int) -> Int {
    let end = bytes[start] == UInt8(ascii: "[") ? UInt8(ascii: "]") : bytes[start]
    var at = start + 1
    while at < bytes.count {
      if bytes[at] == end {
        // A quote that is doubled is one inside.
        guard end != UInt8(ascii: "]"), at + 1 < bytes.count, bytes[at + 1] == end else {
          return at
        }
        at += 1
      }
      at += 1
    }
    return at
  }

  private static func has(_ word: StaticString, in bytes: [UInt8], _ at: Int) -> Bool {
    let count = word.utf8CodeUnitCount
    guard at + count <= bytes.count else { return false }
    return (0..<count).allSatisfy { bytes[at + $0] == word.utf8Start[$0] }
  }

  private static func isWord(_ word: String, _ bytes: [UInt8]) -> Bool {
    bytes.map(asciiLowercased) == Array(word.utf8)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes.drop(while: isSpace)
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }
}

extension String {
  /// Whether a name occurs anywhere in an expression; it may be a part of another one.
  fileprivate func mentions(_ name: String) -> Bool {
    let text = utf8.map(asciiLowercased)
    // In the expression, the name may be quoted, with quotes in it doubled.
    return [name, String(quoted(name).dropFirst().dropLast())].contains { name in
      let word = name.utf8.map(asciiLowercased)
      guard !word.isEmpty, word.count <= text.count else { return false }
      return (0...(text.count - word.count)).contains { start in
        text[start..<(start + word.count)].elementsEqual(word)
      }
    }
  }
}
#endif

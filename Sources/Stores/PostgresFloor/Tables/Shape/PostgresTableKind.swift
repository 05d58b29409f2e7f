#if PostgreSQL || PostgresNIO
package import StagecraftTableLists

/// How values of a column are read, written and compared.
package enum PostgresTableKind: Hashable, Sendable {
  case integer, truth, real, bytes
  /// Text in the database, too.
  case text
  /// Another type, as text.
  case other

  /// The kind of a base type, by the number of the type.
  init(type: String) {
    self =
      switch type {
      case "20", "21", "23", "26": .integer
      case "16": .truth
      case "700", "701": .real
      case "17": .bytes
      case "25", "1043", "19": .text
      default: .other
      }
  }

  /// An expression for the value of an expression, as ``value(_:)`` reads it.
  func selected(_ expression: String) -> String {
    self == .other ? "\(expression)::text" : expression
  }

  /// Reads what the server has written.
  package func value(_ bytes: UnsafeBufferPointer<CChar>) -> TableValue {
    let raw = UnsafeRawBufferPointer(bytes)
    switch self {
    case .integer:
      let text = String(decoding: raw, as: UTF8.self)
      return Int64(text).map { .integer($0) } ?? .text(text)
    case .truth: return .integer(raw.first == UInt8(ascii: "t") ? 1 : 0)
    case .real:
      let text = String(decoding: raw, as: UTF8.self)
      return Double(text).map { .real($0) } ?? .text(text)
    case .bytes:
      let text = String(decoding: raw.dropFirst(2), as: UTF8.self)
      return PostgresText.bytes(ofDigits: text).map { .bytes($0) } ?? .text(text)
    case .text, .other: return .text(String(decoding: raw, as: UTF8.self))
    }
  }

  /// The text of a parameter; the server casts it to the type of the column.
  func parameter(_ value: TableValue, column: String) throws(TableError) -> String? {
    switch (self, value) {
    case (_, .null): return nil
    case (.truth, .integer(0)): return "false"
    case (.truth, .integer(1)): return "true"
    case (_, .integer(let number)): return String(number)
    case (.integer, .real(let number)):
      return Int64(exactly: number).map { String($0) } ?? String(number)
    case (_, .real(let number)): return String(number)
    case (.bytes, .bytes(let bytes)): return PostgresText.bytes(bytes)
    case (.bytes, .text), (_, .bytes):
      throw TableError(
        .refused,
        """
        Column "\(column)" takes \(self == .bytes ? "bytes" : "no bytes"), and the value is \
        \(self == .bytes ? "text" : "bytes"). Write a value of the column's type.
        """)
    case (_, .text(let text)):
      if text.utf8.contains(0) {
        throw TableError(
          .refused,
          """
          The text for column "\(column)" contains a zero byte, which PostgreSQL does not store. \
          Remove it, or store bytes.
          """)
      }
      return text
    }
  }
}
#endif

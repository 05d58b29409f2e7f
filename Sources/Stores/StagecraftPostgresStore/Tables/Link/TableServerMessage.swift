#if PostgreSQL
internal import CPostgres
internal import StagecraftTableLists

/// What the server says about a statement that it refuses.
struct TableServerMessage: Hashable, Sendable {
  var code: String
  var sentence: String
  var constraint: String?
  var column: String?
  var detail: String?

  init?(_ result: OpaquePointer) {
    func field(_ name: Character) -> String? {
      guard let ascii = name.asciiValue else { return nil }
      return PQresultErrorField(result, Int32(ascii)).map { String(cString: $0) }
    }
    guard let code = field("C") else { return nil }
    self.code = code
    sentence = PostgresMessage(code: code, sentence: field("M") ?? "no reason given").sentence
    constraint = field("n")
    column = field("c")
    detail = field("D")
  }

  /// Whether the table or its columns may differ from what was read about them.
  var isAboutStructure: Bool { ["42P01", "42703", "3F000", "42883", "0A000"].contains(code) }

  func error(at place: String) -> TableError {
    let kind: TableError.Code
    let advice: String
    switch code {
    case "42P01", "3F000":
      (kind, advice) = (.noSuchTable, "Check its name.")
    case "42703":
      (kind, advice) = (.noSuchColumn, "Check its name.")
    case "42501":
      (kind, advice) = (.accessDenied, "Grant the role this right.")
    case "25006":
      (kind, advice) = (.accessDenied, "Connect to a server that can be written.")
    case "28000", "28P01":
      (kind, advice) = (.accessDenied, "Check the role and its password.")
    case "3D000":
      (kind, advice) = (.unreachable, "Create the database.")
    case "40001", "40P01", "55P03", "57014":
      kind = .unreachable
      advice = "Another transaction holds a lock. Nothing has changed; try again."
    case "53300":
      (kind, advice) = (.unreachable, "Wait, or raise max_connections.")
    case "53100":
      (kind, advice) = (.diskFull, "Make room on the server; nothing was written.")
    case "XX001", "XX002":
      (kind, advice) = (.damaged, "Restore the database from a backup.")
    case let code where code.hasPrefix("53"):
      (kind, advice) = (.unreachable, "The server is short of resources; try again.")
    case let code where code.hasPrefix("08") || code.hasPrefix("57P"):
      (kind, advice) = (.unreachable, "Nothing has changed; try again.")
    default:
      (kind, advice) = (.refused, "The code is \(code); nothing was written.")
    }
    let detail = detail.map { " \($0)" } ?? ""
    return TableError(kind, "PostgreSQL, \(place): \(sentence).\(detail) \(advice)")
  }
}

extension PostgresMessage {
  /// The error for a connection that could not be made, or was lost.
  func tableError(at place: String) -> TableError {
    let kind: TableError.Code
    switch code ?? "" {
    case "28000", "28P01", "42501": kind = .accessDenied
    default: kind = .unreachable
    }
    let advice =
      kind == .accessDenied
      ? "Check the role and its password." : "Check that the server runs and can be reached."
    return TableError(kind, "PostgreSQL, \(place): \(sentence). \(advice)")
  }
}
#endif

#if PostgreSQL || PostgresNIO
package import StagecraftTableLists

/// What the server says about a statement that it refuses.
package struct TableServerMessage: Hashable, Sendable {
  package var code: String
  package var sentence: String
  package var constraint: String?
  package var column: String?
  package var detail: String?

  /// `field` returns a field of the server's message by its letter; nil without a code.
  package init?(field: (Character) -> String?) {
    guard let code = field("C") else { return nil }
    self.code = code
    sentence = PostgresMessage(code: code, sentence: field("M") ?? "no reason given").sentence
    constraint = field("n")
    column = field("c")
    detail = field("D")
  }

  /// Whether the table or its columns may differ from what was read about them.
  var isAboutStructure: Bool {
    [.noTable, .noColumn, .noSchema, .noFunction, .unsupported].contains(PostgresFault(code: code))
  }

  package func error(at place: String) -> TableError {
    let kind: TableError.Code
    let advice: String
    switch PostgresFault(code: code) {
    case .noTable, .noSchema:
      (kind, advice) = (.noSuchTable, "Check its name.")
    case .noColumn:
      (kind, advice) = (.noSuchColumn, "Check its name.")
    case .missingRight:
      (kind, advice) = (.accessDenied, "Grant the role this right.")
    case .readOnly:
      (kind, advice) = (.accessDenied, "Connect to a server that can be written.")
    case .wrongPassword:
      (kind, advice) = (.accessDenied, "Check the role and its password.")
    case .noDatabase:
      (kind, advice) = (.unreachable, "Create the database.")
    case .conflict, .cancelled:
      kind = .unreachable
      advice = "Another transaction holds a lock. Nothing has changed; try again."
    case .tooManyConnections:
      (kind, advice) = (.unreachable, "Wait, or raise max_connections.")
    case .diskFull:
      (kind, advice) = (.diskFull, "Make room on the server; nothing was written.")
    case .damaged:
      (kind, advice) = (.damaged, "Restore the database from a backup.")
    case .shortOfResources:
      (kind, advice) = (.unreachable, "The server is short of resources; try again.")
    case .connectionLost:
      (kind, advice) = (.unreachable, "Nothing has changed; try again.")
    case .noFunction, .unsupported, .unsuitableValue, .statementExists, .noStatement, .other:
      (kind, advice) = (.refused, "The code is \(code); nothing was written.")
    }
    let detail = detail.map { " \($0)" } ?? ""
    return TableError(kind, "PostgreSQL, \(place): \(sentence).\(detail) \(advice)")
  }
}

extension PostgresMessage {
  /// The error for a connection that could not be made, or was lost.
  package func tableError(at place: String) -> TableError {
    let kind: TableError.Code
    switch code.map({ PostgresFault(code: $0) }) {
    case .wrongPassword, .missingRight: kind = .accessDenied
    default: kind = .unreachable
    }
    let advice =
      kind == .accessDenied
      ? "Check the role and its password." : "Check that the server runs and can be reached."
    return TableError(kind, "PostgreSQL, \(place): \(sentence). \(advice)")
  }
}
#endif

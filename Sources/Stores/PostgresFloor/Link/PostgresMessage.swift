#if PostgreSQL || PostgresNIO
package import StagecraftSharedPools

package struct PostgresMessage: Hashable, Sendable {
  /// The code of the SQL standard, of five characters, if the server has sent one.
  package var code: String?
  package var sentence: String

  package init(code: String?, sentence: String) {
    self.code = code
    self.sentence = PostgresMessage.firstLine(of: sentence)
  }

  /// Reads libpq's message about a connection, in the verbose form:
  /// `FATAL:  28P01: password authentication failed …`.
  package init(ofConnection text: String) {
    var parts = text.split(separator: ":", omittingEmptySubsequences: false)
    if let index = parts.firstIndex(where: { PostgresMessage.isCode($0) }) {
      code = parts[index].filter { $0 != " " }
      parts.remove(at: index)
    }
    sentence = PostgresMessage.firstLine(of: parts.joined(separator: ":"))
  }

  private static func isCode(_ text: Substring) -> Bool {
    guard text.hasPrefix("  ") else { return false }
    let code = text.drop { $0 == " " }
    return code.count == 5
      && code.allSatisfy { $0.isASCII && ($0.isNumber || ($0.isLetter && $0.isUppercase)) }
  }

  private static func firstLine(of text: String) -> String {
    let line = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? "no reason given"
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }
}

extension PostgresMessage {
  package func error(at place: String, isConnecting: Bool = false) -> LeaseStoreError {
    let kind: LeaseStoreError.Code
    let advice: String
    switch code.map({ PostgresFault(code: $0) }) {
    case .wrongPassword:
      (kind, advice) = (.denied, "Check the role and its password.")
    case .missingRight:
      kind = .denied
      advice = "Grant the role lend_borrower, lend_keeper or lend_viewer."
    case .noDatabase:
      (kind, advice) = (.notAStore, "Create the database, then its schema with `lend init`.")
    case .noSchema, .noFunction, .noTable:
      (kind, advice) = (.notAStore, "Create the schema with `lend init`.")
    case .readOnly:
      (kind, advice) = (.unreachable, "The server is a standby; wait until it is promoted.")
    case .diskFull, .shortOfResources:
      (kind, advice) = (.full, "Make room on the server; the state is as before.")
    case .unsuitableValue:
      (kind, advice) = (.unsuitable, "Nothing has changed.")
    case .statementExists:
      // Each statement is prepared once for a connection: this is one that others use, too.
      kind = .unsuitable
      advice = "A pooler in between must keep a connection for a whole session."
    case .damaged:
      (kind, advice) = (.damaged, "Restore the database from a backup.")
    case .tooManyConnections:
      kind = .unreachable
      advice = """
        The server has no connection left for this process, which needs one while it waits: wait, or \
        raise max_connections, or the limit of the role or the database.
        """
    case .cancelled:
      kind = .unreachable
      advice = """
        Another transaction may hold a lock; `lend doctor` shows the age of the oldest one. Nothing has \
        changed; send the request again.
        """
    case .noStatement, .conflict:
      (kind, advice) = (.unreachable, "Nothing has changed; send the request again.")
    case .connectionLost:
      (kind, advice) = (.unreachable, "Send the request again.")
    case nil where isConnecting && isAboutTrust:
      kind = .denied
      advice = """
        Connections over a network are encrypted and the server's certificate is checked, unless \
        the address says otherwise with sslmode.
        """
    case nil: (kind, advice) = (.unreachable, "Check that the server runs and can be reached.")
    case .noColumn, .unsupported, .other:
      (kind, advice) = (.damaged, "The code is \(code ?? "").")
    }
    return LeaseStoreError(kind, "PostgreSQL, \(place): \(sentence). \(advice)")
  }

  /// The error of decisions after which the transaction that flushes them was refused: they were made,
  /// and may not outlast a crash of the server.
  package func errorOfFlush(at place: String) -> LeaseStoreError {
    let isFull = error(at: place).code == .full
    return LeaseStoreError(
      isFull ? .full : .unreachable,
      """
      PostgreSQL, \(place): \(sentence). \(isFull ? "Make room on the server. " : "")The outcome of \
      the request is unknown; send it again.
      """)
  }

  /// Whether the server, the role or the database has as many connections as it may.
  package var isAboutConnections: Bool {
    code.map { PostgresFault(code: $0) } == .tooManyConnections
  }

  private var isAboutTrust: Bool {
    sentence.contains("SSL") || sentence.contains("certificate") || sentence.contains("password")
  }
}
#endif

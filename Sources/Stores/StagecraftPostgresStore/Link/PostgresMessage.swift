#if PostgreSQL
internal import StagecraftSharedPools

struct PostgresMessage: Hashable, Sendable {
  /// The code of the SQL standard, of five characters, if the server has sent one.
  var code: String?
  var sentence: String

  init(code: String?, sentence: String) {
    self.code = code
    self.sentence = PostgresMessage.firstLine(of: sentence)
  }

  /// Reads libpq's message about a connection, in the verbose form:
  /// `FATAL:  28P01: password authentication failed …`.
  init(ofConnection text: String) {
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
  func error(at place: String, isConnecting: Bool = false) -> LeaseStoreError {
    let kind: LeaseStoreError.Code
    let advice: String
    switch code ?? "" {
    case "28000", "28P01":
      (kind, advice) = (.denied, "Check the role and its password.")
    case "42501":
      kind = .denied
      advice = "Grant the role lend_borrower, lend_keeper or lend_viewer."
    case "3D000":
      (kind, advice) = (.notAStore, "Create the database, then its schema with `lend init`.")
    case "3F000", "42883", "42P01":
      (kind, advice) = (.notAStore, "Create the schema with `lend init`.")
    case "25006":
      (kind, advice) = (.unreachable, "The server is a standby; wait until it is promoted.")
    case let code where code.hasPrefix("53") && code != "53300":
      (kind, advice) = (.full, "Make room on the server; the state is as before.")
    case "22023":
      (kind, advice) = (.unsuitable, "Nothing has changed.")
    case "42P05":
      // Each statement is prepared once for a connection: this is one that others use, too.
      kind = .unsuitable
      advice = "A pooler in between must keep a connection for a whole session."
    case "XX001", "XX002":
      (kind, advice) = (.damaged, "Restore the database from a backup.")
    case "53300":
      kind = .unreachable
      advice = """
        The server has no connection left for this process, which needs one while it waits: wait, or \
        raise max_connections, or the limit of the role or the database.
        """
    case "26000", "57014", "40001", "40P01", "55P03":
      (kind, advice) = (.unreachable, "Nothing has changed; send the request again.")
    case let code where code.hasPrefix("08") || code.hasPrefix("57P"):
      (kind, advice) = (.unreachable, "Send the request again.")
    case "" where isConnecting && isAboutTrust:
      kind = .denied
      advice = """
        Connections over a network are encrypted and the server's certificate is checked, unless \
        the address says otherwise with sslmode.
        """
    case "": (kind, advice) = (.unreachable, "Check that the server runs and can be reached.")
    default: (kind, advice) = (.damaged, "The code is \(code ?? "").")
    }
    return LeaseStoreError(kind, "PostgreSQL, \(place): \(sentence). \(advice)")
  }

  /// Whether the server, the role or the database has as many connections as it may.
  var isAboutConnections: Bool { code == "53300" }

  private var isAboutTrust: Bool {
    sentence.contains("SSL") || sentence.contains("certificate") || sentence.contains("password")
  }
}
#endif

#if SQLite || PostgreSQL
enum StorePlace: Hashable, Sendable, CustomStringConvertible {
  case postgres(url: String)
  case file(String)
  case usersFile

  init(option: String?, environment: [String: String]) throws {
    guard let text = option ?? environment["LEND_AT"] else {
      self = .usersFile
      return
    }
    let source = option == nil ? "LEND_AT" : "--at"
    if text.isEmpty { throw LendFailure.usage("\(source) is empty.") }
    if text.hasPrefix("postgres://") || text.hasPrefix("postgresql://") {
      if option != nil, Self.hasPassword(text) {
        throw LendFailure.usage(
          """
          --at contains a password, which other users of this machine can read in the list of \
          processes. Use ~/.pgpass, PGPASSWORD or LEND_AT.
          """)
      }
      self = .postgres(url: text)
    } else if let scheme = text.firstRange(of: "://") {
      throw LendFailure.usage(
        """
        \(source) begins with '\(String(text[..<scheme.upperBound]).printable)'; a store is at \
        postgres://… or in a file.
        """)
    } else {
      self = .file(text)
    }
  }

  var isFile: Bool {
    switch self {
    case .file, .usersFile: true
    case .postgres: false
    }
  }

  private static func hasPassword(_ url: String) -> Bool {
    let body = url.drop { $0 != "/" }.dropFirst(2)
    let authority = body.prefix { $0 != "/" && $0 != "?" }
    if let at = authority.lastIndex(of: "@"), authority[..<at].contains(":") { return true }
    let query = body.drop { $0 != "?" }.dropFirst().split(separator: "&")
    return query.contains { $0.hasPrefix("password=") || $0.hasPrefix("sslpassword=") }
  }

  /// The place without secrets.
  var description: String {
    switch self {
    case .usersFile: return "the user's own file"
    case .file(let path): return path.printable
    case .postgres(let url):
      let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
      let authority = url[start...].prefix { $0 != "/" && $0 != "?" }
      let path = url[authority.endIndex...].prefix { $0 != "?" }
      let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
      let user = authority.contains("@") ? authority.prefix { $0 != "@" && $0 != ":" } + "@" : ""
      return ("postgres://" + user + host + path).printable
    }
  }
}
#endif

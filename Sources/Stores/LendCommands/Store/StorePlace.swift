#if SQLite || PostgreSQL
internal import StoreFloor

enum StorePlace: Hashable, Sendable, CustomStringConvertible {
  case postgres(url: String)
  case file(String)
  case usersFile

  /// Reads the option `--at`, or else the variable `LEND_AT`.
  init(option: String?, variable: String?) throws {
    guard let text = option ?? variable else {
      self = .usersFile
      return
    }
    let source = option == nil ? "LEND_AT" : "--at"
    if text.isEmpty { throw LendFailure.usage("\(source) is empty.") }
    if let url = PostgresURL(text) {
      if url.isPasswordCut {
        throw LendFailure.usage(
          """
          The password in \(source) contains a character that would end it. Write '@' as %40, '/' as \
          %2F, '?' as %3F and '%' as %25.
          """)
      }
      if option != nil, url.hasPassword {
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

  /// The place without secrets.
  var description: String {
    switch self {
    case .usersFile: return "the user's own file"
    case .file(let path): return path.printable
    case .postgres(let text):
      guard let url = PostgresURL(text) else { return "a PostgreSQL database" }
      return ("postgres://" + (url.user.map { $0 + "@" } ?? "") + url.place).printable
    }
  }
}
#endif

#if SQLite || PostgreSQL || PostgresNIO
/// The parts of a URL of PostgreSQL's, divided where libpq divides it.
///
/// The name and the password end at the first `@`, unless a slash is before it. A question mark
/// does not end them. Libpq compares bytes, so a combining scalar after an `@` changes nothing.
package struct PostgresURL: Hashable, Sendable {
  /// The name and the password, as they are written.
  package private(set) var credentials: Substring?
  /// The hosts with their ports, the slash and the database.
  package private(set) var place: Substring
  /// The options, without the question mark.
  package private(set) var options: Substring

  /// Returns `nil` if the text is no such URL.
  package init?(_ text: String) {
    guard
      let scheme = ["postgresql://", "postgres://"].first(where: { text.hasPrefix($0) })
    else { return nil }
    var rest = text.dropFirst(scheme.count)
    if let end = rest.unicodeScalars.firstIndex(where: { $0 == "@" || $0 == "/" }),
      rest.unicodeScalars[end] == "@"
    {
      credentials = rest[..<end]
      rest = Substring(rest.unicodeScalars[end...].dropFirst())
    }
    place = Substring(rest.unicodeScalars.prefix { $0 != "?" })
    options = Substring(rest.unicodeScalars[place.endIndex...].dropFirst())
  }

  /// The name of the role, as it is written.
  package var user: Substring? {
    credentials.map { Substring($0.unicodeScalars.prefix { $0 != ":" }) }
  }

  /// Whether there is an `@` behind the one that ends the password, or behind a slash: then the
  /// rest of a password would be read as a host, a port or a database.
  package var isPasswordCut: Bool {
    place.unicodeScalars.contains("@")
      || options.unicodeScalars.split(separator: "&").contains { option in
        option.contains("@") && !option.contains("=")
      }
  }

  /// Whether it contains a password.
  package var hasPassword: Bool {
    if credentials?.unicodeScalars.contains(":") == true { return true }
    return options.unicodeScalars.split(separator: "&").contains { option in
      Self.secrets.contains(Self.decoded(Substring(option.prefix { $0 != "=" })))
    }
  }

  private static let secrets: Set = [
    "password", "sslpassword", "oauth_client_secret", "scram_client_key", "scram_server_key",
  ]

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
#endif

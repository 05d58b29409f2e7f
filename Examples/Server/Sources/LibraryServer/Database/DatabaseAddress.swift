import Foundation
import NIOSSL
import PostgresNIO

/// The database's URL, as PostgresNIO needs it.
///
/// Connections to other machines are encrypted.
struct DatabaseAddress {
  private let host: String
  private let port: Int
  private let user: String
  private let password: String?
  private let name: String

  init(_ url: String) throws {
    guard let parts = URLComponents(string: url), let host = parts.host, let user = parts.user
    else { throw UsageError("The database's URL needs a host and a user.") }
    (self.host, self.user) = (host, user)
    port = parts.port ?? 5432
    password = parts.password
    name = String(parts.path.dropFirst())
  }

  private var isLocal: Bool { ["localhost", "127.0.0.1", "::1"].contains(host) }

  /// For a connection of its own.
  var ofConnection: PostgresConnection.Configuration {
    get throws {
      let tls = TLSConfiguration.makeClientConfiguration()
      return PostgresConnection.Configuration(
        host: host, port: port, username: user, password: password, database: name,
        tls: isLocal ? .disable : .require(try NIOSSLContext(configuration: tls)))
    }
  }

  /// For a client, which makes connections when they are needed.
  var ofClient: PostgresClient.Configuration {
    PostgresClient.Configuration(
      host: host, port: port, username: user, password: password, database: name,
      tls: isLocal ? .disable : .require(.makeClientConfiguration()))
  }
}

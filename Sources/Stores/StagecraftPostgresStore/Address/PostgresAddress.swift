#if PostgreSQL
internal import Foundation

/// Where a PostgreSQL database is, as a URL or in libpq's form `host=… dbname=…`.
///
/// What it leaves out comes from the variables `PGHOST`, `PGDATABASE`, … and the files that libpq
/// reads. Write passwords there, or into `.pgpass`, rather than into an address.
public struct PostgresAddress: Hashable, Sendable, ExpressibleByStringLiteral,
  CustomStringConvertible, CustomDebugStringConvertible
{
  let text: String

  /// Creates an address.
  ///
  /// - Parameter text: A URL that begins with `postgres://` or `postgresql://`, or pairs in libpq's
  ///   form.
  public init(_ text: String) { self.text = text }

  /// Creates an address from a literal.
  public init(stringLiteral text: String) { self.text = text }

  /// The address in the variable `LEND_AT`; without it, what the variables of libpq say.
  public static var environment: PostgresAddress {
    PostgresAddress(ProcessInfo.processInfo.environment["LEND_AT"] ?? "")
  }

  /// The host, the database and the role, without a password.
  public var description: String {
    guard case .success(let options) = PostgresOptions.parse(self) else {
      return "a PostgreSQL address that cannot be read"
    }
    return options.description
  }

  /// The same as ``description``.
  public var debugDescription: String { description }
}
#endif

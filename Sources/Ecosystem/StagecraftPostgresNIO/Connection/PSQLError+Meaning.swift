#if PostgresNIO
internal import PostgresFloor
internal import PostgresNIO
internal import StagecraftSharedPools
internal import StagecraftTableLists

/// What an error of the client means.
enum ClientFailure: Error, Sendable {
  /// The server has refused a statement, and the connection goes on.
  case refused(PSQLErrorFields)
  /// The server ends the connection, and says why.
  case ended(PSQLErrorFields)
  /// The connection cannot be trusted, or the password is missing or wrong.
  case denied(String)
  /// The client was shut down.
  case clientHasEnded
  /// There is no connection, or it was lost.
  case lost(String)

  static let closed = ClientFailure.lost("the connection was closed")

  init(_ error: any Error) {
    if let failure = error as? ClientFailure {
      self = failure
      return
    }
    guard let error = error as? PSQLError else {
      let reason = String(describing: error)
      // The client's pool of connections says so by an error of a module that is not public.
      self = reason.contains("poolShutdown") ? .clientHasEnded : .lost(reason)
      return
    }
    switch error.code {
    case .server:
      let fields = PSQLErrorFields(error.serverInfo)
      self = fields.endsConnection ? .ended(fields) : .refused(fields)
    case .sslUnsupported, .failedToAddSSLHandler, .receivedUnencryptedDataAfterSSLRequest,
      .unsupportedAuthMechanism, .authMechanismRequiresPassword, .saslError:
      self = .denied(error.code.description)
    case .poolClosed: self = .clientHasEnded
    default:
      let reason = error.underlying.map { ": \($0)" } ?? ""
      self = .lost(error.code.description + reason)
    }
  }
}

/// The fields of a server's message, by their letters in the protocol.
struct PSQLErrorFields: Sendable {
  private var fields: [Character: String] = [:]

  init(_ info: PSQLError.ServerInfo?) {
    fields["C"] = info?[.sqlState]
    fields["M"] = info?[.message]
    fields["D"] = info?[.detail]
    fields["n"] = info?[.constraintName]
    fields["c"] = info?[.columnName]
    fields["V"] = info?[.severity]
  }

  subscript(letter: Character) -> String? { fields[letter] }

  /// Whether the server closes the connection after this message.
  var endsConnection: Bool { fields["V"] == "FATAL" || fields["V"] == "PANIC" }

  // postgres-nio has a type of this name, too.
  var message: PostgresFloor.PostgresMessage {
    PostgresFloor.PostgresMessage(code: fields["C"], sentence: fields["M"] ?? "no reason given")
  }

  var tableMessage: TableServerMessage? { TableServerMessage { fields[$0] } }
}

extension ClientFailure {
  func leaseError(at place: String) -> LeaseStoreError {
    switch self {
    case .refused(let fields): return fields.message.error(at: place)
    case .ended(let fields):
      var error = fields.message.error(at: place)
      if !error.isTransient, error.code != .denied, error.code != .notAStore {
        error.code = .unreachable
      }
      return error
    case .denied(let reason):
      return LeaseStoreError(
        .denied, "PostgreSQL, \(place): \(reason). Check the client's password and encryption.")
    case .clientHasEnded:
      return LeaseStoreError(
        .closed, "The client of PostgreSQL, \(place), has ended; make another to go on.")
    case .lost(let reason):
      return LeaseStoreError(
        .unreachable,
        "PostgreSQL, \(place): \(reason). Check that the server and the client run.")
    }
  }

  func tableError(at place: String) -> TableError {
    switch self {
    case .refused(let fields), .ended(let fields): return fields.message.tableError(at: place)
    case .denied(let reason):
      return TableError(
        .accessDenied,
        "PostgreSQL, \(place): \(reason). Check the client's password and encryption.")
    case .clientHasEnded:
      return TableError(
        .closed, "PostgreSQL, \(place): the client has ended. Let it run as long as its tables.")
    case .lost(let reason):
      return TableError(
        .unreachable,
        "PostgreSQL, \(place): \(reason). Check that the server and the client run.")
    }
  }
}
#endif

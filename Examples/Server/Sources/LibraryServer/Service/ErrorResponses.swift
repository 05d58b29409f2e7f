import Hummingbird
import NIOCore
import PostgresNIO
import Stagecraft

/// Answers errors of the package with the status that a client can act on.
struct ErrorResponses: RouterMiddleware {
  func handle(
    _ request: Request, context: BasicRequestContext,
    next: (Request, BasicRequestContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as any HTTPResponseError {
      throw error
    } catch {
      let status = Self.status(of: error)
      context.logger.log(
        level: status == .internalServerError ? .error : .debug, "request failed",
        metadata: ["path": "\(request.uri.path)", "error": "\(String(reflecting: error))"])
      throw HTTPError(status, headers: Self.headers(for: status))
    }
  }

  private static func status(of error: any Error) -> HTTPResponse.Status {
    switch error {
    case is WrongCredentials: .unauthorized
    case let error as OperationError: error.rootError.map { status(of: $0) } ?? .serviceUnavailable
    case is LoanEnded: .notFound
    case let error as TableError where error.code == .key: .notFound
    case let error as TableError where error.code == .conflict: .conflict
    // It may have been written: a client that repeats it would write it twice.
    case let error as TableError where error.code == .outcomeUnknown: .gatewayTimeout
    case let error as SharedPoolError where error.code == .impossible: .notFound
    case let error as PSQLError where error.isOfQuery: .internalServerError
    // The database is away, or all connections are in use for a long time.
    case is TableError, is SharedPoolError, is PoolError, is PSQLError, is ChannelError:
      .serviceUnavailable
    case is CancellationError: .serviceUnavailable
    default: .internalServerError
    }
  }

  private static func headers(for status: HTTPResponse.Status) -> HTTPFields {
    switch status {
    case .serviceUnavailable: [.retryAfter: "1"]
    case .unauthorized: [.wwwAuthenticate: "Basic"]
    default: [:]
    }
  }
}

extension PSQLError {
  /// Whether the query is wrong: a data exception, a constraint, or the syntax.
  fileprivate var isOfQuery: Bool {
    ["22", "23", "42"].contains { serverInfo?[.sqlState]?.hasPrefix($0) == true }
  }
}

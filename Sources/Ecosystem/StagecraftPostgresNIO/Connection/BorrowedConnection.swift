#if PostgresNIO
internal import NIOCore
internal import PostgresNIO
internal import StageFloor

/// A connection of a client that a task borrows, and serves until it is given back or cut.
final class BorrowedConnection<Command: Sendable>: Sendable {
  private struct State {
    var connection: PostgresConnection?
    var task: Task<Void, Never>?
    var isCut = false
  }

  private let state = Guarded(State())
  private let commands: AsyncStream<Command>
  private let continuation: AsyncStream<Command>.Continuation

  /// Borrows a connection, and serves it until ``finish()``, ``cut()`` or an error.
  ///
  /// - Parameters:
  ///   - client: The client, which may have no connection left for a while.
  ///   - keeps: Whether the connection is kept for long: it ends when it is lost, even if nothing is
  ///     sent, and is closed instead of being given back, for it was told to listen.
  ///   - serve: Serves the connection.
  ///   - ended: Called once, with the error of `serve` or of borrowing.
  init(
    of client: PostgresClient, keeps: Bool,
    serve: @escaping @Sendable (PostgresConnection, AsyncStream<Command>) async throws -> Void,
    ended: @escaping @Sendable ((any Error)?) -> Void
  ) {
    (commands, continuation) = AsyncStream.makeStream()
    let task = Task {
      do {
        try await client.withConnection { try await hold($0, keeps, serve) }
        ended(nil)
      } catch {
        ended(error)
      }
    }
    let isCut = state.withLock { state in
      state.task = task
      return state.isCut
    }
    if isCut { task.cancel() }
  }

  private func hold(
    _ connection: PostgresConnection, _ keeps: Bool,
    _ serve: @Sendable (PostgresConnection, AsyncStream<Command>) async throws -> Void
  ) async throws {
    let isCut = state.withLock { state in
      if !state.isCut { state.connection = connection }
      return state.isCut
    }
    if isCut { return }
    defer { state.withLock { $0.connection = nil } }
    if keeps {
      connection.closeFuture.whenComplete { [continuation] _ in continuation.finish() }
    }
    do {
      try await serve(connection, commands)
    } catch {
      // It may be inside a transaction.
      await closed(connection)
      throw error
    }
    // One that was cut is closing: the client must not lend it meanwhile.
    if keeps || state.withLock({ $0.isCut }) { await closed(connection) }
  }

  func send(_ command: Command) { continuation.yield(command) }

  /// Gives the connection back after what was sent.
  func finish() { continuation.finish() }

  /// Closes the connection at once, which fails what is under way; the client opens another.
  func cut() {
    let (connection, task) = state.withLock { state in
      state.isCut = true
      return (state.connection, state.task)
    }
    if let connection { hardClose(connection) }
    continuation.finish()
    // Ends the wait for a connection, too.
    task?.cancel()
  }
}

/// Returns after a connection was closed, so that the client lends it to no other code.
private func closed(_ connection: PostgresConnection) async {
  hardClose(connection)
  try? await connection.closeFuture.get()
}

/// Closes without waiting for statements that are under way.
private func hardClose(_ connection: PostgresConnection) {
  let _: EventLoopFuture<Void> = connection.close()
}
#endif

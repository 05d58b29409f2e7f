#if PostgresNIO
internal import PostgresNIO
internal import StoreFloor

/// The channels on which a task listens, with a task for each.
struct Listening {
  private var tasks: [String: Task<Void, Never>] = [:]

  /// Returns after the server was told to send the channel's notifications.
  ///
  /// The form with a closure, `addListener`, stops the program if the connection was closed before.
  mutating func begin(
    _ channel: String, on connection: PostgresConnection,
    receive: @escaping @Sendable (_ payload: String) -> Void
  ) async throws {
    if tasks[channel] != nil { return }
    let began = PendingReply<(any Error)?>()
    tasks[channel] = Task {
      do {
        try await connection.listen(on: channel) { notifications in
          began.resume(returning: nil)
          for try await notification in notifications { receive(notification.payload) }
        }
        began.resume(returning: ClientFailure.closed)
      } catch {
        began.resume(returning: error)
      }
    }
    if let error = await began.value(onCancel: { began.resume(returning: CancellationError()) }) {
      throw error
    }
  }

  mutating func end(_ channel: String) { tasks.removeValue(forKey: channel)?.cancel() }

  func endAll() { for task in tasks.values { task.cancel() } }
}
#endif

#if PostgreSQL || PostgresNIO
internal import StageFloor
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

final class PostgresListeners: Sendable {
  private struct State {
    var streams = SignalStreams()
    /// Why notifications do not arrive, if so.
    var notificationFailure: String?
    var isClosed = false
  }

  private let state = Guarded(State())

  func stream(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    let (stream, continuation) = AsyncStream.makeStream(of: LeaseStoreSignal.self)
    let number: UInt64? = state.withLock { state in
      if state.isClosed { return nil }
      if let notificationFailure = state.notificationFailure {
        continuation.yield(.cannotBeNotified(notificationFailure))
      }
      return state.streams.insert(continuation, for: session)
    }
    guard let number else {
      continuation.finish()
      return stream
    }
    continuation.onTermination = { [weak self] _ in self?.remove(number, of: session) }
    return stream
  }

  private func remove(_ number: UInt64, of session: LendingID) {
    // Taken out under the lock, and released after it.
    _ = state.withLock { $0.streams.remove(number, for: session) }
  }

  func notify(_ request: LendingID, of session: LendingID) {
    for stream in state.withLock({ $0.streams[session] }) { stream.yield(.notification(request)) }
  }

  /// Signals to all sessions whether notifications arrive, if that has changed.
  func setNotificationFailure(_ notificationFailure: String?) {
    let streams = state.withLock { state -> [SignalStreams.Stream] in
      if (state.notificationFailure == nil) == (notificationFailure == nil) { return [] }
      state.notificationFailure = notificationFailure
      return state.streams.all
    }
    let signal = notificationFailure.map { LeaseStoreSignal.cannotBeNotified($0) } ?? .canBeNotified
    for stream in streams { stream.yield(signal) }
  }

  func close() {
    let streams = state.withLock { state in
      state.isClosed = true
      return state.streams.removeAll()
    }
    for stream in streams { stream.finish() }
  }
}
#endif

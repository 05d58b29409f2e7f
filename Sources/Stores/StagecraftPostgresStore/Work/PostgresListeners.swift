#if PostgreSQL
internal import StagecraftSharedPools
internal import StoreFloor

final class PostgresListeners: Sendable {
  private typealias Continuation = AsyncStream<LeaseStoreSignal>.Continuation

  private struct State {
    var streams: [LendingID: [UInt64: Continuation]] = [:]
    var lastNumber: UInt64 = 0
    /// Why notifications do not arrive, if so.
    var notificationFailure: String?
    var isClosed = false
  }

  private let state = Locked(State())

  func stream(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    let (stream, continuation) = AsyncStream.makeStream(of: LeaseStoreSignal.self)
    let number: UInt64? = state.withLock { state in
      if state.isClosed { return nil }
      state.lastNumber += 1
      state.streams[session, default: [:]][state.lastNumber] = continuation
      if let notificationFailure = state.notificationFailure {
        continuation.yield(.cannotBeNotified(notificationFailure))
      }
      return state.lastNumber
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
    _ = state.withLock { state in
      let removed = state.streams[session]?.removeValue(forKey: number)
      if state.streams[session]?.isEmpty == true { state.streams[session] = nil }
      return removed
    }
  }

  func notify(_ request: LendingID, of session: LendingID) {
    let streams = state.withLock { $0.streams[session].map { Array($0.values) } ?? [] }
    for stream in streams { stream.yield(.notification(request)) }
  }

  /// Signals to all sessions whether notifications arrive, if that has changed.
  func setNotificationFailure(_ notificationFailure: String?) {
    let streams = state.withLock { state -> [Continuation] in
      if (state.notificationFailure == nil) == (notificationFailure == nil) { return [] }
      state.notificationFailure = notificationFailure
      return state.streams.values.flatMap(\.values)
    }
    let signal = notificationFailure.map { LeaseStoreSignal.cannotBeNotified($0) } ?? .canBeNotified
    for stream in streams { stream.yield(signal) }
  }

  func close() {
    let streams = state.withLock { state -> [Continuation] in
      state.isClosed = true
      defer { state.streams = [:] }
      return state.streams.values.flatMap(\.values)
    }
    for stream in streams { stream.finish() }
  }
}
#endif

#if PostgreSQL
internal import StagecraftSharedPools
internal import StoreFloor

final class PostgresListeners: Sendable {
  private typealias Continuation = AsyncStream<LeaseStoreSignal>.Continuation

  private struct State {
    var streams: [LendingID: [UInt64: Continuation]] = [:]
    var lastNumber: UInt64 = 0
    /// Why rings cannot be heard, if so.
    var deafness: String?
    var isClosed = false
  }

  private let state = Locked(State())

  func stream(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    let (stream, continuation) = AsyncStream.makeStream(of: LeaseStoreSignal.self)
    let number: UInt64? = state.withLock { state in
      if state.isClosed { return nil }
      state.lastNumber += 1
      state.streams[session, default: [:]][state.lastNumber] = continuation
      if let deafness = state.deafness { continuation.yield(.deaf(deafness)) }
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

  func ring(_ request: LendingID, of session: LendingID) {
    let streams = state.withLock { $0.streams[session].map { Array($0.values) } ?? [] }
    for stream in streams { stream.yield(.ring(request)) }
  }

  /// Signals to all sessions whether rings are heard, if that has changed.
  func setDeafness(_ deafness: String?) {
    let streams = state.withLock { state -> [Continuation] in
      if (state.deafness == nil) == (deafness == nil) { return [] }
      state.deafness = deafness
      return state.streams.values.flatMap(\.values)
    }
    let signal = deafness.map { LeaseStoreSignal.deaf($0) } ?? .hearing
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

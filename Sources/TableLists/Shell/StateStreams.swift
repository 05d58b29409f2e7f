internal import StageFloor

/// The state of a list, and the streams of those who follow it.
final class StateStreams: Sendable {
  private struct State: Sendable {
    var current: TableState
    var streams: [UInt64: AsyncStream<TableState>.Continuation] = [:]
    var last: UInt64 = 0
  }

  private let state: Guarded<State>

  init(_ current: TableState) { state = Guarded(State(current: current)) }

  var current: TableState { state.withLock { $0.current } }

  /// Called by one thread at a time, except for the end.
  func set(_ new: TableState) {
    let streams = state.withLock { state -> [AsyncStream<TableState>.Continuation] in
      if case .closed = state.current { return [] }
      if new.isCurrent, state.current.isCurrent { return [] }
      state.current = new
      return Array(state.streams.values)
    }
    for stream in streams { stream.yield(new) }
  }

  func close() {
    set(.closed)
    let streams = state.withLock { $0.streams.exchange([:]) }
    for stream in streams.values { stream.finish() }
  }

  func follow() -> AsyncStream<TableState> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: TableState.self, bufferingPolicy: .bufferingNewest(1))
    let (number, isClosed) = state.withLock { state -> (UInt64, Bool) in
      // No consumer waits for it yet.
      continuation.yield(state.current)
      state.last += 1
      if case .closed = state.current { return (state.last, true) }
      state.streams[state.last] = continuation
      return (state.last, false)
    }
    continuation.onTermination = { [weak self] _ in self?.end(number) }
    if isClosed { continuation.finish() }
    return stream
  }

  private func end(_ number: UInt64) {
    let old = state.withLock { $0.streams.removeValue(forKey: number) }
    withExtendedLifetime(old) {}
  }
}

extension Dictionary {
  fileprivate mutating func exchange(_ new: Dictionary) -> Dictionary {
    defer { self = new }
    return self
  }
}

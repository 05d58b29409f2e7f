internal import StageFloor

/// A value that changes, and the streams that report it.
final class ValueStreams<Value: Sendable>: Sendable {
  typealias Stream = AsyncStream<Value>.Continuation

  private struct State: Sendable {
    var current: Value
    var streams: [UInt64: Stream] = [:]
    var last: UInt64 = 0
    var isClosed = false
  }

  private let state: Guarded<State>

  init(_ current: Value) { state = Guarded(State(current: current)) }

  var current: Value { state.withLock { $0.current } }

  /// Called by one thread at a time, except for the end.
  func set(_ new: Value, unless isSame: (Value) -> Bool = { _ in false }) {
    let (streams, old) = state.withLock { state -> ([Stream], Value?) in
      if state.isClosed || isSame(state.current) { return ([], nil) }
      let old = state.current
      state.current = new
      return (Array(state.streams.values), old)
    }
    for stream in streams { stream.yield(new) }
    withExtendedLifetime(old) {}
  }

  /// Ends the streams, with a last value if there is one.
  func close(_ last: Value? = nil) {
    if let last { set(last) }
    let streams = state.withLock { state -> [UInt64: Stream] in
      defer { state.streams = [:] }
      state.isClosed = true
      return state.streams
    }
    for stream in streams.values { stream.finish() }
  }

  /// A stream of the present value, and each new one; one that is read late is the newest.
  func follow() -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Value.self, bufferingPolicy: .bufferingNewest(1))
    let (number, isClosed) = state.withLock { state -> (UInt64, Bool) in
      // No consumer waits for it yet.
      continuation.yield(state.current)
      state.last += 1
      if !state.isClosed { state.streams[state.last] = continuation }
      return (state.last, state.isClosed)
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

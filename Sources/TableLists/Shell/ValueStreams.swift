internal import StageFloor

/// A value that changes, and the streams that report it in the order of its changes.
final class ValueStreams<Value: Sendable>: Sendable {
  typealias Stream = AsyncStream<Value>.Continuation

  private enum Delivery: Sendable {
    /// To the streams up to a number: later ones began with this value, or a newer one.
    case value(Value, upTo: UInt64)
    case end
  }

  private struct State: Sendable {
    var current: Value
    var streams: [UInt64: Stream] = [:]
    var last: UInt64 = 0
    var isClosed = false
    var deliveries: [Delivery] = []
    var isDelivering = false
  }

  private let state: Guarded<State>

  init(_ current: Value) { state = Guarded(State(current: current)) }

  var current: Value { state.withLock { $0.current } }

  /// Changes the value and reports it.
  func set(_ new: Value, unless isSame: (Value) -> Bool = { _ in false }) {
    put(new, unless: isSame)
    deliver()
  }

  /// Changes the value, as under a lock that decides the order; ``deliver()`` follows after it.
  func put(_ new: Value, unless isSame: (Value) -> Bool = { _ in false }) {
    let old = state.withLock { state -> Value? in
      if state.isClosed || isSame(state.current) { return nil }
      let old = state.current
      state.current = new
      if !state.streams.isEmpty { state.deliveries.append(.value(new, upTo: state.last)) }
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Reports what was put, unless another thread is doing so.
  func deliver() {
    var isFirst = true
    while let (deliveries, streams) = nextDeliveries(isFirst: isFirst) {
      isFirst = false
      for delivery in deliveries {
        switch delivery {
        case .value(let value, let last):
          for (number, stream) in streams where number <= last { stream.yield(value) }
        case .end:
          for stream in streams.values { stream.finish() }
        }
      }
    }
  }

  private func nextDeliveries(isFirst: Bool) -> ([Delivery], [UInt64: Stream])? {
    state.withLock { state in
      if isFirst, state.isDelivering { return nil }
      state.isDelivering = !state.deliveries.isEmpty
      if state.deliveries.isEmpty { return nil }
      let deliveries = state.deliveries
      state.deliveries = []
      return (deliveries, state.streams)
    }
  }

  /// Ends the streams, with a last value if there is one.
  func close(_ last: Value? = nil) {
    if let last { put(last) }
    state.withLock { state in
      if state.isClosed { return }
      state.isClosed = true
      state.deliveries.append(.end)
    }
    deliver()
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

internal import StageFloor

/// A lossless buffer for one consumer, in order; the producer may hold a lock.
///
/// With a signal it stores nothing: each item is one call of the signal.
final class Mailbox<Element: Sendable>: Sendable {
  private struct State {
    var items = Deque<Element>()
    var reader: UnsafeContinuation<Element?, Never>?
    var isClosed = false
    var isCancelled = false
  }

  private let state = Guarded(State())
  private let signal: (@Sendable () -> Void)?

  init(signal: (@Sendable () -> Void)? = nil) { self.signal = signal }

  /// Whether its consumer only needs to read the present state.
  var isSignal: Bool { signal != nil }

  /// The items as a sequence for one consumer, which keeps `source` alive.
  func stream(keeping source: (any AnyObject & Sendable)? = nil) -> AsyncStream<Element> {
    AsyncStream(unfolding: {
      defer { withExtendedLifetime(source) {} }
      return await self.next()
    })
  }

  /// Returns the wake-up of the consumer, to be called when no lock is held.
  func put(_ item: Element, isLast: Bool = false) -> Delivery? {
    if let signal { return Delivery(resume: signal) }
    return state.withLock { state -> Delivery? in
      guard !state.isClosed, !state.isCancelled else { return nil }
      state.isClosed = isLast
      guard let reader = state.reader.take() else {
        state.items.append(item)
        return nil
      }
      return Delivery { reader.resume(returning: item) }
    }
  }

  /// The next item; nil after the last one, or when the consuming task was cancelled.
  func next() async -> Element? {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Element?, Never>) in
        let (isKnown, item) = state.withLock { state -> (Bool, Element?) in
          if state.isCancelled { return (true, nil) }
          if let item = state.items.popFirst() { return (true, item) }
          if state.isClosed { return (true, nil) }
          require(
            state.reader == nil,
            "Two tasks iterate over the same sequence of \(Element.self): create one for each task."
          )
          state.reader = continuation
          return (false, nil)
        }
        if isKnown { continuation.resume(returning: item) }
      }
    } onCancel: {
      let reader = state.withLock { state in
        state.isCancelled = true
        return state.reader.take()
      }
      reader?.resume(returning: nil)
    }
  }
}

/// To be called when no lock is held.
struct Delivery: Sendable {
  let resume: @Sendable () -> Void
}

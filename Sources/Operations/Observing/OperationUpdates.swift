internal import StageFloor

/// A sequence of changes in order, for one consumer.
///
/// It ends when no further change is possible, and when the consuming task is cancelled.
public struct OperationUpdates<Element: Sendable>: AsyncSequence, Sendable {
  /// An iterator over the updates.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let mailbox: Mailbox<Element>
    fileprivate let source: (any AnyObject & Sendable)?

    /// The next update; nil after the last one.
    public mutating func next() async -> Element? { await mailbox.next() }
  }

  let mailbox: Mailbox<Element>
  /// The source of the updates, kept alive as long as the sequence is consumed.
  var source: (any AnyObject & Sendable)?

  /// The iterator; there is only one consumer.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox, source: source) }
}

/// A lossless buffer for one consumer, in order; the producer may hold a lock.
final class Mailbox<Element: Sendable>: @unchecked Sendable {  // guard: `lock`
  // guard: everything is used under `lock`.
  private let lock = LockWord()
  private var items = Deque<Element>()
  private var reader: UnsafeContinuation<Element?, Never>?
  private var isClosed = false
  private var isCancelled = false

  deinit { lock.deallocate() }

  /// Returns the wake-up of the consumer, to be called when no lock is held.
  func put(_ item: Element, isLast: Bool = false) -> Delivery? {
    lock.withLock {
      guard !isClosed, !isCancelled else { return nil }
      isClosed = isLast
      guard let reader else {
        items.append(item)
        return nil
      }
      self.reader = nil
      return Delivery { reader.resume(returning: item) }
    }
  }

  /// The next item; nil after the last one, or when the consuming task was cancelled.
  func next() async -> Element? {
    await withTaskCancellationHandler {
      await withUnsafeContinuation { (continuation: UnsafeContinuation<Element?, Never>) in
        let (isKnown, item) = lock.withLock { () -> (Bool, Element?) in
          if isCancelled { return (true, nil) }
          if let item = items.popFirst() { return (true, item) }
          if isClosed { return (true, nil) }
          require(
            reader == nil,
            "Two tasks iterate over the same sequence of \(Element.self): create one for each task."
          )
          reader = continuation
          return (false, nil)
        }
        if isKnown { continuation.resume(returning: item) }
      }
    } onCancel: {
      let reader = lock.withLock {
        isCancelled = true
        defer { self.reader = nil }
        return self.reader
      }
      reader?.resume(returning: nil)
    }
  }
}

/// To be called when no lock is held.
struct Delivery: Sendable {
  let resume: @Sendable () -> Void
}

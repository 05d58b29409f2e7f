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

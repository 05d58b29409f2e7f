internal import StageFloor

/// How far the operations of a manager have come.
public struct OperationProgress: Sendable, Hashable {
  /// How many have ended.
  public var finished: Int
  /// How many there are, those that have ended included.
  public var total: Int
  /// The share of the work that is done: each operation counts alike, and those that report their
  /// own progress count as far as they have come.
  public var fraction: Double
}

extension OperationProgress: CustomStringConvertible {
  /// A sentence with the numbers.
  public var description: String {
    let percent = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
    return "\(finished) of \(total) operations have ended, and \(percent) % of the work is done."
  }
}

/// What a manager counts.
struct ProgressCount {
  var finished = 0
  var total = 0
  /// The reported shares of those that have not ended, added up.
  var parts = 0.0
  /// Those who read: whoever has let go of its sequence is forgotten.
  var mailboxes: [WeakMailbox] = []

  struct WeakMailbox {
    weak var mailbox: Mailbox<OperationProgress>?
  }

  /// There is one more; where all have ended, the count begins anew.
  mutating func began() {
    if finished == total { (finished, total, parts) = (0, 0, 0) }
    total += 1
  }

  /// One that had reported so much has ended.
  mutating func ended(_ fraction: Double) {
    finished += 1
    parts -= fraction
  }

  var snapshot: OperationProgress {
    let done = Double(finished) + parts
    return OperationProgress(
      finished: finished, total: total, fraction: total == 0 ? 1 : min(1, done / Double(total)))
  }
}

extension OperationManager {
  /// How far its operations have come, counted from when the manager last had none.
  public var currentProgress: OperationProgress {
    Engine.shared.lock.withLock { progress.snapshot }
  }

  /// How far its operations have come, now and whenever that changes.
  ///
  /// A reader that is slow misses nothing, but gets all snapshots one after another. The sequence has
  /// no end of its own; each call makes one, for one reader.
  public var progressUpdates: OperationUpdates<OperationProgress> {
    let mailbox = Mailbox<OperationProgress>()
    let delivery = Engine.shared.lock.withLock {
      progress.mailboxes.removeAll { $0.mailbox == nil }
      progress.mailboxes.append(ProgressCount.WeakMailbox(mailbox: mailbox))
      return mailbox.put(progress.snapshot)
    }
    delivery?.resume()
    return OperationUpdates(mailbox: mailbox)
  }

  /// An operation tells how far it has come.
  func report(_ fraction: Double, of handle: AnyOperationHandle) {
    Engine.shared.perform { deeds in
      guard handle.details.verdict == nil else { return }
      progress.parts += fraction - handle.details.fraction
      handle.details.rarities.fraction = fraction
      tellProgress(&deeds)
    }
  }

  /// Tells those who follow the progress; under the lock.
  func tellProgress(_ deeds: inout Deeds) {
    guard !progress.mailboxes.isEmpty else { return }
    let snapshot = progress.snapshot
    for place in progress.mailboxes {
      if let delivery = place.mailbox?.put(snapshot) { deeds.append(.deliver(delivery)) }
    }
  }
}

extension AnyOperationHandle {
  /// How much of its work is done, from 0 to 1, as far as its body tells; 1 when it has ended.
  public final var fractionCompleted: Double {
    let core = core
    return Engine.shared.lock.withLock {
      core.details.verdict == nil ? core.details.fraction : 1
    }
  }
}

/// What changes, in its order, for one reader.
///
/// The sequence ends when nothing can come any more, and when the reading task is cancelled.
public struct OperationUpdates<Element: Sendable>: AsyncSequence, Sendable {
  /// Reads one update after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let mailbox: Mailbox<Element>
    fileprivate let source: (any AnyObject & Sendable)?

    /// The next update; nil after the last one.
    public mutating func next() async -> Element? { await mailbox.next() }
  }

  let mailbox: Mailbox<Element>
  /// What puts news in as long as somebody reads.
  var source: (any AnyObject & Sendable)?

  /// The reader; there is one.
  public func makeAsyncIterator() -> Iterator { Iterator(mailbox: mailbox, source: source) }
}

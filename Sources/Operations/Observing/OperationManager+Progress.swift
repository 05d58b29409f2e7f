internal import StageFloor

extension OperationManager {
  /// The progress of a manager's operations.
  public struct Progress: Sendable, Hashable {
    /// The number of operations that have ended.
    public var finished: Int
    /// The number of operations, including those that have ended.
    public var total: Int
    /// The completed share of the work.
    ///
    /// All operations have the same weight; a running one counts with the share that its body has
    /// reported.
    public var fraction: Double
  }
}

extension OperationManager.Progress: CustomStringConvertible {
  /// A sentence with the numbers.
  public var description: String {
    let percent = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
    return "\(finished) of \(total) operations have ended, and \(percent) % of the work is done."
  }
}

struct ProgressCount {
  var finished = 0
  var total = 0
  var parts = 0.0
  /// The consumers; those that have released their sequence are removed.
  var mailboxes: [WeakReference<Mailbox<OperationManager.Progress>>] = []

  /// Counts a new operation; if all have ended, the counters restart from zero.
  mutating func began() {
    if finished == total { (finished, total, parts) = (0, 0, 0) }
    total += 1
  }

  mutating func ended(_ fraction: Double) {
    finished += 1
    parts -= fraction
  }

  var snapshot: OperationManager.Progress {
    let done = Double(finished) + parts
    return OperationManager.Progress(
      finished: finished, total: total, fraction: total == 0 ? 1 : min(1, done / Double(total)))
  }
}

extension OperationManager {
  /// The progress of the manager's operations, counted since the manager was last idle.
  public var currentProgress: Progress {
    Engine.shared.modify { _ in progress.snapshot }
  }

  /// The current progress and every later change.
  ///
  /// A slow consumer receives every snapshot, one after another. The sequence does not end by
  /// itself. Each call returns a separate sequence for one consumer.
  public var progressUpdates: AsyncStream<Progress> {
    let mailbox = Mailbox<Progress>()
    let delivery = Engine.shared.modify { _ in
      progress.mailboxes.removeAll { $0.object == nil }
      progress.mailboxes.append(WeakReference(mailbox))
      return mailbox.put(progress.snapshot)
    }
    delivery?.resume()
    return mailbox.stream()
  }

  func report(_ fraction: Double, of handle: AnyOperationHandle) {
    Engine.shared.modify { report(fraction, of: handle, &$0) }
  }

  func report(_ fraction: Double, of handle: AnyOperationHandle, _ effects: inout Effects) {
    guard handle.details.verdict == nil else { return }
    set(fraction, of: handle, &effects)
    WeightedProgress.passOn(handle, &effects)
  }

  /// Of an operation that has not ended.
  func set(_ fraction: Double, of handle: AnyOperationHandle, _ effects: inout Effects) {
    progress.parts += fraction - handle.details.fraction
    handle.details.extras.fraction = fraction
    for mailbox in handle.details.mailboxes where mailbox.isSignal {
      if let delivery = mailbox.put(.executing) { effects.append(.deliver(delivery)) }
    }
    publishProgress(&effects)
  }

  func publishProgress(_ effects: inout Effects) {
    guard !progress.mailboxes.isEmpty else { return }
    let snapshot = progress.snapshot
    for reference in progress.mailboxes {
      if let delivery = reference.object?.put(snapshot) { effects.append(.deliver(delivery)) }
    }
  }
}

extension AnyOperationHandle {
  /// The completed share of the operation's work, from 0 to 1, as reported by its body; 1 after the
  /// end.
  public final var fractionCompleted: Double {
    let core = core
    return Engine.shared.modify { _ in
      core.details.verdict == nil ? core.details.fraction : 1
    }
  }
}

internal import StageFloor

/// The progress of an operation as the weighted mean of the progress of others.
final class WeightedProgress: @unchecked Sendable {  // guard: the lock of `Engine.shared`
  private struct Part {
    let weight: Double
    var fraction = 0.0
    var hasEnded = false
  }

  /// An entry in the list of a part, which retains it.
  struct Follower {
    let progress: WeightedProgress
    let index: Int
  }

  /// The parts retain this object, and must not retain the operation in turn.
  private let operation: WeakReference<AnyOperationHandle>
  private var parts: [Part]
  private let total: Double
  /// The sum of weight × fraction.
  private var sum = 0.0
  private var running: Int
  /// The operation has ended, or has other parts now.
  private(set) var isOver = false
  private var isPending = false

  init(of operation: AnyOperationHandle, weights: [Double]) {
    self.operation = WeakReference(operation)
    parts = weights.map { Part(weight: $0) }
    total = weights.reduce(0, +)
    running = weights.count
  }

  /// Replaces the parts of the operation; under the lock.
  func begin(
    of operation: AnyOperationHandle, with handles: [AnyOperationHandle], _ effects: inout Effects
  ) {
    guard operation.details.verdict == nil else { return }
    operation.details.existingExtras?.weightedProgress?.isOver = true
    operation.details.extras.weightedProgress = self
    for (index, part) in handles.enumerated() {
      _ = note(part, at: index)
      if !parts[index].hasEnded {
        part.details.extras.add(Follower(progress: self, index: index))
      }
    }
    operation.manager.report(fraction, of: operation, &effects)
  }

  /// Under the lock.
  func end() { isOver = true }

  // The sum of many changes is not exact.
  private var fraction: Double { running == 0 ? 1 : min(max(sum / total, 0), 1) }

  /// Returns whether the part has changed by more than rounding: otherwise operations that are parts
  /// of each other would report to each other forever.
  private func note(_ part: AnyOperationHandle, at index: Int) -> Bool {
    let hasEnded = part.details.verdict != nil || part.details.isForgotten
    let fraction = hasEnded ? 1 : part.details.fraction
    let old = parts[index]
    guard abs(fraction - old.fraction) > 1e-9 || hasEnded != old.hasEnded else { return false }
    parts[index].fraction = fraction
    parts[index].hasEnded = hasEnded
    sum += old.weight * (fraction - old.fraction)
    if hasEnded, !old.hasEnded { running -= 1 }
    return true
  }

  /// Passes a change of an operation on to those of which it is a part, and so on; under the lock.
  ///
  /// Parts may be nested deeply, so this is a loop.
  static func passOn(_ part: AnyOperationHandle, _ effects: inout Effects) {
    guard part.details.existingExtras?.followers.isEmpty == false else { return }
    var pending = Deque<WeightedProgress>()
    note(part, &pending)
    // Each of these may be the last reference.
    var operations: [AnyOperationHandle?] = []
    // Operations that are parts of each other approach their values slowly if a part outside has
    // little weight: then the progress stays approximate.
    var rounds = 0
    var visits: [ObjectIdentifier: Int] = [:]
    while let progress = pending.popFirst() {
      progress.isPending = false
      rounds += 1
      if rounds > 100_000 {
        visits[ObjectIdentifier(progress), default: 0] += 1
        if visits[ObjectIdentifier(progress), default: 0] > 64 { continue }
      }
      guard let operation = progress.operation.object else { continue }
      operations.append(operation)
      operation.manager.set(progress.fraction, of: operation, &effects)
      note(operation, &pending)
    }
    effects.append(.releaseHandles(operations))
  }

  private static func note(_ part: AnyOperationHandle, _ pending: inout Deque<WeightedProgress>) {
    guard let extras = part.details.existingExtras, !extras.followers.isEmpty else { return }
    var hasLeft = false
    for follower in extras.followers {
      let progress = follower.progress
      if progress.isOver {
        hasLeft = true
      } else if progress.note(part, at: follower.index), !progress.isPending {
        progress.isPending = true
        pending.append(progress)
      }
    }
    if hasLeft { extras.dropFollowersThatAreOver() }
  }
}

extension HandleExtras {
  fileprivate func add(_ follower: WeightedProgress.Follower) {
    // Limits the entries that are over if no part ever reports.
    if followers.count >= 16, followers.count.nonzeroBitCount == 1 { dropFollowersThatAreOver() }
    followers.append(follower)
  }

  /// The operation has ended, or will never be submitted; under the lock.
  func endProgress(of handle: AnyOperationHandle, _ effects: inout Effects) {
    weightedProgress?.end()
    weightedProgress = nil
    if followers.isEmpty { return }
    WeightedProgress.passOn(handle, &effects)
    followers = []
  }

  fileprivate func dropFollowersThatAreOver() { followers.removeAll { $0.progress.isOver } }
}

extension OperationContext {
  /// Reports the progress of other operations, such as children, as that of this one.
  ///
  /// ```swift
  /// let text = context.children.submit("text") { try await exportText() }
  /// let maps = context.children.submit("maps") { try await exportMaps() }
  /// context.report(progressOf: [text: 1, maps: 3])
  /// ```
  ///
  /// From now on, this operation's progress is the mean of theirs, in proportion to their weights;
  /// one that has ended counts as complete, however it ended, and without parts the work is
  /// complete. The parts may have parts of their own. A later call replaces the parts. The value of
  /// a later ``report(progress:)`` is replaced when a part changes. The progress of a manager counts
  /// its operations equally.
  ///
  /// - Parameter parts: The operations and their weights: zero or more, and not all zero.
  /// - Complexity: O(*n*) for *n* parts, during which no manager starts an operation; O(1) for each
  ///   change of a part, and for each operation on which it has an effect.
  public func report(progressOf parts: KeyValuePairs<AnyOperationHandle, Double>) {
    report(progressOf: parts.map { ($0.key, $0.value) })
  }

  /// Reports the progress of a list of other operations as that of this one.
  ///
  /// ```swift
  /// let pages = (1...9).map { page in context.children.submit { try await exportPage(page) } }
  /// context.report(progressOf: pages.map { ($0, 1) })
  /// ```
  ///
  /// Everything else is as with a dictionary literal.
  ///
  /// - Parameter parts: The operations and their weights: zero or more, and not all zero.
  /// - Complexity: O(*n*) for *n* parts, during which no manager starts an operation; O(1) for each
  ///   change of a part, and for each operation on which it has an effect.
  public func report(progressOf parts: [(AnyOperationHandle, Double)]) {
    let weights = parts.map(\.1)
    let total = weights.reduce(0, +)
    require(
      parts.isEmpty || weights.allSatisfy { $0 >= 0 } && total > 0 && total.isFinite,
      "The weights of the parts of “\(handle.name)” must be zero or more, and not all zero: "
        + "\(weights).")
    let progress = WeightedProgress(of: handle, weights: weights)
    let handles = parts.map(\.0.core)
    Engine.shared.modify { progress.begin(of: handle, with: handles, &$0) }
  }
}

extension AnyOperationHandle {
  /// The current ``fractionCompleted`` and every later change, up to the end of the operation.
  ///
  /// A slow consumer receives the newest value only, and none twice in a row. The last value is 1.
  /// The sequence retains the operation. Each call returns a separate sequence for one consumer.
  public final var progressUpdates: some AsyncSequence<Double, Never> & Sendable {
    let (signals, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    let signal: @Sendable () -> Void = { [weak self] in
      continuation.yield()
      if self?.state.isFinal != false { continuation.finish() }
    }
    let token = observeChanges(signal)
    continuation.onTermination = { _ in token.cancel() }
    signal()
    let last = Guarded(Double?.none)
    return signals.compactMap { [self] _ in
      let fraction = fractionCompleted
      return last.withLock { last in
        defer { last = fraction }
        return last == fraction ? nil : fraction
      }
    }
  }
}

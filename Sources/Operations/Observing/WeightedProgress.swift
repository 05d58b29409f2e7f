internal import StageFloor

/// The progress of an operation as the weighted mean of the progress of others.
final class WeightedProgress: @unchecked Sendable {  // guard: the lock of `Engine.shared`
  /// The parts retain this object, and must not retain the operation in turn.
  private let operation: WeakReference<AnyOperationHandle>
  private let weights: [Double]
  private let total: Double
  private var fractions: [Double]

  init(of operation: AnyOperationHandle, weights: [Double]) {
    self.operation = WeakReference(operation)
    self.weights = weights
    total = weights.reduce(0, +)
    fractions = Array(repeating: 0, count: weights.count)
  }

  /// Follows a part until it ends.
  func follow(_ part: AnyOperationHandle, at index: Int) {
    let mailbox = Mailbox<AnyOperationHandle.State> { [self, weak part] in
      guard let part else { return }
      Engine.shared.modify { update(part, at: index, &$0) }
    }
    Engine.shared.modify { effects in
      if part.details.verdict == nil { part.details.extras.mailboxes.append(mailbox) }
      update(part, at: index, &effects)
    }
  }

  private func update(_ part: AnyOperationHandle, at index: Int, _ effects: inout Effects) {
    fractions[index] = part.details.verdict == nil ? part.details.fraction : 1
    guard let operation = operation.object else { return }
    let sum = zip(weights, fractions).reduce(0) { $0 + $1.0 * $1.1 }
    operation.manager.report(min(sum / total, 1), of: operation, &effects)
  }
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
  /// one that has ended counts as complete, however it ended. The parts may have parts of their own.
  /// A call of ``report(progress:)`` counts until a part changes. The progress of a manager counts
  /// its operations equally.
  ///
  /// - Parameter parts: The operations and their weights: zero or more, and not all zero.
  /// - Complexity: O(*n*) for *n* parts, here and for each change of a part.
  public func report(progressOf parts: KeyValuePairs<AnyOperationHandle, Double>) {
    let weights = parts.map(\.value)
    let total = weights.reduce(0, +)
    require(
      weights.allSatisfy { $0 >= 0 } && total > 0 && total.isFinite,
      "The weights of the parts of “\(handle.name)” must be zero or more, and not all zero: "
        + "\(weights).")
    let progress = WeightedProgress(of: handle, weights: weights)
    for (index, part) in parts.enumerated() { progress.follow(part.key.core, at: index) }
  }
}

extension AnyOperationHandle {
  /// The current ``fractionCompleted`` and every later change, up to the end of the operation.
  ///
  /// A slow consumer receives the newest value only. The last value is 1. The sequence retains the
  /// operation. Each call returns a separate sequence for one consumer.
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
    return signals.map { [self] _ in fractionCompleted }
  }
}

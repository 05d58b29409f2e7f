internal import StageFloor

/// The progress of an operation as the weighted mean of the progress of others.
final class WeightedProgress: @unchecked Sendable {  // guard: the lock of `Engine.shared`
  private struct Part {
    let weight: Double
    var fraction = 0.0
    var hasEnded = false
  }

  /// The parts retain this object, and must not retain the operation in turn.
  private let operation: WeakReference<AnyOperationHandle>
  private var parts: [Part]
  private let total: Double
  /// Of weights times fractions.
  private var sum = 0.0
  private var running: Int

  init(of operation: AnyOperationHandle, weights: [Double]) {
    self.operation = WeakReference(operation)
    parts = weights.map { Part(weight: $0) }
    total = weights.reduce(0, +)
    running = weights.count
  }

  /// Follows the parts until they end.
  func follow(_ handles: [AnyOperationHandle]) {
    let mailboxes = handles.indices.map { index in
      Mailbox<AnyOperationHandle.State> { [self, weak part = handles[index]] in
        guard let part else { return }
        Engine.shared.modify { if note(part, at: index) { publish(&$0) } }
      }
    }
    Engine.shared.modify { effects in
      for (index, part) in handles.enumerated() {
        if part.details.verdict == nil { part.details.extras.mailboxes.append(mailboxes[index]) }
        _ = note(part, at: index)
      }
      publish(&effects)
    }
  }

  /// Returns whether the part has changed by more than rounding: otherwise operations that are parts
  /// of each other would report to each other forever.
  private func note(_ part: AnyOperationHandle, at index: Int) -> Bool {
    let hasEnded = part.details.verdict != nil
    let fraction = hasEnded ? 1 : part.details.fraction
    let old = parts[index]
    guard abs(fraction - old.fraction) > 1e-9 || hasEnded != old.hasEnded else { return false }
    parts[index].fraction = fraction
    parts[index].hasEnded = hasEnded
    sum += old.weight * (fraction - old.fraction)
    if hasEnded, !old.hasEnded { running -= 1 }
    return true
  }

  private func publish(_ effects: inout Effects) {
    guard let operation = operation.object else { return }
    // The sum of many changes is not exact.
    let fraction = running == 0 ? 1 : min(max(sum / total, 0), 1)
    operation.manager.report(fraction, of: operation, &effects)
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
  /// - Complexity: O(*n*) for *n* parts; O(1) for each change of a part.
  public func report(progressOf parts: KeyValuePairs<AnyOperationHandle, Double>) {
    let weights = parts.map(\.value)
    let total = weights.reduce(0, +)
    require(
      weights.allSatisfy { $0 >= 0 } && total > 0 && total.isFinite,
      "The weights of the parts of “\(handle.name)” must be zero or more, and not all zero: "
        + "\(weights).")
    WeightedProgress(of: handle, weights: weights).follow(parts.map(\.key.core))
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

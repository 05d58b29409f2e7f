/// The end of an operation in the hands of a callback: whoever comes first finishes it, once.
///
/// For work that reports its end by calling back, and holds no thread meanwhile:
///
/// ```swift
/// let card = try await withOperationCompletion(of: Card.self) { completion in
///   let request = registry.requestCard(of: reader) { card, error in
///     if let card { completion.finish(card) } else { completion.fail(error ?? NoCard()) }
///   }
///   completion.onCancel { request.stop() }
/// }
/// ```
///
/// The first call of ``finish(_:)``, ``fail(_:)`` or ``finish(with:)`` decides; later ones do nothing
/// and return `false`. A completion that is released unfinished fails with ``LostCompletion``, so
/// nobody waits for ever. All methods may be called from any thread, and do not wait for the one who
/// is told.
public final class OperationCompletion<Output: Sendable>: Sendable {
  private let core: CompletionCore<Output>
  private let fileID: String
  private let line: Int

  init(_ core: CompletionCore<Output>, fileID: String, line: Int) {
    self.core = core
    self.fileID = fileID
    self.line = line
  }

  deinit { _ = core.settle(.failure(LostCompletion(fileID: fileID, line: line))) }

  /// Finishes with a value.
  ///
  /// - Parameter output: the value.
  /// - Returns: whether this was the first call, and counts.
  @discardableResult
  public func finish(_ output: Output) -> Bool { core.settle(.success(output)) }

  /// Finishes with an error.
  ///
  /// - Parameter error: the error.
  /// - Returns: whether this was the first call, and counts.
  @discardableResult
  public func fail(_ error: any Error) -> Bool { core.settle(.failure(error)) }

  /// Finishes with a value or an error.
  ///
  /// - Parameter result: either of them.
  /// - Returns: whether this was the first call, and counts.
  @discardableResult
  public func finish(with result: Result<Output, any Error>) -> Bool { core.settle(result) }

  /// Whether it has been finished, or given up.
  public var isFinished: Bool { core.isSettled }

  /// Whether the one who waits has been cancelled.
  public var isCancelled: Bool { core.isCancelled }

  /// Calls `handler` when the one who waits is cancelled before the end.
  ///
  /// At once if that has happened, never if it has finished. Called at most once, on the thread that
  /// cancels; several handlers are called in the order in which they were added. The handler is kept
  /// until the end: one that captures what keeps this completion alive hides its loss.
  public func onCancel(_ handler: @escaping @Sendable () -> Void) {
    core.addCancelHandler(handler)
  }
}

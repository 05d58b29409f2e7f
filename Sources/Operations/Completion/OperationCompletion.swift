/// An object with which a callback finishes an asynchronous wait, exactly once.
///
/// Use it for work that reports its end through a callback and holds no thread until then:
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
/// The first call of ``finish(_:)``, ``fail(_:)`` or ``finish(with:)`` decides; later calls do
/// nothing and return `false`. A completion that is released unfinished fails with
/// ``OperationCompletionLostError``, so no wait is endless. All methods may be called from any
/// thread, and do not wait for the receiving task.
public final class OperationCompletion<Output: Sendable>: Sendable {
  private let core: CompletionCore<Output>
  private let fileID: String
  private let line: Int

  init(_ core: CompletionCore<Output>, fileID: String, line: Int) {
    self.core = core
    self.fileID = fileID
    self.line = line
  }

  deinit { _ = core.settle(.failure(OperationCompletionLostError(fileID: fileID, line: line))) }

  /// Finishes with a value.
  ///
  /// - Parameter output: The value.
  /// - Returns: Whether this was the first call.
  @discardableResult
  public func finish(_ output: Output) -> Bool { core.settle(.success(output)) }

  /// Finishes with an error.
  ///
  /// - Parameter error: The error.
  /// - Returns: Whether this was the first call.
  @discardableResult
  public func fail(_ error: any Error) -> Bool { core.settle(.failure(error)) }

  /// Finishes with a value or an error.
  ///
  /// - Parameter result: The value or the error.
  /// - Returns: Whether this was the first call.
  @discardableResult
  public func finish(with result: Result<Output, any Error>) -> Bool { core.settle(result) }

  /// Whether it has been finished or abandoned.
  public var isFinished: Bool { core.isSettled }

  /// Whether the waiting task has been cancelled.
  public var isCancelled: Bool { core.isCancelled }

  /// Calls `handler` when the waiting task is cancelled before the end.
  ///
  /// The handler is called at once if the task has been cancelled already, and never if the
  /// completion is finished. It is called at most once, on the cancelling thread; several handlers
  /// are called in the order in which they were added. It is retained until the end: if it captures
  /// an object that keeps this completion alive, the loss of the completion is not detected.
  ///
  /// - Parameter handler: The function to call.
  public func onCancel(_ handler: @escaping @Sendable () -> Void) {
    core.addCancelHandler(handler)
  }
}

/// An error for an ``OperationCompletion`` that was released unfinished.
///
/// It means that a callback was released without having been called. The error contains the line
/// where the completion was created.
public struct OperationCompletionLostError: Error, Hashable, CustomStringConvertible {
  /// The file in which the completion was created, as `#fileID`.
  public let fileID: String
  /// The line in which it was created.
  public let line: Int

  /// A sentence that contains the file and the line.
  public var description: String {
    "The completion made at \(fileID):\(line) was released unfinished."
  }
}

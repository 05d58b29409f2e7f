internal import StageFloor

/// The running operation, as seen by its body.
///
/// ``AsyncOperation/run(_:)`` receives it as a parameter; a closure reads it from ``current``.
/// Conditions receive one as well. All methods may be called from any thread or task.
public struct OperationContext: Sendable {
  /// The context of the running operation, available in its body, in tasks that the body starts,
  /// and on the thread of a blocking body.
  @TaskLocal public static var current: OperationContext?

  let handle: AnyOperationHandle

  /// The number of this attempt, starting with 1; 0 while the conditions are evaluated before the
  /// first attempt.
  ///
  /// A volatile condition that is evaluated right before the body sees the number that the body
  /// will see.
  public let attempt: Int

  private let only: AnyOperationHandle?
  private let rest: Rest?

  private final class Rest: Sendable {
    let dependencies: [AnyOperationHandle?]
    let thread: BlockingBody?
    let surroundings: BodySurroundings?

    init(
      dependencies: [AnyOperationHandle?], thread: BlockingBody?, _ surroundings: BodySurroundings?
    ) {
      self.dependencies = dependencies
      self.thread = thread
      self.surroundings = surroundings
    }
  }

  init(
    handle: AnyOperationHandle, attempt: Int, only: AnyOperationHandle? = nil,
    several: [AnyOperationHandle?]? = nil, in surroundings: BodySurroundings? = nil
  ) {
    self.handle = handle
    self.attempt = attempt
    self.only = only
    rest =
      several == nil && surroundings == nil
      ? nil : Rest(dependencies: several ?? [], thread: nil, surroundings)
  }

  private init(_ context: OperationContext, on thread: BlockingBody) {
    (handle, attempt, only) = (context.handle, context.attempt, context.only)
    rest = Rest(
      dependencies: context.rest?.dependencies ?? [], thread: thread, context.surroundings)
  }

  var dependencies: [AnyOperationHandle?] { only.map { [$0] } ?? rest?.dependencies ?? [] }

  var thread: BlockingBody? { rest?.thread }

  var surroundings: BodySurroundings? { rest?.surroundings }

  @usableFromInline
  var onlyDependency: AnyOperationHandle? { only ?? rest?.dependencies.first ?? nil }

  /// For an operation that has exactly one dependency, and requires it.
  @inlinable
  func valueOfOnlyDependency<Value: Sendable>() -> Value {
    guard let handle = onlyDependency,
      let value = unsafeDowncast(handle, to: OperationHandle<Value>.self).output
    else { preconditionFailure("An operation started before a dependency had a value.") }
    return value
  }

  /// The operation.
  public var operation: AnyOperationHandle { handle }

  /// The manager of the operation.
  public var manager: OperationManager { handle.manager }

  /// The scope of the operation's children.
  ///
  /// This operation does not end before its children: until then it keeps its categories, which the
  /// children share, and cancelling it cancels them. The outcome of a child does not affect the
  /// outcome of this operation. A child submitted after this operation has ended is cancelled
  /// immediately.
  ///
  /// A child with a dependency that waits for this operation fails immediately with
  /// ``OperationError/Kind/wouldDeadlock``.
  public var children: OperationScope { OperationScope(handle: handle) }

  /// Whether the operation has been cancelled or has timed out.
  ///
  /// The task of the body is cancelled as well. A blocking body runs outside a task and checks this
  /// property instead.
  public var isCancelled: Bool {
    Engine.shared.lock.withLock {
      handle.details.isCancelRequested || handle.details.isAttemptOver
        || handle.details.verdict != nil
    }
  }

  /// Reports how much of the work is done.
  ///
  /// The last call counts; a call after the end does nothing.
  ///
  /// - Parameter fraction: The completed share, from 0 to 1. Other values are clamped; NaN is
  ///   ignored.
  public func report(progress fraction: Double) {
    guard !fraction.isNaN else { return }
    handle.manager.report(min(max(fraction, 0), 1), of: handle)
  }
}

extension OperationContext {
  /// Runs blocking code on a thread that is not shared with tasks.
  ///
  /// `body` finds this context in ``current``. Other task-local values are visible to it only if the
  /// options of the operation set ``OperationOptions/inheritsTaskLocals``. If the operation is
  /// cancelled before a thread is available, `body` does not run.
  ///
  /// - Parameter body: The code to run. Cancelling the operation does not interrupt it.
  /// - Returns: The return value of `body`.
  /// - Throws: The error of `body`, or `CancellationError` if it did not run.
  public func onThread<Result: Sendable>(
    _ body: @escaping @Sendable () throws -> Result
  ) async throws -> Result {
    let thread = BlockingBody(isBody: Engine.shared.isBody(of: self))
    let context = OperationContext(self, on: thread)
    return try await withTaskCancellationHandler {
      try await BlockingThreads.shared.perform(keepingLocals: surroundings != nil) {
        thread.enter()
        return try OperationContext.$current.withValue(context) { try body() }
      }
    } onCancel: {
      thread.cancel()
    }
  }
}

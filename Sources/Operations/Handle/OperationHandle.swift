internal import StageFloor

/// An operation and its future value.
///
/// ```swift
/// let login = manager.submit("login") { try await session.logIn() }
/// let favourite = manager.submit("favourite", after: login) { reader in
///   try await shelf.add(book, for: reader)
/// }
/// try await favourite.value
/// ```
///
/// A handle is also an edge: passed as `after:`, it makes the new operation require its value.
/// ``result``, ``failed`` and the parameter `following:` are the other kinds of edge.
public final class OperationHandle<Output: Sendable>:
  AnyOperationHandle, @unchecked Sendable  // guard: the engine's lock, and the order below
{
  // `body` and `conditions` are set before the handle is shared, and released when they can
  // no longer be called; `output` is written by the thread that runs the body, before the verdict
  // is written under the lock, and read by other threads after they have seen the verdict;
  // `schedule` is used under the lock of the engine.

  typealias Body =
    @Sendable (OperationContext, [AnyOperationHandle?]) async throws -> Output

  private var body: Body?
  private var conditions: [OperationCondition<Output>]?
  var schedule: (@Sendable (OperationHandle<Output>, Int) -> Void)?
  private let schedulesItself: Bool
  /// The index of the condition that is evaluated first; used by one caller at a time.
  private var firstCondition: UInt32 = 0
  /// The value from the body or a condition; the verdict tells whether it counts.
  private var output: Output?

  init(
    manager: OperationManager, options: OperationOptions, site: OperationSite,
    conditions: [OperationCondition<Output>], schedulesItself: Bool = false, body: @escaping Body
  ) {
    self.schedulesItself = schedulesItself
    self.conditions = conditions.isEmpty ? nil : conditions
    self.body = body
    super.init(manager: manager, options: options, site: site)
  }

  /// Creates another handle of a shared operation, which stays reserved until this handle is used.
  ///
  /// - Parameter original: The handle in the engine.
  init(reserving original: OperationHandle<Output>) {
    schedulesItself = false
    super.init(reserving: original)
  }

  /// The handle in the engine.
  private var typedCore: OperationHandle<Output> {
    unsafeDowncast(core, to: OperationHandle<Output>.self)
  }

  /// How the operation ended; nil until then.
  ///
  /// It never changes once it is known. It is known as soon as it is certain: when the body has
  /// returned, or when an operation that it requires has failed.
  public var outcome: OperationOutcome<Output>? {
    let core = typedCore
    let (verdict, reason, error) = Engine.shared.lock.withLock {
      (
        core.details.verdict, core.details.existingExtras?.reason,
        core.details.existingExtras?.error
      )
    }
    switch verdict?.ending {
    case .succeeded: return core.output.map { .success($0) }
    case .failed: return .failure(error ?? CancellationError())
    case .cancelled: return .cancelled(reason ?? OperationCancellationReason(.requested))
    case .skipped: return .skipped(reason ?? OperationCancellationReason(.condition))
    case nil: return nil
    }
  }

  /// The value, after waiting for the end.
  ///
  /// Cancelling the waiting task ends the wait, not the operation. In the body of another
  /// operation, though not in tasks that it starts, the wait frees the slot of that operation: see
  /// ``AnyOperationHandle/waitForEnd()``.
  ///
  /// - Throws: The error of the operation; an ``OperationError`` if it was cancelled or skipped, or
  ///   if the wait could never end; `CancellationError` if the waiting task was cancelled.
  public var value: Output {
    get async throws {
      try await waitForEnd()
      guard let outcome else { throw CancellationError() }
      return try outcome.get(from: name)
    }
  }

  /// Waits for the end, up to a time limit.
  ///
  /// The operation continues if the wait times out. The time is measured by the clock of its
  /// manager. A waiting body may get its slot back only later; in that case it continues later.
  ///
  /// - Parameter timeout: The maximum time to wait.
  /// - Returns: The value; nil if the wait timed out.
  /// - Throws: The same errors as ``value``.
  public func value(timeout: Duration) async throws -> Output? {
    guard try await waitForEnd(timeout: timeout) else { return nil }
    return try outcome?.get(from: name)
  }

  /// The value, for dependents that start only if there is one.
  ///
  /// They were notified of the end under the lock, after the value was written.
  var settledValue: Output? { output }

  /// The value as a result, for dependents that run in any case; valid after the end.
  var settledResult: Result<Output, any Error> {
    switch outcome {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error)
    case .cancelled, nil: .failure(CancellationError())
    case .skipped(let reason):
      .failure(OperationError(.skipped, operation: name, reason: reason))
    }
  }

  // MARK: For the engine

  override func runBody(_ context: OperationContext) async -> (any Error)? {
    guard let body else { return nil }
    do {
      output = try await body(context, context.dependencies)
      return nil
    } catch {
      return error
    }
  }

  override func evaluateConditions(
    _ context: OperationContext, onlyVolatile: Bool
  ) async -> ConditionsAnswer {
    guard let conditions else { return .proceed }
    let (answer, value) = await OperationCondition.evaluate(
      conditions, from: Int(firstCondition), onlyVolatile: onlyVolatile, context)
    if case .first(_, by: let position) = answer {
      firstCondition = UInt32(position)
    } else {
      firstCondition = 0
    }
    if case .satisfied = answer { output = value }
    return answer
  }

  override var hasConditions: Bool { conditions != nil }

  override var hasVolatileConditions: Bool { conditions?.contains { $0.isVolatile } ?? false }

  override func scheduleCall(_ number: Int) -> (@Sendable () -> Void)? {
    guard let schedule else { return nil }
    return { schedule(self, number) }
  }

  override func dropBody(keepsOutput: Bool) {
    body = nil
    if !keepsOutput { output = nil }
    conditions = nil
    // A value that came too late does not count and is never read.
    if details.verdict?.ending != .succeeded { output = nil }
    guard schedulesItself else { return }
    // `scheduleCall(_:)` may read it at the same time.
    let schedule = Engine.shared.lock.withLock {
      defer { self.schedule = nil }
      return self.schedule
    }
    _ = schedule
  }
}

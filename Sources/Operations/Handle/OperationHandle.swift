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
  // `parts` is set before the handle is shared, and released when nothing in it can be called any
  // more; the value is written by the thread that runs the body, before the verdict is written
  // under the lock, and read by other threads after they have seen the verdict.

  /// The client's module supplies the type's metadata and the specialized body.
  @usableFromInline
  override init(
    manager: OperationManager, options: OperationOptions, site: OperationSite,
    runner: @escaping Runner
  ) {
    super.init(manager: manager, options: options, site: site, runner: runner)
  }

  convenience init(
    manager: OperationManager, options: OperationOptions, site: OperationSite,
    conditions: [OperationCondition<Output>], body: @escaping Body
  ) {
    self.init(
      manager: manager, options: options, site: site, runner: OperationHandle.runner(for: body))
    addConditions(conditions)
  }

  typealias Body = @Sendable (OperationContext) async throws -> Output

  private static func runner(for body: @escaping Body) -> Runner {
    { handle, context in
      do {
        unsafeDowncast(handle, to: OperationHandle<Output>.self).store(try await body(context))
        return nil
      } catch {
        return error
      }
    }
  }

  /// Another handle of a shared operation, reserved until this handle is used.
  init(reserving original: OperationHandle<Output>) {
    super.init(reserving: original)
  }

  deinit { dropOutput() }

  private var typedCore: OperationHandle<Output> {
    unsafeDowncast(core, to: OperationHandle<Output>.self)
  }

  /// How the operation ended; nil until then.
  ///
  /// It never changes once it is known. It is known as soon as it is certain: when the body has
  /// returned, or when an operation that it requires has failed.
  public var outcome: OperationOutcome<Output>? {
    let core = typedCore
    return core.outcome(of: Engine.shared.modify { _ in core.end })
  }

  /// The outcome for dependents: the operation has ended, so none need be recalled from drivers.
  var settledOutcome: OperationOutcome<Output>? {
    let core = typedCore
    return core.outcome(of: Engine.shared.lock.withLock { core.end })
  }

  private typealias End = (verdict: Verdict?, reason: OperationError.Reason?, error: (any Error)?)

  /// Under the lock.
  private var end: End { (details.verdict, details.reason, details.error) }

  private func outcome(of end: End) -> OperationOutcome<Output>? {
    let (verdict, reason, error) = end
    switch verdict?.ending {
    case .succeeded: return output.map { .success($0) }
    case .failed: return .failure(error ?? CancellationError())
    case .cancelled: return .cancelled(reason ?? OperationError.Reason(.requested))
    case .skipped: return .skipped(reason ?? OperationError.Reason(.condition))
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

  /// For dependents that start only if there is one: they were notified after it was written.
  var settledValue: Output? { output }

  /// For dependents that run in any case; valid after the end.
  var settledResult: Result<Output, any Error> {
    switch settledOutcome {
    case .success(let value): .success(value)
    case .failure(let error): .failure(error)
    case .cancelled, nil: .failure(CancellationError())
    case .skipped(let reason):
      .failure(OperationError(.skipped, operation: name, reason: reason))
    }
  }

  // MARK: For the engine

  override func dropBody(keepsOutput: Bool) {
    runner = nil
    // A value that came too late does not count and is never read.
    if !keepsOutput || details.verdict?.ending != .succeeded { dropOutput() }
    guard parts != nil else { return }
    // `scheduleCall(_:)` may read it at the same time.
    let parts = Engine.shared.lock.withLock {
      defer { self.parts = nil }
      return self.parts
    }
    _ = parts
  }
}

// MARK: Conditions

extension OperationHandle {
  /// Inlined, so that the conditions are evaluated by specialized code.
  @inlinable
  func addConditions(_ conditions: [OperationCondition<Output>]) {
    guard !conditions.isEmpty else { return }
    addParts(conditions, schedule: nil)
  }

  @inlinable
  func addParts(
    _ conditions: [OperationCondition<Output>],
    schedule: (@Sendable (AnyOperationHandle, Int) -> Void)?
  ) {
    guard !conditions.isEmpty else {
      parts = HandleParts(hasVolatileConditions: false, evaluate: nil, schedule: schedule)
      return
    }
    parts = HandleParts(
      hasVolatileConditions: conditions.contains { $0.isVolatile },
      evaluate: { handle, context, first, onlyVolatile in
        let (answer, value) = await OperationCondition<Output>.evaluate(
          conditions, from: first, onlyVolatile: onlyVolatile, context)
        if case .satisfied = answer, let value {
          unsafeDowncast(handle, to: OperationHandle<Output>.self).store(value)
        }
        return answer
      }, schedule: schedule)
  }
}

// MARK: The value

extension OperationHandle {
  /// Whether a value has its place in the handle itself, and not in an allocation of its own.
  @inlinable
  static var isStoredInline: Bool {
    MemoryLayout<Output>.size <= 2 * MemoryLayout<UInt>.size
      && MemoryLayout<Output>.alignment <= MemoryLayout<UInt>.alignment
      && _isBitwiseTakable(Output.self)
  }

  /// Stores the value of the body or of a condition; the verdict tells whether it counts.
  @inlinable
  func store(_ value: Output) {
    if hasOutput { dropOutput() }
    withUnsafeMutablePointer(to: &outputWords) { words in
      let memory = UnsafeMutableRawPointer(words)
      if Self.isStoredInline {
        memory.initializeMemory(as: Output.self, to: value)
      } else {
        let place = UnsafeMutablePointer<Output>.allocate(capacity: 1)
        place.initialize(to: value)
        memory.storeBytes(of: place, as: UnsafeMutablePointer<Output>.self)
      }
    }
    hasOutput = true
  }

  /// The stored value; the verdict tells whether it counts.
  @inlinable
  var output: Output? {
    guard hasOutput else { return nil }
    // From a copy of the words: `&outputWords` would be a modifying access, and several threads
    // read the value at the same time.
    let copy = outputWords
    return withUnsafePointer(to: copy) { words in
      let memory = UnsafeRawPointer(words)
      return Self.isStoredInline
        ? memory.assumingMemoryBound(to: Output.self).pointee
        : memory.load(as: UnsafeMutablePointer<Output>.self).pointee
    }
  }

  @usableFromInline
  func dropOutput() {
    guard hasOutput else { return }
    hasOutput = false
    withUnsafeMutablePointer(to: &outputWords) { words in
      let memory = UnsafeMutableRawPointer(words)
      if Self.isStoredInline {
        memory.assumingMemoryBound(to: Output.self).deinitialize(count: 1)
      } else {
        let place = memory.load(as: UnsafeMutablePointer<Output>.self)
        place.deinitialize(count: 1)
        place.deallocate()
      }
    }
  }
}

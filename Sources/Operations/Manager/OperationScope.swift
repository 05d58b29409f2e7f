/// Operations that all have ended when their scope is left.
///
/// ```swift
/// let covers = try await desk.withScope { scope in
///   let first = scope.submit { try await load("Emma") }
///   let second = scope.submit { try await load("Persuasion") }
///   return try await [first.value, second.value]
/// }
/// ```
public struct OperationScope: Sendable {
  /// What becomes of the others when one of them fails.
  public struct FailurePolicy: Sendable, Hashable {
    let failsFast: Bool

    /// They go on; whoever asks for the value of the one that failed gets its error.
    public static var goOn: FailurePolicy { FailurePolicy(failsFast: false) }
    /// They are cancelled.
    public static var cancelOthers: FailurePolicy { FailurePolicy(failsFast: true) }
  }

  let handle: OperationHandle<Void>

  /// Gives the manager an operation that belongs to the scope.
  ///
  /// The parameters are those of ``OperationManager/submit(_:conditions:after:following:fileID:line:body:)``.
  /// After the scope has been left, the operation is cancelled at once.
  ///
  /// - Returns: the handle on the operation.
  @discardableResult
  public func submit<each Dependency: OperationEdgeConvertible, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following order: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    let child = handle.manager.makeHandle(
      options, conditions, OperationSite(fileID: fileID, line: line),
      after: repeat each dependencies, body: body)
    Engine.shared.add(
      child, edges: edges(repeat each dependencies, following: order), parent: handle,
      isSubmitted: true)
    return child
  }

  /// Gives the manager an operation that is a type of its own, and belongs to the scope.
  ///
  /// After the scope has been left, the operation is cancelled at once.
  ///
  /// - Parameters:
  ///   - operation: what to do.
  ///   - order: what ends before it starts, however it ends.
  ///   - fileID: the file of the call; leave it out.
  ///   - line: the line of the call; leave it out.
  /// - Returns: the handle on the operation.
  @discardableResult
  public func submit<Kind: AsyncOperation>(
    _ operation: Kind, following order: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Kind.Output> {
    handle.manager.submit(
      operation, following: order, OperationSite(fileID: fileID, line: line), parent: handle)
  }

  /// Cancels all operations of the scope that have not ended.
  public func cancelAll() {
    Engine.shared.cancelChildren(of: handle)
  }
}

extension OperationManager {
  /// Runs `body` with a scope, and returns when it has returned and all operations of the scope have
  /// ended.
  ///
  /// If `body` throws, or the calling task is cancelled, they are cancelled first, and so are those
  /// that are submitted to the scope after that.
  ///
  /// - Parameters:
  ///   - policy: what becomes of the others when one of them fails.
  ///   - fileID: the file of the call; leave it out.
  ///   - line: the line of the call; leave it out.
  ///   - body: submits operations to the scope; it runs in the task and on the actor of the caller.
  /// - Returns: what `body` returns.
  /// - Throws: what `body` throws; an ``OperationError`` if an operation of the scope waits for the
  ///   operation whose body opened it.
  public nonisolated(nonsending) func withScope<Result: Sendable>(
    onFailure policy: OperationScope.FailurePolicy = .goOn,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (OperationScope) async throws -> Result
  ) async throws -> Result {
    let handle = OperationHandle<Void>(
      manager: self, options: OperationOptions("scope"),
      site: OperationSite(fileID: fileID, line: line), conditions: []
    ) { _, _ in }
    handle.isScope = true
    let scope = OperationScope(handle: handle)
    Engine.shared.open(handle, failsFast: policy.failsFast)
    return try await withTaskCancellationHandler {
      do {
        let result = try await body(scope)
        try await Engine.shared.close(handle)
        return result
      } catch {
        Engine.shared.cancelScope(handle)
        try? await Engine.shared.close(handle)
        throw error
      }
    } onCancel: {
      Engine.shared.cancelScope(handle)
    }
  }
}

extension Engine {
  /// Opens a scope: an operation that executes in the task of the caller.
  func open(_ handle: OperationHandle<Void>, failsFast: Bool) {
    add(
      handle, edges: [], parent: nil, isSubmitted: true,
      traits: failsFast ? [.isScope, .failsFast] : .isScope)
  }

  /// Leaves a scope, and waits until all that belong to it have ended.
  ///
  /// An operation from whose body the scope was opened gives its place to others meanwhile.
  ///
  /// - Throws: an ``OperationError`` if one of them waits for that operation; they are cancelled.
  func close(_ handle: OperationHandle<Void>) async throws {
    perform { deeds in
      if case .ended(let verdict) = machine.finish(handle.id, .returned) {
        conclude(handle, verdict, error: nil, &deeds)
      }
    }
    // Also in a task that is cancelled: what belongs to the scope has ended when it is left.
    do {
      try await waitWhateverHappens(for: handle, from: OperationContext.current)
    } catch {
      cancelScope(handle)
      // Those that wait for the operation around it stay in line until that has ended, but they
      // never start.
      for child in openChildren(of: handle) {
        try? await waitWhateverHappens(for: child, from: nil)
      }
      throw error
    }
  }

  private func openChildren(of handle: AnyOperationHandle) -> [AnyOperationHandle] {
    perform { _ in
      guard let slot = machine.slot(of: handle.id) else { return [] }
      return machine.children(of: slot).compactMap { self.handle(at: $0) }
        .filter { $0.details.verdict == nil }
    }
  }

  /// Cancels what belongs to a scope, and what will.
  func cancelScope(_ handle: AnyOperationHandle) {
    perform { _ in
      guard let slot = machine.slot(of: handle.id) else { return }
      _ = machine.cancel(slot, .scopeEnded, .this)
    }
  }

  func cancelChildren(of handle: AnyOperationHandle) {
    perform { _ in
      guard let slot = machine.slot(of: handle.id) else { return }
      machine.cancelChildren(of: slot, .scopeEnded)
      machine.endLinking()
    }
  }
}

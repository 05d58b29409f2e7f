/// A group of operations that have all ended when their scope is left.
///
/// ``OperationManager/withScope(onFailure:fileID:line:_:)`` opens one; each running operation has
/// another for its children, ``OperationContext/children``.
///
/// ```swift
/// let covers = try await manager.withScope { scope in
///   let first = scope.submit { try await load("Emma") }
///   let second = scope.submit { try await load("Persuasion") }
///   return try await [first.value, second.value]
/// }
/// ```
public struct OperationScope: Sendable {
  /// What happens to the other operations when one fails.
  public struct ChildFailurePolicy: Sendable, Hashable {
    let failsFast: Bool

    /// The others continue; waiting for the value of the failed operation throws its error.
    public static var continueOthers: ChildFailurePolicy { ChildFailurePolicy(failsFast: false) }
    /// The others are cancelled.
    public static var cancelOthers: ChildFailurePolicy { ChildFailurePolicy(failsFast: true) }
  }

  let handle: AnyOperationHandle

  /// Submits an operation that belongs to the scope.
  ///
  /// An operation submitted after the scope has been left is cancelled immediately.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - conditions: The conditions that must hold before the operation runs.
  ///   - dependencies: The operations that must end first and supply values: handles, or edges made
  ///     from handles.
  ///   - predecessors: Further operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work, with the values of the dependencies.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submit<each Dependency: OperationDependency, Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependencies: repeat each Dependency,
    following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    let inputs = (repeat (each dependencies).operationEdge)
    let child = handle.manager.makeHandle(
      options, conditions, OperationSite(fileID: fileID, line: line), after: repeat each inputs,
      body: body)
    Engine.shared.add(
      child, edges: edges(repeat each inputs, following: predecessors),
      parent: handle, isSubmitted: true)
    return child
  }

  /// Submits an operation that is defined as a type and belongs to the scope.
  ///
  /// An operation submitted after the scope has been left is cancelled immediately.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - predecessors: Operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submit<Kind: AsyncOperation>(
    _ operation: Kind, following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Kind.Output> {
    handle.manager.submit(
      operation, following: predecessors, OperationSite(fileID: fileID, line: line), parent: handle)
  }

  /// Cancels all operations of the scope that have not ended.
  public func cancelAll() {
    Engine.shared.cancelChildren(of: handle)
  }
}

extension OperationManager {
  /// Runs `body` with a scope, and returns after `body` has returned and all operations of the
  /// scope have ended.
  ///
  /// If `body` throws or the calling task is cancelled, the operations of the scope are cancelled,
  /// and so are those submitted to it later.
  ///
  /// - Parameters:
  ///   - policy: What happens to the other operations when one fails.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Submits operations to the scope; it runs in the task and on the actor of the caller.
  /// - Returns: The return value of `body`.
  /// - Throws: The error of `body`; an ``OperationError`` if an operation of the scope waits for
  ///   the operation whose body opened the scope.
  public nonisolated(nonsending) func withScope<Result: Sendable>(
    onFailure policy: OperationScope.ChildFailurePolicy = .continueOthers,
    fileID: StaticString = #fileID, line: UInt = #line,
    _ body: (OperationScope) async throws -> Result
  ) async throws -> Result {
    let handle = OperationHandle<Void>(
      manager: self, options: OperationOptions("scope"),
      site: OperationSite(fileID: fileID, line: line), conditions: []
    ) { _ in }
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

  /// Waits for the operations of the scope; meanwhile, the body that opened it has no slot.
  ///
  /// It throws if one of them waits for that body's operation; all are then cancelled.
  func close(_ handle: OperationHandle<Void>) async throws {
    modify { effects in
      if case .ended(let verdict) = machine.finish(handle.id, threw: false) {
        recordEnd(of: handle, verdict, error: nil, &effects)
      }
    }
    // Even in a cancelled task, all operations of the scope have ended when it is left.
    do {
      try await waitIgnoringCancellation(for: handle, from: OperationContext.current)
    } catch {
      cancelScope(handle)
      // Operations that wait for the enclosing operation stay in line until that has ended, but
      // they never start.
      for child in openChildren(of: handle) {
        try? await waitIgnoringCancellation(for: child, from: nil)
      }
      throw error
    }
  }

  private func openChildren(of handle: AnyOperationHandle) -> [AnyOperationHandle] {
    modify { _ in
      guard let slot = machine.slot(of: handle.id) else { return [] }
      return machine.children(of: slot).compactMap { self.handle(at: $0) }
        .filter { $0.details.verdict == nil }
    }
  }

  /// Also those that are submitted later.
  func cancelScope(_ handle: AnyOperationHandle) {
    modify { _ in
      guard let slot = machine.slot(of: handle.id) else { return }
      _ = machine.cancel(slot, .scopeEnded, .this)
    }
  }

  func cancelChildren(of handle: AnyOperationHandle) {
    modify { _ in
      guard let slot = machine.slot(of: handle.id) else { return }
      machine.cancelChildren(of: slot, .scopeEnded)
      machine.endLinking()
    }
  }
}

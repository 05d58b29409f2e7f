extension OperationManager {
  /// Submits an operation that depends on others but takes no values from them.
  ///
  /// ```swift
  /// manager.submit("open the desk", after: login, config.result) { await openDesk() }
  /// ```
  ///
  /// It is the same as ``submit(_:conditions:after:following:fileID:line:body:)``, with a closure
  /// that has no parameters.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - conditions: The conditions that must hold before the operation runs.
  ///   - dependency: What must end first: a handle, an edge made from one, or an array of either.
  ///   - others: Further dependencies.
  ///   - predecessors: Further operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submit<Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [],
    after dependency: any OperationDependency, _ others: any OperationDependency...,
    following predecessors: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable () async throws -> Output
  ) -> OperationHandle<Output> {
    let handle = makeHandle(
      options, conditions, OperationSite(fileID: fileID, line: line), body: body)
    Engine.shared.add(handle, all: edges([dependency] + others, following: predecessors))
    return handle
  }

  /// Submits an operation that follows all operations of an array.
  ///
  /// With an empty array, it has nothing to wait for.
  ///
  /// - Parameters:
  ///   - options: The options; a string literal sets the name.
  ///   - conditions: The conditions that must hold before the operation runs.
  ///   - predecessors: The operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  ///   - body: Does the work.
  /// - Returns: The handle of the operation.
  /// - Complexity: O(*n*), where *n* is the number of predecessors; other threads proceed in
  ///   between.
  @discardableResult
  public func submit<Output: Sendable>(
    _ options: OperationOptions = OperationOptions(),
    conditions: [OperationCondition<Output>] = [], following predecessors: [AnyOperationHandle],
    fileID: StaticString = #fileID, line: UInt = #line,
    body: @escaping @isolated(any) @Sendable () async throws -> Output
  ) -> OperationHandle<Output> {
    add(
      options, conditions, OperationSite(fileID: fileID, line: line), following: predecessors,
      body: body)
  }
}

extension OperationManager {
  /// Submits an operation that is defined as a type.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - order: Operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submit<Kind: AsyncOperation>(
    _ operation: Kind, following order: AnyOperationHandle...,
    fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Kind.Output> {
    submit(operation, following: order, OperationSite(fileID: fileID, line: line))
  }

  func submit<Kind: AsyncOperation>(
    _ operation: Kind, following order: [AnyOperationHandle], _ site: OperationSite,
    parent: AnyOperationHandle? = nil
  ) -> OperationHandle<Kind.Output> {
    let handle = makeHandle(operation, site)
    let edges = order.map { Edge(kind: .follows, dependency: $0) }
    Engine.shared.add(
      handle, edges: edges, parent: parent, isSubmitted: true, traits: .schedulesItself)
    return handle
  }

  func makeHandle<Kind: AsyncOperation>(
    _ operation: Kind, _ site: OperationSite
  ) -> OperationHandle<Kind.Output> {
    let handle = OperationHandle<Kind.Output>(
      manager: self, options: operation.options, site: site, conditions: operation.conditions,
      schedulesItself: true
    ) { context, _ in
      try await operation.run(context)
    }
    handle.schedule = { handle, number in
      operation.schedule(
        ReadyOperation(operation: operation, handle: handle, number: number), in: handle.manager)
    }
    return handle
  }
}

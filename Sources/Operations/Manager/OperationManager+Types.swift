extension OperationManager {
  /// Gives the manager an operation that is a type of its own.
  ///
  /// - Parameters:
  ///   - operation: what to do.
  ///   - order: what ends before it starts, however it ends.
  ///   - fileID: the file of the call; leave it out.
  ///   - line: the line of the call; leave it out.
  /// - Returns: the handle by which it is followed.
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

extension OperationManager {
  /// Creates the handle of an operation with a closure.
  func makeHandle<each Dependency: OperationDependency, Output: Sendable>(
    _ options: OperationOptions, _ conditions: [OperationCondition<Output>],
    _ site: OperationSite, after dependencies: repeat each Dependency,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    var options = options
    if body.isolation === MainActor.shared { options.lane = .main }
    // The body captures only how to read the values, not the edges: a handle holds its dependencies
    // in one place, where they can be released iteratively.
    let readers = (repeat (each dependencies).operationEdge.reader)
    return OperationHandle(manager: self, options: options, site: site, conditions: conditions) {
      _, dependencies in
      var inputs = dependencies[...]
      return try await body(repeat (each readers).readNext(&inputs))
    }
  }
}

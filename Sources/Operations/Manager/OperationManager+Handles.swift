extension OperationManager {
  /// A handle on an operation that runs a closure.
  func makeHandle<each Dependency: OperationEdgeConvertible, Output: Sendable>(
    _ options: OperationOptions, _ conditions: [OperationCondition<Output>],
    _ site: OperationSite, after dependencies: repeat each Dependency,
    body: @escaping @isolated(any) @Sendable (repeat (each Dependency).Value) async throws -> Output
  ) -> OperationHandle<Output> {
    var options = options
    if body.isolation === MainActor.shared { options.lane = .main }
    // The edges are not captured, only how to read their values: an operation holds those before
    // it in one place, where they can be let go one after another.
    let readers = (repeat (each dependencies).operationEdge.reader)
    return OperationHandle(manager: self, options: options, site: site, conditions: conditions) {
      _, dependencies in
      var inputs = dependencies[...]
      return try await body(repeat (each readers).readNext(&inputs))
    }
  }
}

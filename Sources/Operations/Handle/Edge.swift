/// A dependency of a new operation and its kind.
struct Edge {
  var kind: EdgeKind
  /// The handle with which the edge was created.
  let given: AnyOperationHandle

  init(kind: EdgeKind, dependency: AnyOperationHandle) {
    self.kind = kind
    given = dependency
  }

  var dependency: AnyOperationHandle { given.core }
}

/// The edges of a new operation; those that supply a value come first, in order.
func edges<each Dependency: OperationDependency>(
  _ dependencies: repeat each Dependency, following order: [AnyOperationHandle]
) -> [Edge] {
  var edges: [Edge] = []
  for edge in repeat (each dependencies).operationEdge {
    edges.append(Edge(kind: edge.kind, dependency: edge.dependency))
  }
  for dependency in order { edges.append(Edge(kind: .follows, dependency: dependency)) }
  return edges
}

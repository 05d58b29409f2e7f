/// A dependency of a new operation: a handle, or an edge made from one.
///
/// | of `login`     | the new operation                          | its closure gets          |
/// | -------------- | ------------------------------------------ | ------------------------- |
/// | `login`        | requires it                                | the value                 |
/// | `login.result` | runs however it ended                      | a `Result`                |
/// | `login.failed` | runs only if it failed                     | the error                 |
///
/// To impose only order, regardless of the outcome, use `following:`.
public protocol OperationDependency: Sendable {
  /// The parameter type of the new operation's closure.
  associatedtype Value: Sendable

  /// The edge.
  var operationEdge: OperationEdge<Value> { get }
}

/// An edge from an operation to one that depends on it.
public struct OperationEdge<Value: Sendable>: OperationDependency {
  let dependency: AnyOperationHandle
  let kind: EdgeKind
  let reader: ValueReader<Value>

  init(
    dependency: AnyOperationHandle, kind: EdgeKind,
    read: @escaping @Sendable (AnyOperationHandle?) -> Value?
  ) {
    self.dependency = dependency
    self.kind = kind
    reader = ValueReader(read: read)
  }

  /// The edge.
  public var operationEdge: OperationEdge<Value> { self }
}

/// Reads the value of an ended dependency; none if it was released before it was submitted.
struct ValueReader<Value: Sendable>: Sendable {
  let read: @Sendable (AnyOperationHandle?) -> Value?

  func readNext(_ dependencies: inout ArraySlice<AnyOperationHandle?>) -> Value {
    guard let dependency = dependencies.popFirst(), let value = read(dependency) else {
      preconditionFailure("An operation started before a dependency had a value.")
    }
    return value
  }
}

extension OperationHandle: OperationDependency {
  /// An edge that requires this operation and supplies its value.
  public var operationEdge: OperationEdge<Output> {
    OperationEdge(dependency: self, kind: .requires) { handle in
      downcast(handle, to: OperationHandle<Output>.self)?.settledValue
    }
  }

  /// An edge that supplies the result of this operation, however it ends.
  ///
  /// If the operation was cancelled, the result is a failure with a `CancellationError`; if it was
  /// skipped, a failure with an ``OperationError``.
  public var result: OperationEdge<Result<Output, any Error>> {
    OperationEdge(dependency: self, kind: .result) { handle in
      downcast(handle, to: OperationHandle<Output>.self)?.settledResult
        ?? .failure(CancellationError())
    }
  }

  /// An edge that lets the new operation run only if this one fails, and supplies the error.
  ///
  /// If this operation does not fail, the new operation is skipped.
  public var failed: OperationEdge<any Error> {
    OperationEdge(dependency: self, kind: .failed) { handle in
      guard case .failure(let error) = downcast(handle, to: OperationHandle<Output>.self)?.outcome
      else { return nil }
      return error
    }
  }
}

/// Casts the handle of an edge, whose type is known where the edge is created.
private func downcast<Handle: AnyOperationHandle>(
  _ handle: AnyOperationHandle?, to type: Handle.Type
) -> Handle? {
  handle.map { unsafeDowncast($0, to: type) }
}

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

/// Those that supply a value come first, in order.
func edges<each Dependency: OperationDependency>(
  _ dependencies: repeat each Dependency, following predecessors: [AnyOperationHandle]
) -> [Edge] {
  var edges: [Edge] = []
  for edge in repeat (each dependencies).operationEdge {
    edges.append(Edge(kind: edge.kind, dependency: edge.dependency))
  }
  for dependency in predecessors { edges.append(Edge(kind: .follows, dependency: dependency)) }
  return edges
}

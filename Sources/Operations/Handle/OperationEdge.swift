/// A dependency of a new operation: a handle, an edge made from one, or an array of either.
///
/// | of `login`     | the new operation                          | its closure gets          |
/// | -------------- | ------------------------------------------ | ------------------------- |
/// | `login`        | requires it                                | the value                 |
/// | `login.result` | runs however it ended                      | a `Result`                |
/// | `login.failed` | runs only if it failed                     | the error                 |
/// | `[first, second]` | depends on each of them as above        | an array, in their order  |
///
/// To impose only order, regardless of the outcome, use `following:`.
public protocol OperationDependency: Sendable {
  /// The parameter type of the new operation's closure.
  associatedtype Value: Sendable

  /// The edge.
  var operationEdge: OperationEdge<Value> { get }
}

/// An edge from an operation, or from several, to one that depends on it.
public struct OperationEdge<Value: Sendable>: OperationDependency {
  private let only: Edge?
  private let several: [Edge]
  let reader: ValueReader<Value>

  init(
    dependency: AnyOperationHandle, kind: EdgeKind,
    read: @escaping ValueReader<Value>.Read
  ) {
    only = Edge(kind: kind, dependency: dependency)
    several = []
    reader = ValueReader(readNext: read)
  }

  init(several: [Edge], read: @escaping ValueReader<Value>.Read) {
    only = nil
    self.several = several
    reader = ValueReader(readNext: read)
  }

  /// The edge.
  public var operationEdge: OperationEdge<Value> { self }

  func append(to edges: inout [Edge]) {
    if let only { edges.append(only) } else { edges.append(contentsOf: several) }
  }
}

/// Reads the value of the next ended dependency, or of several, and removes them.
struct ValueReader<Value: Sendable>: Sendable {
  typealias Read = @Sendable (inout ArraySlice<AnyOperationHandle?>) -> Value

  let readNext: Read
}

/// Removes the next dependency; it is nil if it was released before it was submitted.
private func next<Value>(
  _ dependencies: inout ArraySlice<AnyOperationHandle?>, _ read: (AnyOperationHandle?) -> Value?
) -> Value {
  guard let dependency = dependencies.popFirst(), let value = read(dependency) else {
    preconditionFailure("An operation started before a dependency had a value.")
  }
  return value
}

extension OperationHandle: OperationDependency {
  /// An edge that requires this operation and supplies its value.
  public var operationEdge: OperationEdge<Output> {
    OperationEdge(dependency: self, kind: .requires) { dependencies in
      next(&dependencies) { downcast($0, to: OperationHandle<Output>.self)?.settledValue }
    }
  }

  /// An edge that supplies the result of this operation, however it ends.
  ///
  /// If the operation was cancelled, the result is a failure with a `CancellationError`; if it was
  /// skipped, a failure with an ``OperationError``.
  public var result: OperationEdge<Result<Output, any Error>> {
    OperationEdge(dependency: self, kind: .result) { dependencies in
      next(&dependencies) {
        downcast($0, to: OperationHandle<Output>.self)?.settledResult
          ?? .failure(CancellationError())
      }
    }
  }

  /// An edge that lets the new operation run only if this one fails, and supplies the error.
  ///
  /// If this operation does not fail, the new operation is skipped.
  public var failed: OperationEdge<any Error> {
    OperationEdge(dependency: self, kind: .failed) { dependencies in
      next(&dependencies) {
        let handle = downcast($0, to: OperationHandle<Output>.self)
        guard case .failure(let error) = handle?.settledOutcome else { return nil }
        return error
      }
    }
  }
}

extension Array: OperationDependency where Element: OperationDependency {
  /// Edges from all elements, which supply their values in the order of the array.
  ///
  /// The new operation has an edge to each of them; with an empty array, it has nothing to wait
  /// for.
  ///
  /// - Complexity: O(*n*), where *n* is the number of elements.
  public var operationEdge: OperationEdge<[Element.Value]> {
    let edges = map(\.operationEdge)
    var all: [Edge] = []
    all.reserveCapacity(count)
    for edge in edges { edge.append(to: &all) }
    let readers = edges.map(\.reader)
    return OperationEdge(several: all) { dependencies in
      readers.map { $0.readNext(&dependencies) }
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
func edges<each Value: Sendable>(
  _ dependencies: repeat OperationEdge<each Value>, following predecessors: [AnyOperationHandle]
) -> [Edge] {
  var edges: [Edge] = []
  for edge in repeat each dependencies { edge.append(to: &edges) }
  for predecessor in predecessors { edges.append(Edge(kind: .follows, dependency: predecessor)) }
  return edges
}

/// The edges of an operation whose body takes no values.
func edges(
  _ dependencies: [any OperationDependency], following predecessors: [AnyOperationHandle]
) -> [Edge] {
  func append(_ dependency: some OperationDependency, to edges: inout [Edge]) {
    dependency.operationEdge.append(to: &edges)
  }
  var edges: [Edge] = []
  for dependency in dependencies { append(dependency, to: &edges) }
  for predecessor in predecessors { edges.append(Edge(kind: .follows, dependency: predecessor)) }
  return edges
}

/// Something a new operation can come after: a handle, or an edge made from one.
///
/// | of `login`     | the new operation                          | its closure gets          |
/// | -------------- | ------------------------------------------ | ------------------------- |
/// | `login`        | requires it                                | the value                 |
/// | `login.result` | runs however it ended                      | a `Result`                |
/// | `login.failed` | runs only if it failed                     | the error                 |
///
/// What merely comes before, without a value, is given as `following:`.
public protocol OperationEdgeConvertible: Sendable {
  /// What the closure of the new operation gets.
  associatedtype Value: Sendable

  /// The edge itself.
  var operationEdge: OperationEdge<Value> { get }
}

/// An edge from an operation to one that comes after it.
public struct OperationEdge<Value: Sendable>: OperationEdgeConvertible {
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

  /// The edge itself.
  public var operationEdge: OperationEdge<Value> { self }
}

/// Reads the value of a dependency once it has ended; it holds no operation itself.
///
/// There is none if it was only prepared, and gone before it was submitted.
struct ValueReader<Value: Sendable>: Sendable {
  let read: @Sendable (AnyOperationHandle?) -> Value?

  /// Reads the value of the next dependency.
  func readNext(_ dependencies: inout ArraySlice<AnyOperationHandle?>) -> Value {
    guard let dependency = dependencies.popFirst(), let value = read(dependency) else {
      preconditionFailure("An operation has started before what it needs had a value.")
    }
    return value
  }
}

extension OperationHandle: OperationEdgeConvertible {
  /// An edge by which a new operation requires this one and gets its value.
  public var operationEdge: OperationEdge<Output> {
    OperationEdge(dependency: self, kind: .requires) { handle in
      downcast(handle, to: OperationHandle<Output>.self)?.settledValue
    }
  }

  /// An edge by which a new operation runs however this one ended, and gets its result.
  ///
  /// If it was cancelled, the result is a failure with a `CancellationError`; if it was skipped, one
  /// with an ``OperationError``.
  public var result: OperationEdge<Result<Output, any Error>> {
    OperationEdge(dependency: self, kind: .result) { handle in
      downcast(handle, to: OperationHandle<Output>.self)?.settledResult
        ?? .failure(CancellationError())
    }
  }

  /// An edge by which a new operation runs only if this one failed, and gets its error.
  ///
  /// If it did not fail, the new operation is skipped.
  public var failed: OperationEdge<any Error> {
    OperationEdge(dependency: self, kind: .failed) { handle in
      guard case .failure(let error) = downcast(handle, to: OperationHandle<Output>.self)?.outcome
      else { return nil }
      return error
    }
  }
}

/// The handle of an edge, whose output its maker knew.
private func downcast<Handle: AnyOperationHandle>(
  _ handle: AnyOperationHandle?, to type: Handle.Type
) -> Handle? {
  handle.map { unsafeDowncast($0, to: type) }
}

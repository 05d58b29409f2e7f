/// What another module adds to an operation, such as a span.
///
/// It is made in the task that submits the operation. Everything is called without a lock.
package protocol OperationCompanion: AnyObject, Sendable {
  /// The operation waits for another one.
  ///
  /// - Parameter other: The companion of the other operation.
  func follow(_ other: any OperationCompanion)

  /// An attempt begins, in the task of the body.
  func began(attempt: Int)

  /// The body of an attempt has returned, or has thrown this error.
  func returned(_ error: (any Error)?)

  /// Runs conditions or a body, with values that they are to see.
  func within<Value>(
    on actor: isolated (any Actor)?, _ body: () async -> Value
  ) async -> Value

  /// The operation has ended.
  func ended(_ end: OperationEnd)

  /// The operation was not submitted after all: one with its key exists.
  func discarded()
}

/// How and when an operation ended.
package struct OperationEnd: Sendable {
  package let ending: OperationEnding
  /// What waiting for the value throws; nil for an operation that succeeded.
  package let error: (any Error)?
  package let reason: OperationError.Reason?
  /// In nanoseconds of the system's continuous clock.
  package let moment: Int64
}

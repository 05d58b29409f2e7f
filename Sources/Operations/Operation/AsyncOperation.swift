/// An operation defined as a type.
///
/// Use it for work that several modules submit, such as a login, and for types that have their own
/// manager or their own scheduling. For work that is submitted in one place, use a closure.
///
/// ```swift
/// struct LoginOperation: AsyncOperation {
///   static let manager = OperationManager("session", maximumConcurrency: 1)
///   let session: Session
///
///   func run(_ context: OperationContext) async throws -> Reader {
///     try await session.askForPassword()
///   }
/// }
///
/// let reader = try await LoginOperation(session: session).submit().value
/// ```
///
/// The manager reads ``options`` and ``conditions`` once, when the operation is submitted or
/// prepared.
public protocol AsyncOperation<Output>: Sendable {
  /// The value that the operation produces.
  associatedtype Output: Sendable

  /// The manager that runs operations of this type by default.
  ///
  /// It is ``OperationManager/shared`` unless the type defines its own.
  static var manager: OperationManager { get }

  /// The options of the operation; by default, the default options with the type's name.
  var options: OperationOptions { get }

  /// The conditions that must hold before it runs; none by default.
  var conditions: [OperationCondition<Output>] { get }

  /// Does the work.
  ///
  /// It is called once per attempt. When the operation is cancelled or times out, the task that
  /// calls it is cancelled.
  ///
  /// - Parameter context: The running operation.
  /// - Returns: The value of the operation.
  /// - Throws: An error that fails the attempt, and the operation unless it is retried.
  func run(_ context: OperationContext) async throws -> Output

  /// Decides when and where a ready operation starts: its dependencies have ended, its conditions
  /// are met, and it holds its categories.
  ///
  /// The default implementation starts it as soon as its manager has a free slot. A type that
  /// schedules itself keeps `ready` and calls one of its methods later. It is called on the thread
  /// that made the operation ready, without a lock, and must not block that thread.
  ///
  /// It is called each time the operation becomes ready: again for a further attempt, and after an
  /// interruption.
  ///
  /// - Parameters:
  ///   - ready: Starts the operation. Releasing it without calling one of its methods cancels the
  ///     operation.
  ///   - manager: The manager of the operation.
  func schedule(_ ready: ReadyOperation<Self>, in manager: OperationManager)
}

extension AsyncOperation {
  /// The shared manager, for types that do not define their own.
  public static var manager: OperationManager { .shared }

  /// The default options, with the name of the type.
  public var options: OperationOptions { OperationOptions(OperationType.name(Self.self)) }

  /// No conditions.
  public var conditions: [OperationCondition<Output>] { [] }

  /// Starts the operation as soon as its manager has a free slot.
  ///
  /// - Parameters:
  ///   - ready: Starts the operation.
  ///   - manager: The manager of the operation.
  public func schedule(_ ready: ReadyOperation<Self>, in manager: OperationManager) {
    OperationType.noteDefaultSchedule(Self.self)
    ready.start()
  }

  /// Submits the operation to the manager of its type.
  ///
  /// - Parameters:
  ///   - predecessors: Operations that must end first, however they end.
  ///   - fileID: The call site, recorded for diagnostics.
  ///   - line: The call site, recorded for diagnostics.
  /// - Returns: The handle of the operation.
  @discardableResult
  public func submit(
    following predecessors: AnyOperationHandle..., fileID: StaticString = #fileID,
    line: UInt = #line
  ) -> OperationHandle<Output> {
    Self.manager.submit(self, following: predecessors, OperationSite(fileID: fileID, line: line))
  }
}

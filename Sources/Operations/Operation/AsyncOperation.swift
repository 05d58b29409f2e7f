/// A kind of operation that is a type of its own.
///
/// Use it for work that several modules ask for, such as a login, and for types that have a manager
/// of their own or schedule themselves. For work that is asked for in one place, a closure will do.
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
  /// What it leads to.
  associatedtype Output: Sendable

  /// The manager of all operations of this type that are not given to another.
  ///
  /// It is ``OperationManager/shared`` unless the type has one of its own.
  static var manager: OperationManager { get }

  /// How it wants to be run; by default under the name of its type, and else like any other.
  var options: OperationOptions { get }

  /// What must hold before it runs; by default nothing.
  var conditions: [OperationCondition<Output>] { get }

  /// Does the work.
  ///
  /// It runs once, and again for each further attempt. When the operation is cancelled or its time
  /// is over, the task in which it runs is cancelled.
  ///
  /// - Parameter context: the operation as seen from inside.
  /// - Returns: the value for those who wait for it.
  /// - Throws: what makes the operation fail, or this attempt of it.
  func run(_ context: OperationContext) async throws -> Output

  /// Decides when and where a ready operation starts: everything before it has ended, its
  /// conditions are met, and it has its categories.
  ///
  /// By default it starts as soon as its manager has a place for it. A type that schedules itself
  /// keeps the ticket and calls one of its methods later. It is called on the thread that made the
  /// operation ready, without a lock, and must not block it.
  ///
  /// It is called once for each time that the operation becomes ready: again for a further attempt,
  /// and after an interruption.
  ///
  /// - Parameters:
  ///   - ready: the ticket; to let go of it without a call cancels the operation.
  ///   - manager: the manager to which the operation was given.
  func schedule(_ ready: ReadyOperation<Self>, in manager: OperationManager)
}

extension AsyncOperation {
  /// The manager that all types share which have none of their own.
  public static var manager: OperationManager { .shared }

  /// The options of an operation under the name of its type.
  public var options: OperationOptions { OperationOptions(String(describing: Self.self)) }

  /// No conditions.
  public var conditions: [OperationCondition<Output>] { [] }

  /// Starts the operation as soon as its manager has a place for it.
  public func schedule(_ ready: ReadyOperation<Self>, in manager: OperationManager) {
    ready.start()
  }

  /// Gives the operation to the manager of its type.
  ///
  /// - Parameters:
  ///   - order: those that end before it starts, however they end.
  ///   - fileID: the file of the call; leave it out.
  ///   - line: the line of the call; leave it out.
  /// - Returns: the handle by which it is followed.
  @discardableResult
  public func submit(
    following order: AnyOperationHandle..., fileID: StaticString = #fileID, line: UInt = #line
  ) -> OperationHandle<Output> {
    Self.manager.submit(self, following: order, OperationSite(fileID: fileID, line: line))
  }
}

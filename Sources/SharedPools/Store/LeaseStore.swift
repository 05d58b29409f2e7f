/// Where a shared pool's stock, leases and line are recorded: a database that several processes
/// share, or memory.
///
/// A store decides each call in one transaction, under one lock for each pool, by its own clock:
/// no instant of a client's is ever sent. It answers only when the decision is durable.
/// ``SharedPool`` repeats a call whose outcome is unknown with the same identifier.
///
/// Calls and answers are visible with `@_spi(Store) import StagecraftSharedPools`, which is for
/// authors of stores: <doc:writing-a-store>.
public protocol LeaseStore: Sendable {
  /// Decides a call, without blocking the calling thread.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - pool: The name of the pool.
  /// - Returns: The answer to this kind of call, or ``LendingAnswer/refused(_:)``.
  /// - Throws: ``LeaseStoreError`` if the store could not be reached or is damaged. If the error
  ///   says that the outcome is unknown, the same call may be sent again.
  @_spi(Store) func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer

  /// The signals that the store sends to a session.
  ///
  /// A notification is a hint: it may be lost or false. A stream that ends means that the store is
  /// closed.
  @_spi(Store) func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal>
}

// The compiler demands implementations of requirements that not all clients can see.
extension LeaseStore {
  /// Fails: a store implements this method.
  @_spi(Store) public func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    throw LeaseStoreError(
      .notAStore, "\(Self.self) does not implement perform(_:in:), so it decides no calls.")
  }

  /// A stream that says that this store sends no notifications, so that the pool polls.
  @_spi(Store) public func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    AsyncStream { $0.yield(.cannotBeNotified("\(Self.self) sends no notifications.")) }
  }
}

/// A signal of a store to a session, which is not an answer.
@_spi(Store) public enum LeaseStoreSignal: Hashable, Sendable {
  /// Something has happened to this request: ask for its answer again.
  case notification(LendingID)
  /// The store cannot notify the session: poll until it can.
  case cannotBeNotified(String)
  /// The store can notify the session again. Ask about all waiting requests, because notifications
  /// were lost.
  case canBeNotified
}

/// The reason that a store could not decide a call.
public struct LeaseStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  public enum Code: String, Hashable, Sendable {
    /// The store does not answer; the outcome of the call is unknown.
    case unreachable
    /// The store refuses this client: a wrong password, or a role without the right.
    case denied
    /// There is no room left. The state is as before.
    case full
    /// The store's data is damaged.
    case damaged
    /// What is there is not a store of this kind, or has not been initialized.
    case notAStore
    /// The store was written by a newer version of this package.
    case tooNew
    /// The store cannot be kept in this place, such as a network file system, or cannot take a value.
    case unsuitable
    /// The store was closed.
    case closed
  }

  /// The kind of failure.
  public var code: Code

  /// What happened and what to do, as sentences without secrets.
  public var explanation: String

  /// Creates an error.
  public init(_ code: Code, _ explanation: String) {
    self.code = code
    self.explanation = explanation
  }

  /// Whether the call may succeed if it is sent again.
  public var isTransient: Bool { code == .unreachable || code == .full }

  /// The explanation.
  public var description: String { explanation }
}

internal import StageFloor

/// The reason that a shared pool lent nothing, or that a lease has ended.
///
/// Two errors match if their codes are equal, regardless of their numbers:
///
/// ```swift
/// do {
///   try await scanners.withLease(timeout: .after(.seconds(60))) { scanner in
///     try await scan(map, at: scanner.resource, fence: scanner.fence)
///   }
/// } catch SharedPoolError.timedOut {
///   print("No scanner became free within a minute.")
/// }
/// ```
public struct SharedPoolError: Error, Sendable {
  /// The kind of error, without the numbers.
  public enum Code: Hashable, Sendable {
    /// Nothing that fits became free in time.
    case timedOut
    /// The lease has ended before it was returned.
    case lost(LendingEnd)
    /// The stock cannot satisfy what is wanted, even if all is returned.
    case impossible
    /// The store does not answer; the outcome of the request is unknown.
    case unreachable
    /// The store cannot be used: a wrong password, a damaged file, a full disk. See
    /// ``SharedPoolError/storeError``.
    case unusable
    /// The store did not accept the request. See ``SharedPoolError/refusal``.
    case refused
    /// The pool is closed.
    case closed
  }

  /// The kind of error.
  public var code: Code
  /// The name of the pool, or nil in the constants used for comparison.
  public var pool: String?
  /// What was wanted.
  public var wants: [Want] = []
  /// How many resources have the labels of the want that cannot be satisfied.
  public var fitting: Int?
  /// How long the request waited.
  public var waited: Duration?
  /// How many requests of this process still wait.
  public var waiting: Int?
  /// The resource that the error is about.
  public var resource: String?
  /// The fence of the lease that was lost.
  public var fence: Fence?
  /// Why the store did not accept the request.
  public var refusal: LendingRefusal?
  /// The error of the last attempt to reach the store.
  public var storeError: LeaseStoreError?
  /// The error that the body threw after its lease had ended.
  public var bodyError: (any Error)?

  init(_ code: Code, pool: String? = nil) {
    self.code = code
    self.pool = pool
  }

  /// Nothing that fits became free in time.
  public static var timedOut: SharedPoolError { SharedPoolError(.timedOut) }
  /// The stock cannot satisfy what is wanted.
  public static var impossible: SharedPoolError { SharedPoolError(.impossible) }
  /// The store does not answer.
  public static var unreachable: SharedPoolError { SharedPoolError(.unreachable) }
  /// The store cannot be used.
  public static var unusable: SharedPoolError { SharedPoolError(.unusable) }
  /// The store did not accept the request.
  public static var refused: SharedPoolError { SharedPoolError(.refused) }
  /// The pool is closed.
  public static var closed: SharedPoolError { SharedPoolError(.closed) }

  /// The lease has ended before it was returned, for any reason.
  public static var lost: LostPattern { LostPattern() }

  /// Matches errors of lost leases.
  public struct LostPattern: Sendable {
    /// Returns whether `error` says that a lease was lost.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - error: The error to test.
    /// - Returns: Whether its code is ``SharedPoolError/Code/lost(_:)``.
    public static func ~= (pattern: LostPattern, error: any Error) -> Bool {
      if case .lost = (error as? SharedPoolError)?.code { true } else { false }
    }
  }

  /// Returns whether `error` is an error of a shared pool with the same code.
  ///
  /// - Parameters:
  ///   - pattern: The error to match.
  ///   - error: The error to test.
  /// - Returns: Whether both have the same code.
  public static func ~= (pattern: SharedPoolError, error: any Error) -> Bool {
    (error as? SharedPoolError)?.code == pattern.code
  }
}

extension SharedPoolError: Equatable {
  /// Returns whether both errors have the same code.
  ///
  /// - Parameters:
  ///   - left: An error.
  ///   - right: Another error.
  /// - Returns: Whether both have the same code.
  public static func == (left: SharedPoolError, right: SharedPoolError) -> Bool {
    left.code == right.code
  }
}

extension SharedPoolError: CustomStringConvertible {
  /// One sentence or two, with the numbers that explain the error.
  public var description: String {
    "\(pool.map { "Pool “\($0)”" } ?? "The pool"): \(reason)"
  }

  private var reason: String {
    switch code {
    case .timedOut:
      return """
        nothing for \(wantsText) became free\(waited.map { " within \($0.inSeconds)" } ?? " in time")\
        \(waiting.map { $0 == 0 ? "" : " (\($0) more of this process wait)" } ?? "").
        """
    case .lost(let end):
      return """
        the lease\(resource.map { " of “\($0)”" } ?? "")\(fence.map { " with fence \($0)" } ?? "") \
        \(end.clause)\(bodyError.map { "; its body ended with: \($0)" } ?? "").
        """
    case .impossible:
      if let fitting {
        return """
          the stock cannot satisfy \(wantsText): \(fitting) fitting \
          \(fitting == 1 ? "resource exists" : "resources exist").
          """
      }
      return "the stock can no longer satisfy \(wantsText)."
    case .unreachable, .unusable:
      return storeError.map { "the store has failed: \($0)" } ?? "the store has failed."
    case .refused: return refusal?.sentence ?? "the store did not accept the request."
    case .closed: return "it is closed."
    }
  }

  private var wantsText: String {
    if wants.isEmpty { return "what is wanted" }
    return wants.map { "\($0.count) × [\($0.labels)]" }.joined(separator: " and ")
  }
}

extension LendingEnd {
  var clause: String {
    switch self {
    case .returned: "was returned"
    case .expired: "was not renewed in time"
    case .tooLong: "was held as long as the pool allows"
    case .takenBack(let reason): "was taken back by a keeper: \(reason)"
    case .withdrawn: "was given up"
    case .gone: "was ended because its session was not seen"
    case .impossible: "cannot be granted any more"
    }
  }
}

extension LendingRefusal {
  /// The refusal as a sentence.
  public var sentence: String {
    switch self {
    case .impossible(let want, let fitting):
      "want \(want) cannot be satisfied: \(fitting) fitting resources exist."
    case .duplicate(let name): "there is a resource with the name “\(name)” already."
    case .unknownResource(let name): "there is no resource with the name “\(name)”."
    case .unknownPool: "the store has no such pool."
    case .unknownSession: "the session is not open."
    case .wrongState(let name, let state):
      "“\(name)” is \(state.rawValue), and this cannot be done in that state."
    case .invalid(let sentence): sentence
    }
  }
}

extension Duration {
  var inSeconds: String {
    let tenths = wholeNanoseconds / 100_000_000
    return tenths < 1 ? "\(wholeNanoseconds / 1_000_000) ms" : "\(tenths / 10).\(tenths % 10) s"
  }
}

extension SessionFailure {
  /// `nil` for cancellation.
  var code: SharedPoolError.Code? {
    switch self {
    case .cancelled: nil
    case .closed: .closed
    case .timedOut(let error): error == nil ? .timedOut : .unreachable
    case .ended(.impossible), .refused(.impossible): .impossible
    case .ended(let end): .lost(end)
    case .refused: .refused
    case .store(let error):
      error.code == .closed ? .closed : error.isTransient ? .unreachable : .unusable
    }
  }
}

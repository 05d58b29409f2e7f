internal import Synchronization

/// The guard of a resource in this process: it refuses writes of a holder whose lease has ended.
///
/// Put it where the writes arrive, such as in the server that owns the resource, and never where
/// they are sent. It accepts a fence if it is at least as large as all before.
///
/// ```swift
/// let gate = FenceGate()
///
/// func flash(_ image: Image, fence: Fence) throws {
///   try gate.write(with: fence) { install(image) }
/// }
/// ```
///
/// To let it survive a restart, store ``highest`` with the resource, or use ``FileFenceGate``.
public final class FenceGate: Sendable {
  private let accepted: Mutex<Fence?>

  /// Creates a gate.
  ///
  /// - Parameter highest: The largest fence that was accepted before, if any.
  public init(highest: Fence? = nil) { accepted = Mutex(highest) }

  /// The largest fence that was accepted.
  public var highest: Fence? { accepted.withLock { $0 } }

  /// Accepts a fence, unless a larger one was accepted before.
  ///
  /// A write that follows is guarded only if the next fence cannot be accepted before it has ended;
  /// otherwise use ``write(with:_:)``.
  ///
  /// - Parameter fence: The fence of a write.
  /// - Returns: Whether it was accepted.
  public func accept(_ fence: Fence) -> Bool {
    accepted.withLock { Self.accept(fence, after: &$0) }
  }

  /// Writes, unless a larger fence was accepted before.
  ///
  /// Writes happen one after the other: while `body` runs, no other fence is accepted.
  ///
  /// - Parameters:
  ///   - fence: The fence of the write.
  ///   - body: The write. It must not use the gate.
  /// - Returns: The value that `body` returns.
  /// - Throws: ``StaleFence``, or the error that `body` throws.
  public func write<Result>(with fence: Fence, _ body: () throws -> Result) throws -> Result {
    // A result with any value may leave the lock, because only this call has made it.
    nonisolated(unsafe) var result: Result?  // guard: only this call sees it
    try accepted.withLock { highest in
      guard Self.accept(fence, after: &highest) else {
        throw StaleFence(fence: fence, highest: highest ?? fence)
      }
      result = try body()
    }
    guard let result else { preconditionFailure("The write has neither returned nor thrown.") }
    return result
  }

  private static func accept(_ fence: Fence, after highest: inout Fence?) -> Bool {
    if let highest, fence < highest { return false }
    highest = fence
    return true
  }
}

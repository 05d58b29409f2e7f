internal import StageFloor

/// A running watch of a source, which ends by ``end()`` or when it is deallocated.
public final class PressureWatch: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var whenEnded: (@Sendable () -> Void)?  // guard: `lock`

  /// Creates a watch that has begun.
  ///
  /// - Parameter whenEnded: Ends the watch; called once, on the thread that ends it.
  public init(whenEnded: @escaping @Sendable () -> Void = {}) {
    self.whenEnded = whenEnded
  }

  deinit {
    end()
    lock.deallocate()
  }

  /// Ends the watch, unless it has already ended.
  public func end() {
    lock.lock()
    let ending = whenEnded
    whenEnded = nil
    lock.unlock()
    ending?()
  }
}

internal import StageFloor

/// A source at work: it ends when it is told to, or when the watch is dropped.
public final class PressureWatch: Sendable {
  private let lock = LockWord()
  nonisolated(unsafe) private var whenEnded: (@Sendable () -> Void)?  // guard: `lock`

  /// A watch that has begun.
  ///
  /// - Parameter whenEnded: ends it; called once, on whichever thread ends the watch.
  public init(whenEnded: @escaping @Sendable () -> Void = {}) {
    self.whenEnded = whenEnded
  }

  deinit {
    end()
    lock.deallocate()
  }

  /// Ends the watch, unless it has ended.
  public func end() {
    lock.lock()
    let ending = whenEnded
    whenEnded = nil
    lock.unlock()
    ending?()
  }
}

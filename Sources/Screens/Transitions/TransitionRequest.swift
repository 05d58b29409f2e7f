/// A request to a container, which is executed in FIFO order with the other requests of its tree.
///
/// Often it is executed at once, and is over when it is returned. There is no need to retain it: it
/// is executed anyway.
@MainActor
public final class TransitionRequest {
  /// How a request ended.
  public enum Outcome: Hashable, Sendable {
    /// The request was executed, or there was nothing to do.
    case completed
    /// The transition began, and was cancelled.
    case cancelled
    /// The request was impossible when it was to be executed, and nothing has changed.
    case refused(ScreenError)
  }

  /// How the request ended; nil until then.
  ///
  /// To wait for the end, use ``outcome``.
  public private(set) var outcomeIfOver: Outcome?

  /// The container that executes the request.
  ///
  /// A waiting request does not retain it.
  weak var container: (any TransitionContainer)?
  private(set) var action: RequestAction?
  private var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
  private var lastWaiter = 0

  init(_ action: RequestAction?) {
    self.action = action
  }

  /// Creates a request that is refused at once.
  init(refused error: ScreenError) {
    outcomeIfOver = .refused(error)
  }

  /// Whether the request has ended.
  public var isOver: Bool { outcomeIfOver != nil }

  /// How the request ended, once it has, including its animation; nil if the waiting task was
  /// cancelled first.
  ///
  /// Any number of tasks may wait. Cancelling a waiting task ends only its wait; the request is
  /// executed anyway. ``outcomeIfOver`` does not wait.
  public var outcome: Outcome? {
    get async {
      if let outcomeIfOver { return outcomeIfOver }
      lastWaiter += 1
      let number = lastWaiter
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if let outcomeIfOver {
            continuation.resume(returning: outcomeIfOver)
          } else if Task.isCancelled {
            continuation.resume(returning: nil)
          } else {
            waiters[number] = continuation
          }
        }
      } onCancel: {
        Task { @MainActor in self.waiters.removeValue(forKey: number)?.resume(returning: nil) }
      }
    }
  }

  func finish(_ outcome: Outcome) {
    guard outcomeIfOver == nil else { return }
    outcomeIfOver = outcome
    action = nil
    guard !waiters.isEmpty else { return }
    for (_, waiter) in waiters { waiter.resume(returning: outcome) }
    waiters = [:]
  }
}

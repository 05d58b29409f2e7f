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
  public private(set) var outcome: Outcome?

  /// The container that executes the request.
  ///
  /// A waiting request does not retain it.
  weak var container: (any TransitionContainer)?
  private(set) var deed: TransitionDeed?
  private var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
  private var lastWaiter = 0

  init(_ deed: TransitionDeed?) {
    self.deed = deed
  }

  /// Creates a request that is refused at once.
  init(refused error: ScreenError) {
    outcome = .refused(error)
  }

  /// Whether the request has ended.
  public var isOver: Bool { outcome != nil }

  /// Waits until the request has ended, including its animation.
  ///
  /// Any number of tasks may wait. Cancelling a waiting task ends only its wait; the request is
  /// executed anyway.
  ///
  /// - Returns: How the request ended; nil if the waiting task was cancelled first.
  @discardableResult
  public func end() async -> Outcome? {
    if let outcome { return outcome }
    lastWaiter += 1
    let number = lastWaiter
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if let outcome {
          continuation.resume(returning: outcome)
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

  func finish(_ outcome: Outcome) {
    guard self.outcome == nil else { return }
    self.outcome = outcome
    deed = nil
    guard !waiters.isEmpty else { return }
    for (_, waiter) in waiters { waiter.resume(returning: outcome) }
    waiters = [:]
  }
}

/// What a request does when it is executed.
enum TransitionDeed {
  /// Changes the container according to the returned proposal; nil if there is nothing to change.
  case change(@MainActor (any TransitionContainer) throws(ScreenError) -> TransitionProposal?)
  /// Does something else that must not happen during a transition.
  case act(@MainActor (any TransitionContainer) throws(ScreenError) -> Void)
}

/// The intended new state of a container.
///
/// A class, because it is passed on by several owners until the end of the transition.
@MainActor
final class TransitionProposal {
  let layout: ContainerLayout
  private(set) var change: ContainerChange
  /// The screens to be added to the container, in any order.
  let newcomers: [AnyScreen]
  let isAnimated: Bool
  let isInteractive: Bool

  init(
    _ change: ContainerChange, to layout: ContainerLayout, newcomers: [AnyScreen] = [],
    isAnimated: Bool, isInteractive: Bool = false
  ) {
    self.layout = layout
    self.change = change
    self.newcomers = newcomers
    self.isAnimated = isAnimated
    self.isInteractive = isInteractive
  }

  /// Removes the appearance steps, because the container is not visible.
  func hide() { change = change.hidden }
}

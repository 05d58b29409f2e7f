/// Something that a container was asked to do: it is done when its turn comes.
///
/// Often that is at once, and the request is over when it is returned. There is no need to keep it:
/// it is carried out all the same.
@MainActor
public final class TransitionRequest {
  /// How a request ended.
  public enum Outcome: Hashable, Sendable {
    /// It was carried out, or there was nothing to do.
    case completed
    /// It began, and was called off.
    case cancelled
    /// It was impossible when its turn came, and nothing has changed.
    case refused(ScreenError)
  }

  /// How it ended; nil until then.
  public private(set) var outcome: Outcome?

  /// Who is to do it, while it waits in line: that does not keep a container.
  weak var container: (any TransitionContainer)?
  private(set) var deed: TransitionDeed?
  private var waiters: [Int: CheckedContinuation<Outcome?, Never>] = [:]
  private var lastWaiter = 0

  init(_ deed: TransitionDeed?) {
    self.deed = deed
  }

  /// One that is over before it began.
  init(refused error: ScreenError) {
    outcome = .refused(error)
  }

  /// Whether it has ended, in whatever way.
  public var isOver: Bool { outcome != nil }

  /// Waits for the end, including that of the animation.
  ///
  /// Any number of tasks may wait. A task that is cancelled waits no longer; the request is carried
  /// out all the same.
  ///
  /// - Returns: how it ended; nil if the waiting task was cancelled first.
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

/// What a request does when its turn comes.
enum TransitionDeed {
  /// Changes the container, as this says; nil if there is nothing to change.
  case change(@MainActor (any TransitionContainer) throws(ScreenError) -> TransitionProposal?)
  /// Does something else that is not to happen during a transition.
  case act(@MainActor (any TransitionContainer) throws(ScreenError) -> Void)
}

/// What a container is to become.
///
/// An object, because it is handed from one to the next until the end of the transition.
@MainActor
final class TransitionProposal {
  let layout: ContainerLayout
  private(set) var change: ContainerChange
  /// The screens that come into the container, in any order.
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

  /// Nobody sees the container.
  func hide() { change = change.hidden }
}

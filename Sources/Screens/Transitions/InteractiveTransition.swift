/// A transition that follows the user's finger, and may be called off.
///
/// ```swift
/// guard let pop = stack.beginPop() else { return }
/// pop.update(0.4)  // as the finger moves
/// pop.cancel()  // or finish(), when it is lifted
/// await pop.request.end()
/// ```
///
/// It begins when it is made. To let go of it without a decision calls it off, when the main actor
/// gets round to it.
@MainActor
public final class InteractiveTransition {
  /// The request behind it, to wait for its end.
  public let request: TransitionRequest

  private let transition: RunningTransition

  init(_ transition: RunningTransition) {
    request = transition.request
    self.transition = transition
  }

  deinit {
    // Not now: whoever lets go may be in the middle of a change of its own.
    Task.detached { @MainActor [transition] in transition.decide(.cancelled) }
  }

  /// Whether it can still go either way.
  public var isOpen: Bool { transition.machine.isOpen }

  /// Moves with the finger.
  ///
  /// Nothing happens after the finger was lifted. From inside ``Stage/update(_:to:)``, the last one
  /// counts, when that has returned.
  ///
  /// - Parameter progress: how far, from 0 to 1; what lies outside is taken for the nearer end.
  public func update(_ progress: Double) {
    guard isOpen, !progress.isNaN else { return }
    transition.follow(min(max(progress, 0), 1))
  }

  /// The finger was lifted: moves on to the end.
  ///
  /// Only the first of ``finish()`` and ``cancel()`` counts. From inside ``Stage/update(_:to:)``, the
  /// stage is told when that has returned.
  public func finish() {
    transition.decide(.completed)
  }

  /// The finger was lifted: moves back to where it was.
  ///
  /// Only the first of ``finish()`` and ``cancel()`` counts. From inside ``Stage/update(_:to:)``, the
  /// stage is told when that has returned.
  public func cancel() {
    transition.decide(.cancelled)
  }
}

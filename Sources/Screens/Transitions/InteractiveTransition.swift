/// A transition that follows a gesture, and may be cancelled.
///
/// ```swift
/// guard let pop = try? stack.beginPop() else { return }
/// pop.update(0.4)  // as the finger moves
/// pop.cancel()  // or finish(), when it is lifted
/// if await pop.request.outcome == .cancelled { print("The book stays open.") }
/// ```
///
/// The transition begins when this object is created. Releasing it without a decision cancels the
/// transition, in a later turn of the main actor.
@MainActor
public final class InteractiveTransition {
  /// The request of the transition, which can be awaited.
  public let request: TransitionRequest

  private let transition: TransitionReference

  init(_ transition: TransitionReference, _ request: TransitionRequest) {
    self.request = request
    self.transition = transition
  }

  deinit {
    // Deferred, because the code that releases this object may be in the middle of a change of its
    // own.
    Task.detached { @MainActor [transition] in transition.decide(.cancelled) }
  }

  /// Whether the outcome is still undecided.
  public var isOpen: Bool { transition.isOpen }

  /// Reports the progress of the gesture to the stage.
  ///
  /// Has no effect after the gesture has ended. If called repeatedly from inside
  /// ``ScreenStage/update(_:to:)``, only the last value counts, when that has returned.
  ///
  /// - Parameter progress: The progress from 0 to 1; values outside are clamped.
  public func update(_ progress: Double) {
    guard isOpen, !progress.isNaN else { return }
    transition.follow(min(max(progress, 0), 1))
  }

  /// Ends the gesture and completes the transition.
  ///
  /// Only the first call of ``finish()`` or ``cancel()`` has an effect. If called from inside
  /// ``ScreenStage/update(_:to:)``, the stage is notified when that has returned.
  public func finish() {
    transition.decide(.completed)
  }

  /// Ends the gesture and returns to the start.
  ///
  /// Only the first call of ``finish()`` or ``cancel()`` has an effect. If called from inside
  /// ``ScreenStage/update(_:to:)``, the stage is notified when that has returned.
  public func cancel() {
    transition.decide(.cancelled)
  }
}

/// Makes a container follow a toolkit's widget that moves by itself.
///
/// Some widgets go back, turn or close a sheet before any code is asked: they show their own
/// animation, and report afterwards that the user has arrived, or has turned round. A stage for
/// such a widget retains one tracker, and reports to it what the widget does. The screens receive
/// the same callbacks as for a gesture, or for a button.
///
/// ```swift
/// @MainActor
/// final class CarouselStage: ScreenStage {
///   private weak var carousel: Carousel?
///   private var tracker: ToolkitMoveTracker?
///
///   func connect(to requests: StageRequests) { tracker = ToolkitMoveTracker(requests) }
///
///   func makeView() -> Widget {
///     let carousel = Carousel()
///     carousel.onDragBegan = { [weak self] goal in self?.tracker?.moveBegan(.turn(to: goal)) }
///     carousel.onDragEnded = { [weak self] isThere in self?.tracker?.moveEnded(atGoal: isThere) }
///     self.carousel = carousel
///     return carousel
///   }
///
///   func arrange(_ scene: ScreenStageScene<Widget>) {
///     carousel?.setPages(scene.items.map { ($0.position, $0.view) })
///     if tracker?.isMoving == true { return }  // the finger decides where the carousel is
///     carousel?.jump(to: scene.currentItem?.position)
///   }
///
///   func begin(_ transition: ScreenStageTransition<Widget>) {
///     let goal = transition.after.currentItem?.position
///     let isShown = carousel?.position == goal
///     if tracker?.takesBegin(of: transition, isShown: isShown) == true { return }
///     carousel?.scroll(to: goal) { transition.animationDidEnd() }
///   }
///
///   func conclude(
///     _ transition: ScreenStageTransition<Widget>, as outcome: TransitionContext.Outcome
///   ) {
///     if tracker?.takesConclusion(of: transition) == true { return }
///     transition.animationDidEnd()
///   }
/// }
/// ```
///
/// The life of a move:
///
/// 1. The widget begins to move: ``moveBegan(_:)``. The container begins an interactive transition,
///    and calls its stage with ``ScreenStage/begin(_:)``, which leaves the animation to the widget.
/// 2. The widget ends: ``moveEnded(atGoal:)``. The transition is finished or cancelled, its
///    animation ends at once, and the container calls ``ScreenStage/arrange(_:)``.
///
/// What may be different:
///
/// - **The container is busy, or not visible.** The widget moves on. If it arrives, the tracker
///   requests the same without animation; the request waits its turn. Until it has ended,
///   ``isWaiting`` is true, and the widget is ahead of the container.
/// - **The container refuses**, because a screen does or there is nothing to go back to. The
///   tracker asks the container for ``ScreenStage/arrange(_:)``, which puts the widget back.
/// - **The widget has arrived already** when it reports the first time: ``moved(_:)``.
/// - **A move begins before the previous one has ended.** That one is called off, as when a drag
///   turns round. A widget that hurries the previous move to its goal reports that first.
/// - **The program ends the transition** while the widget moves, with ``ContainerScreen/settle()``
///   or by closing the window. The screens are where they were; if the widget arrives nevertheless,
///   the tracker requests the move.
/// - **The widget is destroyed half-way.** Call ``moveEnded(atGoal:)`` with false, or release the
///   tracker: the transition is cancelled.
///
/// Every move that has begun must end. The tracker retains neither the container nor the stage.
/// A widget that is still working on its children when it reports an end must be answered in a
/// later turn of its loop, because the container calls ``ScreenStage/arrange(_:)`` from inside
/// ``moveEnded(atGoal:)``.
@MainActor
public final class ToolkitMoveTracker {
  private let requests: StageRequests
  private var machine = ToolkitMoveMachine()
  private var transition: InteractiveTransition?

  /// Creates a tracker for a widget that stands still.
  ///
  /// - Parameter requests: What the stage received in ``ScreenStage/connect(to:)``.
  public init(_ requests: StageRequests) { self.requests = requests }

  /// Whether the widget moves, and what it shows must not be changed.
  ///
  /// A call of ``ScreenStage/arrange(_:)`` meanwhile may add and remove views, but must not change
  /// the place. It is called again after the move.
  public var isMoving: Bool { machine.isMoving }

  /// Whether the widget has arrived where the container is not yet, because it was busy.
  public var isWaiting: Bool { machine.requestCount > 0 }

  // MARK: From the widget

  /// Reports that the widget has begun to move.
  ///
  /// - Parameter move: Where it moves.
  public func moveBegan(_ move: ToolkitMoveTracker.Move) { perform(machine.began(move)) }

  /// Reports that the widget has stopped.
  ///
  /// - Parameter isAtGoal: Whether it has arrived; false if it is back where the move began.
  public func moveEnded(atGoal isAtGoal: Bool) { perform(machine.ended(atGoal: isAtGoal)) }

  /// Reports that the widget has moved, in one step.
  ///
  /// - Parameter move: Where it has moved.
  public func moved(_ move: ToolkitMoveTracker.Move) { perform(machine.began(move, isThere: true)) }

  // MARK: From the container

  /// Takes over the beginning of a transition if the widget shows it by itself, or has shown it
  /// already.
  ///
  /// Call this method first in ``ScreenStage/begin(_:)``.
  ///
  /// - Parameters:
  ///   - transition: The transition.
  ///   - isShown: Whether the widget stands where the transition ends.
  /// - Returns: Whether nothing is left to do; otherwise the stage animates as always.
  public func takesBegin<View>(
    of transition: ScreenStageTransition<View>, isShown: Bool
  ) -> Bool {
    let isInteractive = transition.context.isInteractive
    let action = machine.transitionBegins(isInteractive: isInteractive, isShown: isShown)
    return take(action, of: transition)
  }

  /// Takes over the conclusion of a transition that the widget has shown by itself.
  ///
  /// Call this method first in ``ScreenStage/conclude(_:as:)``.
  ///
  /// - Parameter transition: The transition.
  /// - Returns: Whether nothing is left to do; otherwise the stage animates as always.
  public func takesConclusion<View>(of transition: ScreenStageTransition<View>) -> Bool {
    take(machine.transitionConcludes(), of: transition)
  }

  private func take<View>(
    _ action: ToolkitMoveMachine.StageAction, of transition: ScreenStageTransition<View>
  ) -> Bool {
    switch action {
    case .animate: return false
    case .leave: return true
    case .endAnimation:
      transition.animationDidEnd()
      return true
    }
  }

  // MARK: Performing

  private func perform(_ action: ToolkitMoveMachine.Action) {
    switch action {
    case .nothing: break
    case .ask(let move): ask(move)
    case .decide(let outcome, let next):
      if outcome == .completed { transition?.finish() } else { transition?.cancel() }
      perform(machine.decisionReturned())
      if let next { request(next) }
    case .request(let move): request(move)
    case .putBack: requests.arrange()
    }
  }

  private func ask(_ move: ToolkitMoveTracker.Move) {
    do throws(ScreenError) {
      let transition = try begin(move)
      self.transition = transition
      let action = machine.granted()
      // If the program has ended the transition already, this calls the closure at once.
      transition.request.onEnd { [weak self] outcome in self?.transitionEnded(outcome) }
      perform(action)
    } catch {
      perform(machine.denied(ToolkitMoveMachine.Denial(error)))
    }
  }

  private func begin(_ move: ToolkitMoveTracker.Move) throws(ScreenError) -> InteractiveTransition {
    switch move {
    case .back: try requests.beginBack()
    case .turn(let position): try requests.beginTurn(to: position)
    case .dismissal(let screen): try requests.beginDismissal(of: screen)
    case .selection: throw .isBusy
    }
  }

  private func transitionEnded(_ outcome: TransitionRequest.Outcome) {
    transition = nil
    switch outcome {
    case .completed: perform(machine.transitionEnded(.completed))
    case .cancelled: perform(machine.transitionEnded(.cancelled))
    case .refused: perform(machine.transitionEnded(nil))
    }
  }

  private func request(_ move: ToolkitMoveTracker.Move) {
    let request =
      switch move {
      case .back: requests.back(animated: false)
      case .turn(let position): requests.turn(to: position, animated: false)
      case .selection(let screen): requests.select(screen, animated: false)
      case .dismissal(let screen): requests.dismiss(screen, animated: false)
      }
    request.onEnd { [weak self] outcome in
      guard let self else { return }
      let isRefused =
        switch outcome {
        case .completed, .cancelled, .refused(.containerIsGone): false
        case .refused: true
        }
      perform(machine.requestEnded(isRefused: isRefused))
    }
  }
}

extension ToolkitMoveMachine.Denial {
  init(_ error: ScreenError) {
    switch error {
    case .isBusy, .isUnseen: self = .later
    case .containerIsGone: self = .gone
    default: self = .never
    }
  }
}

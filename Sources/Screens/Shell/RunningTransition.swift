/// A transition that has begun.
@MainActor
final class RunningTransition {
  let request: TransitionRequest
  /// The container and the director, set when the transition first waits for a stage or a gesture.
  ///
  /// Weak, so that a tree that is released in the middle of a transition is destroyed; and set no
  /// earlier than necessary, because storing weak references is the largest cost of a transition
  /// that takes no time.
  private(set) weak var container: (any TransitionContainer)?
  private(set) weak var director: TransitionDirector?
  /// The intended new state of the container.
  let proposal: TransitionProposal
  let plan: TransitionPlan
  let before: ContainerLayout
  let context: TransitionContext
  @exclusivity(unchecked) var machine: TransitionMachine
  /// Whether its duration is not watched yet.
  @exclusivity(unchecked) var isUnwatched = true
  /// The progress of the gesture, until the stage has received it.
  private var progress: Double?

  init(
    _ proposal: TransitionProposal, in container: any TransitionContainer, isSeen: Bool,
    for request: TransitionRequest
  ) {
    self.request = request
    self.proposal = proposal
    if !isSeen { proposal.hide() }
    let change = proposal.change
    let isAnimated = proposal.isAnimated && change.isVisible
    plan = container.transitionOrder.plan(
      for: change, isAnimated: isAnimated, isInteractive: proposal.isInteractive)
    before = container.layout
    context = TransitionContext(
      change.reason, direction: change.direction, isAnimated: isAnimated,
      isInteractive: proposal.isInteractive,
      outcome: proposal.isInteractive ? .open : .completed)
    machine = TransitionMachine(isInteractive: proposal.isInteractive)
  }

  var change: ContainerChange { proposal.change }
  var after: ContainerLayout { proposal.layout }

  /// From now on, an event outside must continue the transition.
  func wait(in container: any TransitionContainer, for director: TransitionDirector) {
    self.container = container
    self.director = director
  }

  /// The gesture has progressed.
  func follow(_ progress: Double) {
    self.progress = progress
    // If called from inside the stage's `update`, the stage receives the value when that has
    // returned.
    if let container, let director, machine.follow() { director.follow(self, in: container) }
  }

  /// The progress to pass to the stage; nil if the stage has it, or need not receive it.
  func takeProgress() -> Double? {
    guard machine.isOpen, !machine.isHurried else { return nil }
    return progress.take()
  }

  /// The stage has reached the end.
  func animationDidEnd() {
    let action = machine.animationDidEnd()
    if action != .wait { director?.resume(self, action: action) }
  }

  /// The gesture has ended.
  func decide(_ outcome: TransitionContext.Outcome) {
    let action = machine.decide(outcome)
    if action != .wait { director?.resume(self, action: action) }
  }
}

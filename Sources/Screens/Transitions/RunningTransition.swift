/// A transition that has begun.
@MainActor
final class RunningTransition {
  let request: TransitionRequest
  /// Its container and who moves it on, from when it waits for a stage or a finger.
  ///
  /// Weak, so that a tree that is let go of in the middle ends; and not before it has to be, because
  /// that is what costs most in a transition that takes no time.
  private(set) weak var container: (any TransitionContainer)?
  private(set) weak var director: TransitionDirector?
  /// What the container is to become.
  let proposal: TransitionProposal
  let plan: TransitionPlan
  let before: ContainerLayout
  let context: TransitionContext
  @exclusivity(unchecked) var machine: TransitionMachine
  /// Whether its duration is not watched yet.
  @exclusivity(unchecked) var isUnwatched = true
  /// How far the finger has come, until the stage is told.
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

  /// From now on somebody else has to move it on.
  func wait(in container: any TransitionContainer, for director: TransitionDirector) {
    self.container = container
    self.director = director
  }

  /// The finger has moved.
  func follow(_ progress: Double) {
    self.progress = progress
    // From inside the stage that follows: it is told when it has returned.
    if let container, let director, machine.follow() { director.follow(self, in: container) }
  }

  /// How far the stage is to follow; nil if it knows, or need not.
  func takeProgress() -> Double? {
    guard machine.isOpen, !machine.isHurried else { return nil }
    return progress.take()
  }

  /// The stage has come to an end.
  func animationDidEnd() {
    let action = machine.animationDidEnd()
    if action != .wait { director?.goOn(with: self, action) }
  }

  /// The finger was lifted.
  func decide(_ outcome: TransitionContext.Outcome) {
    let action = machine.decide(outcome)
    if action != .wait { director?.goOn(with: self, action) }
  }
}

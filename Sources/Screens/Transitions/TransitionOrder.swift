/// The order in which the screens of a container are notified of a transition.
///
/// The lifecycle of each single screen is the same in all orders. They differ in the sequence
/// between the screens that take part.
public struct TransitionOrder: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case uniform
    case uikit
    case uikitCurling
  }

  let form: Form

  /// The same order in all containers: the old screen will disappear, the new screen will appear,
  /// the old screen did disappear, the new screen did appear.
  ///
  /// A cancelled transition runs the same way with the roles exchanged.
  public static let uniform = TransitionOrder(form: .uniform)

  /// UIKit's order, which differs for each kind of container; pages scroll.
  ///
  /// For ported code that depends on it.
  public static let uikit = TransitionOrder(form: .uikit)

  /// Like ``uikit``, with pages that curl.
  public static let uikitCurling = TransitionOrder(form: .uikitCurling)
}

extension TransitionOrder {
  /// Computes the calls of a transition, in order.
  ///
  /// - Parameters:
  ///   - change: What changes.
  ///   - isAnimated: Whether the transition is animated.
  ///   - isInteractive: Whether the transition may be cancelled; otherwise no calls are planned for
  ///     that.
  /// - Returns: The calls before the transition and after either outcome.
  func plan(
    for change: ContainerChange, isAnimated: Bool, isInteractive: Bool
  ) -> TransitionPlan {
    var plan = TransitionPlan()
    var context = TransitionContext(
      change.reason, direction: change.direction, isAnimated: isAnimated,
      isInteractive: isInteractive, outcome: isInteractive ? .open : .completed)
    let sequence = sequence(for: change.kind)
    let notifiesMoves = form == .uniform || change.kind != .modal
    // UIKit does not notify of leaving before the pop is certain.
    let leavesLate = form != .uniform && isInteractive

    plan.begin.reserveCapacity(8)
    plan.completed.reserveCapacity(8)
    // A dismissal by the program is not announced to the screen, which may well have caused it.
    let notifiesDismissal = isInteractive && change.reason == .dismiss
    if notifiesDismissal {
      for screen in change.seenAndRemoved { plan.begin.append(.willDismiss(screen)) }
    }
    if notifiesMoves {
      if !leavesLate { plan.begin.willMove(change.removed, isEntering: false) }
      plan.begin.willMove(change.added, isEntering: true)
    }
    for screen in change.incoming { plan.begin.append(.load(screen)) }
    plan.begin.append(sequence.begin, change, context)

    context.outcome = .completed
    if notifiesMoves && leavesLate { plan.completed.willMove(change.removed, isEntering: false) }
    plan.completed.append(sequence.completed, change, context)
    if notifiesMoves {
      plan.completed.didMove(change.removed, isEntering: false)
      plan.completed.didMove(change.added, isEntering: true)
    }
    if notifiesDismissal {
      for screen in change.seenAndRemoved { plan.completed.append(.didDismiss(screen)) }
    }
    guard isInteractive else { return plan }

    context.outcome = .cancelled
    if notifiesMoves { plan.cancelled.willMove(change.added, isEntering: false) }
    plan.cancelled.append(sequence.cancelled, change, context)
    if notifiesMoves {
      plan.cancelled.didMove(change.added, isEntering: false)
      // A screen that was notified of leaving is notified that it stays.
      if !leavesLate { plan.cancelled.didMove(change.removed, isEntering: true) }
    }
    return plan
  }
}

extension [PlanStep] {
  fileprivate mutating func willMove(_ screens: [ScreenID], isEntering: Bool) {
    for screen in screens { append(.willMove(screen, isEntering: isEntering)) }
  }

  fileprivate mutating func didMove(_ screens: [ScreenID], isEntering: Bool) {
    for screen in screens { append(.didMove(screen, isEntering: isEntering)) }
  }

  fileprivate mutating func append(
    _ steps: [TransitionOrder.RoleStep], _ change: ContainerChange, _ context: TransitionContext
  ) {
    for step in steps {
      let screens = step.role == .old ? change.outgoing : change.incoming
      for screen in screens {
        var context = context
        switch (step.role, context.outcome) {
        case (.old, .cancelled): break
        case (.new, .cancelled): context.isLeaving = change.added.contains(screen)
        case (.old, _): context.isLeaving = change.removed.contains(screen)
        case (.new, _): context.isEntering = change.added.contains(screen)
        }
        append(.appearance(step.step, screen, context))
      }
    }
  }
}

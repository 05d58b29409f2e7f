/// In which order the screens of a container hear of a transition.
///
/// What each single screen may rely on is the same in all orders: it will appear before it has
/// appeared or is to disappear again, and so on. They differ in who comes first.
public struct TransitionOrder: Hashable, Sendable {
  enum Form: Hashable, Sendable {
    case uniform
    case uikit
    case uikitCurling
  }

  let form: Form

  /// The same in all containers: the old one will disappear, the new one will appear, the old one has
  /// disappeared, the new one has appeared.
  ///
  /// A transition that is called off runs the same way with the roles exchanged.
  public static let uniform = TransitionOrder(form: .uniform)

  /// As in UIKit, where each kind of container has an order of its own; pages scroll.
  ///
  /// For apps that come from there, and whose screens know who comes first.
  public static let uikit = TransitionOrder(form: .uikit)

  /// As ``uikit``, with pages that curl.
  public static let uikitCurling = TransitionOrder(form: .uikitCurling)
}

extension TransitionOrder {
  /// Works out what a transition calls, and in which order.
  ///
  /// - Parameters:
  ///   - change: what changes.
  ///   - isAnimated: whether the user sees it move.
  ///   - isInteractive: whether it may be called off; otherwise nothing is planned for that.
  /// - Returns: what is called before, and after either end.
  func plan(
    for change: ContainerChange, isAnimated: Bool, isInteractive: Bool
  ) -> TransitionPlan {
    var plan = TransitionPlan()
    var context = TransitionContext(
      change.reason, direction: change.direction, isAnimated: isAnimated,
      isInteractive: isInteractive, outcome: isInteractive ? .open : .completed)
    let score = score(for: change.kind)
    let tellsMoves = form == .uniform || change.kind != .modal
    // UIKit says nothing of leaving before it is certain.
    let leavesLate = form != .uniform && isInteractive

    plan.begin.reserveCapacity(8)
    plan.completed.reserveCapacity(8)
    // Whoever is dismissed by the program is not told so: it may well be what has done it.
    let tellsDismissal = isInteractive && change.reason == .dismiss
    if tellsDismissal {
      for screen in change.seenAndRemoved { plan.begin.append(.willDismiss(screen)) }
    }
    if tellsMoves {
      if !leavesLate { plan.begin.willMove(change.removed, isEntering: false) }
      plan.begin.willMove(change.added, isEntering: true)
    }
    for screen in change.incoming { plan.begin.append(.load(screen)) }
    plan.begin.play(score.begin, change, context)

    context.outcome = .completed
    if tellsMoves && leavesLate { plan.completed.willMove(change.removed, isEntering: false) }
    plan.completed.play(score.completed, change, context)
    if tellsMoves {
      plan.completed.didMove(change.removed, isEntering: false)
      plan.completed.didMove(change.added, isEntering: true)
    }
    if tellsDismissal {
      for screen in change.seenAndRemoved { plan.completed.append(.didDismiss(screen)) }
    }
    guard isInteractive else { return plan }

    context.outcome = .cancelled
    if tellsMoves { plan.cancelled.willMove(change.added, isEntering: false) }
    plan.cancelled.play(score.cancelled, change, context)
    if tellsMoves {
      plan.cancelled.didMove(change.added, isEntering: false)
      // Whoever heard that it is to leave hears that it has stayed.
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

  fileprivate mutating func play(
    _ beats: [TransitionOrder.Beat], _ change: ContainerChange, _ context: TransitionContext
  ) {
    for beat in beats {
      let screens = beat.role == .old ? change.outgoing : change.incoming
      for screen in screens {
        var context = context
        switch (beat.role, context.outcome) {
        case (.old, .cancelled): break
        case (.new, .cancelled): context.isLeaving = change.added.contains(screen)
        case (.old, _): context.isLeaving = change.removed.contains(screen)
        case (.new, _): context.isEntering = change.added.contains(screen)
        }
        append(.appearance(beat.step, screen, context))
      }
    }
  }
}

extension TreeMachine {
  /// Plans the steps before the stage begins, in order.
  static func planBeginning(
    of transition: Transition, _ order: TransitionOrder, _ steps: inout [Step]
  ) {
    let plan = Plan(transition, order)
    for screen in plan.change.added { steps.append(.enter(screen)) }
    // A dismissal by the program is not announced to the screen, which may well have caused it.
    if plan.notifiesDismissal {
      for screen in plan.seenAndRemoved { steps.append(.willDismiss(screen)) }
    }
    if plan.notifiesMoves {
      if !plan.leavesLate { plan.willMove(plan.change.removed, isEntering: false, &steps) }
      plan.willMove(plan.change.added, isEntering: true, &steps)
    }
    for screen in plan.change.incoming { steps.append(.load(screen)) }
    let context = transition.context
    for step in plan.sequence.begin { plan.appear(step, context, &steps) }
  }

  /// Plans the steps after the transition was completed, in order.
  static func planCompletion(
    of transition: Transition, _ order: TransitionOrder, _ steps: inout [Step]
  ) {
    let plan = Plan(transition, order)
    var context = transition.context
    context.outcome = .completed
    if plan.notifiesMoves && plan.leavesLate {
      plan.willMove(plan.change.removed, isEntering: false, &steps)
    }
    for step in plan.sequence.completed { plan.appear(step, context, &steps) }
    if plan.notifiesMoves {
      plan.didMove(plan.change.removed, isEntering: false, &steps)
      plan.didMove(plan.change.added, isEntering: true, &steps)
    }
    if plan.notifiesDismissal {
      for screen in plan.seenAndRemoved { steps.append(.didDismiss(screen)) }
    }
  }

  /// Plans the steps after the transition was cancelled, and the stage shows the start again.
  static func planCancellation(
    of transition: Transition, _ order: TransitionOrder, _ steps: inout [Step]
  ) {
    let plan = Plan(transition, order)
    var context = transition.context
    context.outcome = .cancelled
    if plan.notifiesMoves { plan.willMove(plan.change.added, isEntering: false, &steps) }
    for step in plan.sequence.cancelled { plan.appear(step, context, &steps) }
    if plan.notifiesMoves {
      plan.didMove(plan.change.added, isEntering: false, &steps)
      // A screen that was notified of leaving is notified that it stays.
      if !plan.leavesLate { plan.didMove(plan.change.removed, isEntering: true, &steps) }
    }
  }

  /// Which calls a transition needs.
  private struct Plan {
    let change: LayoutChange
    let container: ScreenSlot
    let sequence: TransitionOrder.StepSequence
    let notifiesMoves: Bool
    let notifiesDismissal: Bool
    /// UIKit does not notify of leaving before the pop is certain.
    let leavesLate: Bool

    init(_ transition: Transition, _ order: TransitionOrder) {
      change = transition.change
      container = transition.container
      let kind = transition.kind
      sequence = order.sequence(for: kind)
      notifiesMoves = order.form == .uniform || kind != .modal
      notifiesDismissal = transition.isInteractive && transition.reason == .dismiss
      leavesLate = order.form != .uniform && transition.isInteractive
    }

    /// The screens that visibly leave the container, from the top to the bottom.
    ///
    /// A covered screen does not appear again if the change is cancelled, so it could not be
    /// notified.
    var seenAndRemoved: [ScreenSlot] { change.removed.filter { change.outgoing.contains($0) } }

    func willMove(_ screens: SlotList, isEntering: Bool, _ steps: inout [Step]) {
      for screen in screens {
        steps.append(.willMove(screen, to: isEntering ? container : .none))
      }
    }

    func didMove(_ screens: SlotList, isEntering: Bool, _ steps: inout [Step]) {
      for screen in screens {
        steps.append(.didMove(screen, to: isEntering ? container : .none))
      }
    }

    func appear(
      _ step: TransitionOrder.RoleStep, _ context: TransitionContext, _ steps: inout [Step]
    ) {
      for screen in step.role == .old ? change.outgoing : change.incoming {
        var context = context
        switch (step.role, context.outcome) {
        case (.old, .cancelled): break
        case (.new, .cancelled): context.isLeaving = change.added.contains(screen)
        case (.old, _): context.isLeaving = change.removed.contains(screen)
        case (.new, _): context.isEntering = change.added.contains(screen)
        }
        steps.append(.appear(step.step, screen, context))
      }
    }
  }
}

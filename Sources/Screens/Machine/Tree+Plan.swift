extension TreeMachine.Tree {
  func planBeginning(_ transition: TreeMachine.Transition, _ order: TransitionOrder) {
    let start = agenda.count
    let rules = PlanRules(transition, order)
    for screen in change.added { agenda.append(.enter(screen)) }
    // A dismissal by the program is not announced to the screen, which may well have caused it.
    if rules.notifiesDismissal {
      for screen in seenAndRemoved { agenda.append(.willDismiss(screen)) }
    }
    if rules.notifiesMoves {
      if !rules.leavesLate { planWillMove(change.removed, to: .none) }
      planWillMove(change.added, to: transition.container)
    }
    for screen in change.incoming { agenda.append(.load(screen)) }
    if transition.isVisible { plan(rules.sequence.begin, transition.context) }
    agenda.append(.begun)
    agenda.reverseAll(from: start)
  }

  func planEnd(
    _ transition: TreeMachine.Transition, as outcome: TransitionContext.Outcome,
    _ order: TransitionOrder
  ) {
    let start = agenda.count
    let rules = PlanRules(transition, order)
    let isCompleted = outcome == .completed
    agenda.append(.arrange(transition.container, isChanged: isCompleted))
    var context = transition.context
    context.outcome = outcome
    if isCompleted {
      planCompletion(transition, rules, context)
      for screen in change.removed { agenda.append(.leave(screen)) }
    } else {
      planCancellation(transition, rules, context)
      for screen in change.added { agenda.append(.leave(screen)) }
    }
    agenda.append(.over(outcome))
    agenda.reverseAll(from: start)
  }

  private func planCompletion(
    _ transition: TreeMachine.Transition, _ rules: PlanRules, _ context: TransitionContext
  ) {
    if rules.notifiesMoves && rules.leavesLate {
      planWillMove(change.removed, to: .none)
    }
    if transition.isVisible { plan(rules.sequence.completed, context) }
    if rules.notifiesMoves {
      planDidMove(change.removed, to: .none)
      planDidMove(change.added, to: transition.container)
    }
    if rules.notifiesDismissal {
      for screen in seenAndRemoved { agenda.append(.didDismiss(screen)) }
    }
  }

  private func planCancellation(
    _ transition: TreeMachine.Transition, _ rules: PlanRules, _ context: TransitionContext
  ) {
    if rules.notifiesMoves { planWillMove(change.added, to: .none) }
    plan(rules.sequence.cancelled, context)
    guard rules.notifiesMoves else { return }
    planDidMove(change.added, to: .none)
    // A screen that was notified of leaving is notified that it stays.
    if !rules.leavesLate {
      planDidMove(change.removed, to: transition.container)
    }
  }

  private struct PlanRules {
    let sequence: TransitionOrder.StepSequence
    let notifiesMoves: Bool
    let notifiesDismissal: Bool
    /// UIKit does not notify of leaving before the pop is certain.
    let leavesLate: Bool

    init(_ transition: TreeMachine.Transition, _ order: TransitionOrder) {
      sequence = order.sequence(for: transition.kind)
      notifiesMoves = order.form == .uniform || transition.kind != .modal
      notifiesDismissal = transition.isInteractive && transition.reason == .dismiss
      leavesLate = order.form != .uniform && transition.isInteractive
    }
  }

  /// From the top; a covered screen does not appear again on cancellation, so it is not notified.
  private var seenAndRemoved: [ScreenSlot] {
    let outgoing = SlotLookup(change.outgoing)
    return change.removed.filter { outgoing.contains($0) }
  }

  private func planWillMove(_ screens: SlotList, to container: ScreenSlot) {
    for screen in screens { agenda.append(.willMove(screen, to: container)) }
  }

  private func planDidMove(_ screens: SlotList, to container: ScreenSlot) {
    for screen in screens { agenda.append(.didMove(screen, to: container)) }
  }

  private func plan(
    _ steps: [TransitionOrder.RoleStep], _ context: TransitionContext
  ) {
    let (added, removed) = (SlotLookup(change.added), SlotLookup(change.removed))
    for step in steps {
      let isOld = step.role == .old
      for screen in isOld ? change.outgoing : change.incoming {
        var context = context
        switch (isOld, context.outcome == .cancelled) {
        case (true, true): break
        case (false, true): context.isLeaving = added.contains(screen)
        case (true, false): context.isLeaving = removed.contains(screen)
        case (false, false): context.isEntering = added.contains(screen)
        }
        agenda.append(.appear(step.step, screen, context))
      }
    }
  }
}

extension Array {
  fileprivate mutating func reverseAll(from start: Int) {
    var (low, high) = (start, count - 1)
    while low < high {
      swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}

extension TreeMachine {
  /// Puts the steps before the stage begins on the agenda.
  mutating func planBeginning(_ transition: Transition, _ order: TransitionOrder, in tree: Int) {
    let start = agendas[tree].count
    let rules = PlanRules(transition, order)
    for screen in changes[tree].added { agendas[tree].append(.enter(screen)) }
    // A dismissal by the program is not announced to the screen, which may well have caused it.
    if rules.notifiesDismissal {
      for screen in seenAndRemoved(tree) { agendas[tree].append(.willDismiss(screen)) }
    }
    if rules.notifiesMoves {
      if !rules.leavesLate { planWillMove(changes[tree].removed, to: .none, in: tree) }
      planWillMove(changes[tree].added, to: transition.container, in: tree)
    }
    for screen in changes[tree].incoming { agendas[tree].append(.load(screen)) }
    if transition.isVisible { plan(rules.sequence.begin, transition.context, in: tree) }
    agendas[tree].append(.begun)
    agendas[tree].reverseAll(from: start)
  }

  /// Puts the steps after the stage has ended on the agenda.
  mutating func planEnd(
    _ transition: Transition, as outcome: TransitionContext.Outcome, _ order: TransitionOrder,
    in tree: Int
  ) {
    let start = agendas[tree].count
    let rules = PlanRules(transition, order)
    let isCompleted = outcome == .completed
    agendas[tree].append(.arrange(transition.container, isChanged: isCompleted))
    var context = transition.context
    context.outcome = outcome
    if isCompleted {
      planCompletion(transition, rules, context, in: tree)
      for screen in changes[tree].removed { agendas[tree].append(.leave(screen)) }
    } else {
      planCancellation(transition, rules, context, in: tree)
      for screen in changes[tree].added { agendas[tree].append(.leave(screen)) }
    }
    agendas[tree].append(.over(outcome))
    agendas[tree].reverseAll(from: start)
  }

  private mutating func planCompletion(
    _ transition: Transition, _ rules: PlanRules, _ context: TransitionContext, in tree: Int
  ) {
    if rules.notifiesMoves && rules.leavesLate {
      planWillMove(changes[tree].removed, to: .none, in: tree)
    }
    if transition.isVisible { plan(rules.sequence.completed, context, in: tree) }
    if rules.notifiesMoves {
      planDidMove(changes[tree].removed, to: .none, in: tree)
      planDidMove(changes[tree].added, to: transition.container, in: tree)
    }
    if rules.notifiesDismissal {
      for screen in seenAndRemoved(tree) { agendas[tree].append(.didDismiss(screen)) }
    }
  }

  private mutating func planCancellation(
    _ transition: Transition, _ rules: PlanRules, _ context: TransitionContext, in tree: Int
  ) {
    if rules.notifiesMoves { planWillMove(changes[tree].added, to: .none, in: tree) }
    plan(rules.sequence.cancelled, context, in: tree)
    guard rules.notifiesMoves else { return }
    planDidMove(changes[tree].added, to: .none, in: tree)
    // A screen that was notified of leaving is notified that it stays.
    if !rules.leavesLate {
      planDidMove(changes[tree].removed, to: transition.container, in: tree)
    }
  }

  /// Which calls a transition needs.
  private struct PlanRules {
    let sequence: TransitionOrder.StepSequence
    let notifiesMoves: Bool
    let notifiesDismissal: Bool
    /// UIKit does not notify of leaving before the pop is certain.
    let leavesLate: Bool

    init(_ transition: Transition, _ order: TransitionOrder) {
      sequence = order.sequence(for: transition.kind)
      notifiesMoves = order.form == .uniform || transition.kind != .modal
      notifiesDismissal = transition.isInteractive && transition.reason == .dismiss
      leavesLate = order.form != .uniform && transition.isInteractive
    }
  }

  /// The screens that visibly leave the container, from the top to the bottom.
  ///
  /// A covered screen does not appear again if the change is cancelled, so it could not be
  /// notified.
  private func seenAndRemoved(_ tree: Int) -> [ScreenSlot] {
    changes[tree].removed.filter { changes[tree].outgoing.contains($0) }
  }

  private mutating func planWillMove(_ screens: SlotList, to container: ScreenSlot, in tree: Int) {
    for screen in screens { agendas[tree].append(.willMove(screen, to: container)) }
  }

  private mutating func planDidMove(_ screens: SlotList, to container: ScreenSlot, in tree: Int) {
    for screen in screens { agendas[tree].append(.didMove(screen, to: container)) }
  }

  private mutating func plan(
    _ steps: [TransitionOrder.RoleStep], _ context: TransitionContext, in tree: Int
  ) {
    for step in steps {
      let isOld = step.role == .old
      for screen in isOld ? changes[tree].outgoing : changes[tree].incoming {
        var context = context
        switch (isOld, context.outcome == .cancelled) {
        case (true, true): break
        case (false, true): context.isLeaving = changes[tree].added.contains(screen)
        case (true, false): context.isLeaving = changes[tree].removed.contains(screen)
        case (false, false): context.isEntering = changes[tree].added.contains(screen)
        }
        agendas[tree].append(.appear(step.step, screen, context))
      }
    }
  }
}

extension Array {
  /// Reverses the elements from an index on, in place.
  fileprivate mutating func reverseAll(from start: Int) {
    var (low, high) = (start, count - 1)
    while low < high {
      swapAt(low, high)
      low += 1
      high -= 1
    }
  }
}

extension TreeMachine {
  /// One step on the agenda of a tree.
  enum Step {
    /// A newcomer is retained by its container.
    case enter(ScreenSlot)
    case willMove(ScreenSlot, to: ScreenSlot)
    case didMove(ScreenSlot, to: ScreenSlot)
    case willDismiss(ScreenSlot)
    case didDismiss(ScreenSlot)
    /// The view is created, if necessary.
    case load(ScreenSlot)
    /// A screen and the visible screens in it take an appearance step.
    case appear(ScreenAppearanceStep, ScreenSlot, TransitionContext)
    /// The screen is ready to appear.
    case ready(ScreenSlot, TransitionContext)
    /// The foreground screens in the screen resign before it disappears.
    case resign(ScreenSlot, TransitionContext)
    /// The visible children take the step after their container, or before it.
    case children(ScreenAppearanceStep, ScreenSlot, TransitionContext)
    /// A *did* step, after the children have taken it.
    case did(ScreenAppearanceStep, ScreenSlot, TransitionContext)
    case updateForeground
    /// The steps before the stage begins have been taken.
    case begun
    case beginOnStage
    case followOnStage
    case concludeOnStage(TransitionContext.Outcome)
    /// The screens or the stage that were called have returned.
    case callReturned
    /// The stage shows the layout.
    case arrange(ScreenSlot)
    /// A removed screen leaves.
    case leave(ScreenSlot)
    case over(TransitionContext.Outcome)
    case changed(ScreenSlot)
    case finishTransition(Bool)
    case ask(ScreenSlot, TransitionContext.Reason)
    case answered
    case makePages
    case pagesMade
    case perform(Request)
    case finish(Request, TransitionOutcome)
    /// Waiting requests of another tree are executed, if that still exists.
    case runTree(ScreenSlot, ScreenID)
    /// The turn continues after another tree has been run.
    case beBack
  }

  /// What the shell does next.
  enum Call {
    /// Retain a screen that the request has brought; it is in a container now.
    case enter(ScreenSlot, Request)
    /// Release a screen, which is in no container any more.
    case leave(ScreenSlot)
    case willMove(ScreenSlot, to: ScreenSlot)
    case didMove(ScreenSlot, to: ScreenSlot)
    case willDismiss(ScreenSlot)
    case didDismiss(ScreenSlot)
    case load(ScreenSlot)
    /// End what keeps the screen from appearing, and create its view and its heavy resources.
    case prepare(ScreenSlot)
    case appearance(ScreenAppearanceStep, ScreenSlot, TransitionContext)
    /// Report a step that is illegal now, and was not taken.
    case refused(ScreenAppearanceStep, ScreenSlot)
    case resigned(ScreenSlot)
    case updateForeground
    /// Let the stage begin the transition in progress.
    case begin(ScreenSlot)
    case follow(ScreenSlot, Double)
    case conclude(ScreenSlot, TransitionContext.Outcome)
    /// Let the stage show the layout.
    case arrange(ScreenSlot)
    /// The transition of a container has ended.
    case changed(ScreenSlot)
    /// Ask a screen whether it may leave, and report the answer with ``answer(_:in:)``.
    case ask(ScreenSlot, TransitionContext.Reason)
    /// Create pages, and report them with ``supply(_:in:)``.
    case makePages(ScreenSlot, [Int], Request)
    case perform(ScreenSlot, Request)
    case finish(Request, TransitionOutcome)
    case runTree(ScreenSlot)
  }

  /// The next call of a tree that is in a turn.
  ///
  /// - Parameters:
  ///   - tree: The tree.
  ///   - isOutermost: Whether the caller has begun the turn, so that waiting requests are executed
  ///     when the agenda is empty.
  /// - Returns: The call to perform; nil if there is none, for now or until the next turn.
  mutating func next(_ tree: Int, isOutermost: Bool) -> Call? {
    while true {
      guard let step = trees[tree].agenda.popLast() else {
        if isOutermost, takeRequests(tree) { continue }
        return nil
      }
      if let call = take(step, tree) { return call }
    }
  }

  /// Puts an appearance step on the agenda, as a toolkit's container reports it.
  mutating func deliver(
    _ step: ScreenAppearanceStep, to slot: ScreenSlot, _ context: TransitionContext, in tree: Int
  ) {
    trees[tree].agenda.append(.appear(step, slot, context))
  }

  /// Sets the rest of a turn aside, for a step that must be complete before.
  mutating func takeAgenda(of tree: Int) -> [Step] {
    var agenda: [Step] = []
    swap(&agenda, &trees[tree].agenda)
    return agenda
  }

  mutating func setAgenda(_ agenda: [Step], of tree: Int) { trees[tree].agenda += agenda }

  /// The answer of a screen that was asked whether it may leave.
  mutating func answer(_ isPermitted: Bool, in tree: Int) {
    guard !isPermitted else { return }
    trees[tree].isPermitted = false
    // No other screen is asked.
    while case .ask = trees[tree].agenda.last { trees[tree].agenda.removeLast() }
  }

  /// The pages that were created for the request that is being executed.
  mutating func supply(_ pages: [ContainerLayout.Item], in tree: Int) {
    trees[tree].madePages = pages
  }

  private mutating func take(_ step: Step, _ tree: Int) -> Call? {
    switch step {
    case .appear(let step, let slot, let context): return appear(step, slot, context, tree)
    case .ready(let slot, let context): return willAppear(slot, context, tree)
    case .resign(let slot, let context): return resign(slot, context, tree)
    case .children(let step, let slot, let context):
      let range = self[container: slot].layout.visible
      for index in range.reversed() {
        let child = self[container: slot].layout.items[index].screen
        trees[tree].agenda.append(.appear(step, child, context))
      }
      return nil
    case .did(let step, let slot, let context): return did(step, slot, context)
    case .willMove(let slot, let parent): return .willMove(slot, to: parent)
    case .didMove(let slot, let parent): return .didMove(slot, to: parent)
    case .willDismiss(let slot): return .willDismiss(slot)
    case .didDismiss(let slot): return .didDismiss(slot)
    case .load(let slot): return self[slot].lifecycle.view == .present ? nil : .load(slot)
    case .updateForeground: return .updateForeground
    case .ask(let slot, let reason): return .ask(slot, reason)
    case .perform(let request):
      guard let container = trees[tree].executing.take()?.container else { return nil }
      return .perform(container, request)
    case .finish(let request, let outcome): return .finish(request, outcome)
    case .enter, .leave, .begun, .beginOnStage, .followOnStage, .concludeOnStage, .callReturned,
      .arrange, .over, .changed, .finishTransition:
      return takeTransitionStep(step, tree)
    case .answered:
      answered(in: tree)
      return nil
    case .makePages:
      guard let waiting = trees[tree].executing else { return nil }
      return .makePages(waiting.container, trees[tree].missingPages, waiting.request)
    case .pagesMade:
      pagesMade(in: tree)
      return nil
    case .runTree(let root, let id):
      // The other tree may add this one, so that is between two turns.
      if case .beBack = trees[tree].agenda.last { trees[tree].isInTurn = false }
      // Meanwhile, it may have been destroyed or have joined another tree, with its requests.
      return isLive(root, id) && self[root].parent.isNone ? .runTree(root) : nil
    case .beBack:
      trees[tree].isInTurn = true
      return nil
    }
  }

  private mutating func takeTransitionStep(_ step: Step, _ tree: Int) -> Call? {
    guard let transition = trees[tree].transition else { return nil }
    switch step {
    case .enter(let slot): return .enter(slot, transition.request)
    case .leave(let slot):
      unlink(slot)
      if release(slot, from: tree) {
        trees[tree].agenda.insert(.runTree(slot, self[slot].id), at: 0)
      }
      return .leave(slot)
    case .begun:
      begun(tree)
      return nil
    case .beginOnStage:
      return transition.machine.isHurried ? nil : .begin(transition.container)
    case .followOnStage:
      guard let progress = takeProgress(tree) else { return nil }
      trees[tree].agenda.append(.followOnStage)
      return .follow(transition.container, progress)
    case .concludeOnStage(let outcome): return .conclude(transition.container, outcome)
    case .callReturned:
      schedule(trees[tree].transition?.machine.callReturned() ?? .wait, tree)
      return nil
    case .arrange(let slot): return .arrange(slot)
    case .over(let outcome):
      over(outcome, tree)
      return nil
    case .changed(let slot): return .changed(slot)
    case .finishTransition(let isCompleted):
      trees[tree].transition = nil
      return .finish(transition.request, isCompleted ? .completed : .cancelled)
    default: return nil
    }
  }

  // MARK: Appearance

  private mutating func appear(
    _ step: ScreenAppearanceStep, _ slot: ScreenSlot, _ context: TransitionContext, _ tree: Int
  ) -> Call? {
    switch step {
    case .willAppear:
      let node = self[slot]
      guard node.lifecycle.view == .present,
        node.flags.isDisjoint(with: [.isInBackground, .needsPreparation])
      else {
        trees[tree].agenda.append(.ready(slot, context))
        return .prepare(slot)
      }
      return willAppear(slot, context, tree)
    case .willDisappear:
      guard self[slot].lifecycle.take(step) else { return .refused(step, slot) }
      return resign(slot, context, tree)
    case .didAppear, .didDisappear:
      // Not visible before its own callback: the screens in it, which are notified first, may ask
      // which screen is foreground.
      guard self[slot].lifecycle.permits(step) else { return .refused(step, slot) }
      guard self[slot].isContainer else { return did(step, slot, context) }
      trees[tree].agenda.append(.did(step, slot, context))
      trees[tree].agenda.append(.children(step, slot, inherited(context, by: slot, step)))
      return nil
    }
  }

  private mutating func willAppear(
    _ slot: ScreenSlot, _ context: TransitionContext, _ tree: Int
  ) -> Call? {
    guard self[slot].lifecycle.take(.willAppear) else { return .refused(.willAppear, slot) }
    if self[slot].isContainer {
      let inherited = inherited(context, by: slot, .willAppear)
      trees[tree].agenda.append(.children(.willAppear, slot, inherited))
    }
    return .appearance(.willAppear, slot, context)
  }

  /// The screens in a screen that disappears resign, innermost first, and then it is notified.
  private mutating func resign(
    _ slot: ScreenSlot, _ context: TransitionContext, _ tree: Int
  ) -> Call? {
    if let screen = resignInnermost(in: slot) {
      trees[tree].agenda.append(.resign(slot, context))
      return .resigned(screen)
    }
    if self[slot].isContainer {
      let inherited = inherited(context, by: slot, .willDisappear)
      trees[tree].agenda.append(.children(.willDisappear, slot, inherited))
    }
    return .appearance(.willDisappear, slot, context)
  }

  private mutating func did(
    _ step: ScreenAppearanceStep, _ slot: ScreenSlot, _ context: TransitionContext
  ) -> Call? {
    guard self[slot].lifecycle.take(step) else { return .refused(step, slot) }
    if step == .didAppear { self[slot].flags.insert(.hasAppeared) }
    return .appearance(step, slot, context)
  }

  /// The context that the visible children receive with a step of their container.
  private func inherited(
    _ context: TransitionContext, by slot: ScreenSlot, _ step: ScreenAppearanceStep
  ) -> TransitionContext {
    var context = context.inherited
    let container = self[container: slot]
    guard container.order != .uniform, container.layout.kind == .stack,
      !self[slot].flags.contains(.hasAppeared)
    else { return context }
    // In UIKit, a root that is visible with its stack enters the stack at that moment.
    let isComing = step == .willAppear || step == .didAppear
    context.isEntering = isComing && container.layout.current == 0
    return context
  }
}

extension TreeMachine {
  enum Step {
    case enter(ScreenSlot)
    case willMove(ScreenSlot, to: ScreenSlot)
    case didMove(ScreenSlot, to: ScreenSlot)
    case willDismiss(ScreenSlot)
    case didDismiss(ScreenSlot)
    case load(ScreenSlot)
    /// A screen and the visible screens in it take an appearance step.
    case appear(ScreenAppearance.Step, ScreenSlot, TransitionContext)
    case ready(ScreenSlot, TransitionContext)
    /// The foreground screens in the screen resign before it disappears.
    case resign(ScreenSlot, TransitionContext)
    /// The visible children take the step after their container, or before it.
    case children(ScreenAppearance.Step, ScreenSlot, TransitionContext)
    /// A *did* step, after the children have taken it.
    case did(ScreenAppearance.Step, ScreenSlot, TransitionContext)
    case updateForeground
    /// The steps before the stage begins have been taken.
    case begun
    case beginOnStage
    case followOnStage
    case concludeOnStage(TransitionContext.Outcome)
    case callReturned
    case arrange(ScreenSlot, isChanged: Bool)
    case leave(ScreenSlot)
    case over(TransitionContext.Outcome)
    case changed(ScreenSlot)
    case finishTransition(Bool)
    case showWindow(ScreenSlot, isOpen: Bool)
    /// The views of a screen and of the visible screens in it are where the user will see them.
    case isAppearing(ScreenSlot, TransitionContext)
    case ask(ScreenSlot, TransitionContext.Reason)
    case answered
    case makePages
    case pagesMade
    case perform(RequestNumber)
    case finish(RequestNumber, TransitionOutcome)
    /// Waiting requests of another tree are executed, if that still exists.
    case runTree(ScreenSlot, ScreenID)
    case resumeTurn
  }

  enum Call {
    /// Retain a screen that the request has brought; it is in a container now.
    case enter(ScreenSlot, RequestNumber)
    /// Release a screen, which is in no container any more.
    case leave(ScreenSlot)
    case willMove(ScreenSlot, to: ScreenSlot)
    case didMove(ScreenSlot, to: ScreenSlot)
    case willDismiss(ScreenSlot)
    case didDismiss(ScreenSlot)
    case load(ScreenSlot)
    /// End what keeps the screen from appearing, and create its view and its heavy resources.
    case prepare(ScreenSlot)
    case appearance(ScreenAppearance.Step, ScreenSlot, TransitionContext)
    /// Report a step that is illegal now, and was not taken.
    case refused(ScreenAppearance.Step, ScreenSlot)
    case resigned(ScreenSlot)
    case updateForeground
    case begin(ScreenSlot)
    case follow(ScreenSlot, Double)
    case conclude(ScreenSlot, TransitionContext.Outcome)
    case arrange(ScreenSlot, isChanged: Bool)
    case showWindow(ScreenSlot, isOpen: Bool)
    case isAppearing(ScreenSlot, TransitionContext)
    case changed(ScreenSlot)
    case ask(ScreenSlot, TransitionContext.Reason)
    /// Create pages, and note them in ``Tree/madePages``.
    case makePages(ScreenSlot, [Int], RequestNumber)
    case perform(ScreenSlot, RequestNumber)
    case finish(RequestNumber, TransitionOutcome)
    case runTree(ScreenSlot)
  }

  /// Nil for now, or until the next turn; the outermost caller has begun it and executes requests.
  mutating func next(_ tree: Tree, isOutermost: Bool) -> Call? {
    while true {
      guard let step = tree.agenda.popLast() else {
        if isOutermost, takeRequests(tree) { continue }
        return nil
      }
      if let call = take(step, tree) { return call }
    }
  }

  private mutating func take(_ step: Step, _ tree: Tree) -> Call? {
    switch step {
    case .appear(let step, let slot, let context): return appear(step, slot, context, tree)
    case .ready(let slot, let context): return willAppear(slot, context, tree)
    case .resign(let slot, let context): return resign(slot, context, tree)
    case .children(let step, let slot, let context):
      let range = self[container: slot].layout.visible
      for index in range.reversed() {
        let child = self[container: slot].layout.items[index].screen
        tree.agenda.append(.appear(step, child, context))
      }
      return nil
    case .did(let step, let slot, let context): return did(step, slot, context)
    case .willMove(let slot, let parent): return .willMove(slot, to: parent)
    case .didMove(let slot, let parent): return .didMove(slot, to: parent)
    case .willDismiss(let slot): return .willDismiss(slot)
    case .didDismiss(let slot): return .didDismiss(slot)
    case .load(let slot): return self[slot].lifecycle.view == .present ? nil : .load(slot)
    case .updateForeground: return .updateForeground
    case .showWindow(let slot, let isOpen):
      if isOpen {
        let context = TransitionContext(.window, direction: .forward, outcome: .completed)
        tree.agenda.append(.isAppearing(slot, context))
      }
      return .showWindow(slot, isOpen: isOpen)
    case .isAppearing(let slot, let context): return isAppearing(slot, context, tree)
    case .ask(let slot, let reason): return .ask(slot, reason)
    case .perform(let request):
      guard let container = tree.executing.take()?.container else { return nil }
      return .perform(container, request)
    case .finish(let request, let outcome): return .finish(request, outcome)
    case .enter, .leave, .begun, .beginOnStage, .followOnStage, .concludeOnStage, .callReturned,
      .arrange, .over, .changed, .finishTransition:
      return takeTransitionStep(step, tree)
    case .answered:
      answered(in: tree)
      return nil
    case .makePages:
      guard let waiting = tree.executing else { return nil }
      return .makePages(waiting.container, tree.missingPages, waiting.request)
    case .pagesMade:
      pagesMade(in: tree)
      return nil
    case .runTree(let root, let id):
      // The other tree may add this one, so that is between two turns.
      if case .resumeTurn = tree.agenda.last { tree.isInTurn = false }
      // Meanwhile, it may have been destroyed or have joined another tree, with its requests.
      return isLive(root, id) && self[root].parent.isNone ? .runTree(root) : nil
    case .resumeTurn:
      tree.isInTurn = true
      return nil
    }
  }

  private mutating func takeTransitionStep(_ step: Step, _ tree: Tree) -> Call? {
    guard let container = tree.transition?.container else { return nil }
    switch step {
    case .enter(let slot): return tree.transition.map { .enter(slot, $0.request) }
    case .leave(let slot):
      moveRequests(of: slot, leaving: container, from: tree)
      unlink(slot)
      return .leave(slot)
    case .begun:
      begun(tree)
      return nil
    case .beginOnStage:
      return tree.transition?.machine.isHurried == true ? nil : .begin(container)
    case .followOnStage:
      guard let progress = tree.takeProgress() else { return nil }
      tree.agenda.append(.followOnStage)
      return .follow(container, progress)
    case .concludeOnStage(let outcome): return .conclude(container, outcome)
    case .callReturned:
      schedule(tree.transition?.machine.callReturned() ?? .wait, tree)
      return nil
    case .arrange(let slot, let isChanged): return .arrange(slot, isChanged: isChanged)
    case .over(let outcome):
      over(outcome, tree)
      return nil
    case .changed(let slot): return .changed(slot)
    case .finishTransition(let isCompleted):
      let request = tree.transition.take()?.request
      tree.change = LayoutChange()
      tree.layoutAfter = nil
      return request.map { .finish($0, isCompleted ? .completed : .cancelled) }
    default: return nil
    }
  }

  // MARK: Appearance

  private mutating func appear(
    _ step: ScreenAppearance.Step, _ slot: ScreenSlot, _ context: TransitionContext, _ tree: Tree
  ) -> Call? {
    switch step {
    case .willAppear:
      let node = self[slot]
      guard node.lifecycle.view == .present,
        node.flags.isDisjoint(with: [.isInBackground, .needsPreparation])
      else {
        tree.agenda.append(.ready(slot, context))
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
      tree.agenda.append(.did(step, slot, context))
      tree.agenda.append(.children(step, slot, inherited(context, by: slot, step)))
      return nil
    }
  }

  private mutating func willAppear(
    _ slot: ScreenSlot, _ context: TransitionContext, _ tree: Tree
  ) -> Call? {
    guard self[slot].lifecycle.take(.willAppear) else { return .refused(.willAppear, slot) }
    takeChildrenAlong(.willAppear, slot, context, tree)
    return .appearance(.willAppear, slot, context)
  }

  /// The screens in a screen that disappears resign, innermost first, and then it is notified.
  private mutating func resign(
    _ slot: ScreenSlot, _ context: TransitionContext, _ tree: Tree
  ) -> Call? {
    if let screen = resignInnermost(in: slot) {
      tree.agenda.append(.resign(slot, context))
      return .resigned(screen)
    }
    takeChildrenAlong(.willDisappear, slot, context, tree)
    return .appearance(.willDisappear, slot, context)
  }

  private mutating func takeChildrenAlong(
    _ step: ScreenAppearance.Step, _ slot: ScreenSlot, _ context: TransitionContext, _ tree: Tree
  ) {
    guard self[slot].isContainer else { return }
    tree.agenda.append(.children(step, slot, inherited(context, by: slot, step)))
  }

  /// A screen is notified before those in it, and only while it is appearing.
  private mutating func isAppearing(
    _ slot: ScreenSlot, _ context: TransitionContext, _ tree: Tree
  ) -> Call? {
    guard self[slot].appearance == .appearing else { return nil }
    if self[slot].isContainer {
      let inherited = inherited(context, by: slot, .willAppear)
      for index in self[container: slot].layout.visible.reversed() {
        let child = self[container: slot].layout.items[index].screen
        tree.agenda.append(.isAppearing(child, inherited))
      }
    }
    return .isAppearing(slot, context)
  }

  private mutating func did(
    _ step: ScreenAppearance.Step, _ slot: ScreenSlot, _ context: TransitionContext
  ) -> Call? {
    guard self[slot].lifecycle.take(step) else { return .refused(step, slot) }
    if step == .didAppear { self[slot].flags.insert(.hasAppeared) }
    return .appearance(step, slot, context)
  }

  private func inherited(
    _ context: TransitionContext, by slot: ScreenSlot, _ step: ScreenAppearance.Step
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

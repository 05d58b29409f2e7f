@testable import StagecraftScreens

extension TreeLaws {
  // MARK: Steps

  mutating func take(
    _ step: ScreenAppearance.Step, _ name: Name, _ context: TransitionContext
  ) {
    guard let screen = known(name) else { return }
    // Law: the life of one screen.
    check(screen.hasView, "\(name) has no view")
    let (isLegal, next): (Bool, ScreenAppearance) =
      switch step {
      case .willAppear: ([.gone, .disappearing].contains(screen.appearance), .appearing)
      case .didAppear: (screen.appearance == .appearing, .visible)
      case .willDisappear: ([.visible, .appearing].contains(screen.appearance), .disappearing)
      case .didDisappear: (screen.appearance == .disappearing, .gone)
      }
    check(isLegal, "\(name) is \(screen.appearance)")
    if step == .willDisappear { check(!screen.isForeground, "\(name) is still foreground") }
    if step == .didAppear || step == .didDisappear { checkChildren(of: name, step) }
    if let parent = screen.parent, let outer = model.screens[parent] {
      if courses[parent] != nil {
        check(outer.appearance == .visible, "the container of \(name) is \(outer.appearance)")
        checkViews(parent)
        check(take(event, of: parent), "\(name) does not take this step now")
      } else {
        checkInherited(step, name, context, from: parent, outer)
      }
    } else {
      checkRoot(step, name, context)
    }
    model.screens[name]?.appearance = next
    model.screens[name]?.context = context
    if step == .didAppear { model.screens[name]?.hasAppeared = true }
  }

  /// Law: before any screen of a transition takes a step, the views exist.
  mutating func checkViews(_ container: Name) {
    guard let course = courses[container], course.phase == .beginning else { return }
    let isLoaded = course.needsViews.allSatisfy { model.screens[$0]?.hasView == true }
    check(isLoaded, "a view is missing")
  }

  /// Law: the screens in a container take *did* steps before it.
  mutating func checkChildren(of name: Name, _ step: ScreenAppearance.Step) {
    guard let box = model.boxes[name] else { return }
    let wanted: ScreenAppearance = step == .didAppear ? .visible : .gone
    for child in box.visible {
      check(
        model.screens[child]?.appearance == wanted, "\(child) has not taken the step before \(name)"
      )
    }
  }

  /// Law: the visible screens in a container follow its steps, and no other ones.
  mutating func checkInherited(
    _ step: ScreenAppearance.Step, _ name: Name, _ context: TransitionContext, from parent: Name,
    _ outer: TreeModel.Screen
  ) {
    let isComing = step == .willAppear || step == .didAppear
    check(
      outer.appearance == (isComing ? .appearing : .disappearing),
      "\(name) in \(parent), which is \(outer.appearance)")
    checkTurn(step, name)
    guard let box = model.boxes[parent] else { return }
    check(box.visible.contains(name), "\(name) is hidden in \(parent)")
    // From the bottom to the top.
    for lower in box.visible.prefix(while: { $0 != name }) {
      let appearance = model.screens[lower]?.appearance
      let isDone =
        switch step {
        case .willAppear: appearance == .appearing
        case .didAppear: appearance == .visible
        case .willDisappear: appearance == .disappearing
        case .didDisappear: appearance == .gone
        }
      check(isDone, "\(name) before \(lower)")
    }
    var expected = outer.context
    expected.isEntering =
      box.order != .uniform && box.kind == .stack && !outer.hasAppeared && isComing
      && box.current == 0
    expected.isLeaving = false
    // A *did* step is taken before the container's own.
    if step == .didAppear || step == .didDisappear { expected.outcome = context.outcome }
    check(context == expected, "\(name) has another context than \(parent)")
  }

  /// Law: the screens in a screen that moves take a step together with it, and before any other.
  mutating func checkTurn(_ step: ScreenAppearance.Step, _ name: Name) {
    var outer = name
    while let parent = model.screens[outer]?.parent {
      if let course = courses[parent] {
        let isWill = step == .willAppear || step == .willDisappear
        let neighbour = isWill ? course.last : course.due.first
        guard case .step(step, outer, _) = neighbour else {
          return report("\(name) does not take the step with \(outer)")
        }
        return
      }
      outer = parent
    }
  }

  mutating func checkRoot(
    _ step: ScreenAppearance.Step, _ name: Name, _ context: TransitionContext
  ) {
    if let due = delivered[name]?.first {
      delivered[name]?.removeFirst()
      check(step == due && context == TransitionContext(.host), "another step than the toolkit's")
      return
    }
    let isComing = step == .willAppear || step == .didAppear
    let isDue = pending.values.contains {
      $0.container == name && $0.action == (isComing ? .open : .close)
    }
    check(isDue, "\(name) neither opens nor closes")
    windowSteps[name, default: []].append(step)
    let expected = TransitionContext(
      .window, direction: isComing ? .forward : .backward, outcome: .completed)
    check(context == expected, "not the context of a window")
  }

  // MARK: Foreground

  mutating func resign(_ name: Name) {
    guard let screen = known(name) else { return }
    check(screen.isForeground, "\(name) is not foreground")
    check(screen.foregroundChildren == 0, "\(name) resigns before the screen in it")
    model.screens[name]?.isForeground = false
    if let parent = screen.parent { model.screens[parent]?.foregroundChildren -= 1 }
  }

  mutating func become(_ name: Name) {
    guard let screen = known(name) else { return }
    check(!screen.isForeground, "\(name) is foreground already")
    check(screen.appearance == .visible, "\(name) is \(screen.appearance)")
    model.screens[name]?.isForeground = true
    guard let parent = screen.parent else {
      return check(!screen.isBehind && !screen.isOrphan, "the user works elsewhere")
    }
    check(model.screens[parent]?.isForeground == true, "\(parent) is not foreground")
    check(
      model.screens[parent]?.foregroundChildren == 0, "two foreground screens in \(parent)")
    model.screens[parent]?.foregroundChildren += 1
    check(model.boxes[parent]?.currentScreen == name, "\(name) is not the current screen")
    if let course = courses[parent], course.isVisible, course.phase != .over {
      report("\(name) becomes foreground in a transition")
    }
  }

  /// Law: when a request has ended, the foreground path is complete.
  mutating func checkPath(_ root: Name) {
    guard let screen = model.screens[root], !screen.isHosted, !updating.contains(root) else {
      return
    }
    var name: Name? = root
    if screen.appearance != .visible || screen.isBehind || screen.isOrphan { name = nil }
    while let next = name {
      check(model.screens[next]?.isForeground == true, "\(next) is not foreground")
      let current = model.boxes[next]?.currentScreen
      name = current.flatMap { model.screens[$0]?.appearance == .visible ? $0 : nil }
    }
  }
}

@testable import StagecraftScreens

extension TreeLaws {
  // MARK: Containment

  mutating func fill(
    _ name: Name, _ children: [Name], _ current: Int?, _ count: Int, _ positions: [Int]
  ) {
    for child in children {
      mergeRequests(of: child)
      model.boxes[name]?.add(child)
      model.screens[child]?.parent = name
      model.screens[child]?.isOrphan = false
    }
    fillings[name] =
      children.map { .willMove($0, to: name) } + children.map { .didMove($0, to: name) }
    model.boxes[name]?.current = current
    model.boxes[name]?.count = count
    model.boxes[name]?.positions = positions
  }

  /// The requests of a tree that is added to another follow those that wait there.
  mutating func mergeRequests(of root: Name) {
    guard model.boxes[root] != nil else { return }
    let joining = pending.filter { model.root(of: $0.value.container) == root }
    for request in joining.keys.sorted(by: { joining[$0]!.ticket < joining[$1]!.ticket }) {
      lastTicket += 1
      pending[request]?.ticket = lastTicket
    }
  }

  mutating func destroy(_ name: Name) {
    guard let screen = model.screens[name] else { return report("destroyed twice") }
    check(screen.parent == nil, "a child was destroyed")
    let ended = pending.filter { model.root(of: $0.value.container) == name }
    for (child, other) in model.screens where other.parent == name {
      model.screens[child]?.parent = nil
      model.screens[child]?.isOrphan = true
      if isBetween(other.appearance) {
        // It takes no further step, and neither do the screens in it.
        for lost in tree(of: child) { model.screens[lost]?.isLost = true }
      }
    }
    for (request, waiting) in ended {
      guard let course = courses[waiting.container], course.request == request else {
        orphaned[request] = .refused(.containerIsGone)
        continue
      }
      if waiting.container == name {
        orphaned[request] = .cancelled
        courses[name] = nil
      }
    }
    model.screens[name] = nil
    model.boxes[name] = nil
  }

  mutating func leave(_ name: Name) {
    if let parent = model.screens[name]?.parent, model.screens[name]?.isForeground == true {
      model.screens[parent]?.foregroundChildren -= 1
    }
    model.screens[name]?.parent = nil
  }

  mutating func move(_ name: Name, _ parent: Name) {
    guard let screen = known(name) else { return }
    // A new container is filled before any transition.
    if let container = screen.parent, courses[container] != nil {
      check(take(event, of: container), "\(name) does not move now")
    } else {
      let isDue = screen.parent == parent && fillings[parent]?.first == event
      check(isDue, "\(name) moves without a transition")
      if isDue { fillings[parent]?.removeFirst() }
    }
  }

  // MARK: Transitions

  mutating func begin(_ container: Name, _ request: Int) {
    guard let waiting = pending[request], waiting.container == container else {
      return report("a transition without a request")
    }
    checkOrder(request)
    let root = model.root(of: container)
    check(
      !courses.keys.contains { model.root(of: $0) == root },
      "two transitions in the tree of \(root)")
    do throws(ScreenError) {
      let change = try model.change(waiting.action, in: container, pages: waiting.pages)
      guard let change, let before = model.boxes[container] else {
        return report("a transition without a change")
      }
      checkAnswers(waiting, before, change)
      let course = course(container, request, waiting, before, change)
      for name in course.added {
        mergeRequests(of: name)
        model.screens[name]?.parent = container
        model.screens[name]?.isOrphan = false
      }
      if !waiting.isInteractive { model.boxes[container] = change.after }
      courses[container] = course
    } catch {
      report("a transition that should be refused: \(error)")
    }
  }

  func course(
    _ container: Name, _ request: Int, _ waiting: Pending, _ before: TreeModel.Box,
    _ change: TreeModel.Change
  ) -> Course {
    let after = change.after
    let isSeen = model.screens[container]?.appearance == .visible
    let incoming = isSeen ? after.visible.filter { !before.visible.contains($0) } : []
    let outgoing =
      isSeen ? before.visible.filter { !after.visible.contains($0) }.reversed() : []
    let (old, new) = (Set(before.items), Set(after.items))
    var added = after.items.filter { !old.contains($0) }
    // Pages that are not visible yet are added in the order of their creation.
    if case .makePages = waiting.action { added = waiting.pages.map(\.screen.name) }
    let script = TransitionScript(
      container: container, request: request, kind: before.kind, order: before.order,
      reason: change.reason, direction: change.direction, isInteractive: waiting.isInteractive,
      incoming: Array(incoming), outgoing: Array(outgoing),
      added: added,
      removed: before.items.filter { !new.contains($0) }.reversed())
    return Course(
      request: request, before: before, after: after, isInteractive: waiting.isInteractive,
      isVisible: !incoming.isEmpty || !outgoing.isEmpty, added: script.added,
      removed: script.removed, needsViews: script.incoming, due: script.beginning,
      completed: script.completion, cancelled: script.cancellation,
      decision: waiting.isInteractive ? nil : .completed)
  }

  /// Takes an event that the transition of a container needs next.
  ///
  /// - Returns: Whether it is the one that is due.
  mutating func take(_ event: TreeEvent, of container: Name) -> Bool {
    guard let due = courses[container]?.due.first, Self.matches(due, event) else { return false }
    courses[container]?.due.removeFirst()
    courses[container]?.last = event
    return true
  }

  /// Whether the events are equal, whether animated or not.
  static func matches(_ due: TreeEvent, _ event: TreeEvent) -> Bool {
    guard case .step(let step, let name, let context) = due,
      case .step(step, name, var other) = event
    else { return due == event }
    other.isAnimated = context.isAnimated
    return context == other
  }

  mutating func onStage(_ container: Name) {
    guard var course = courses[container] else { return report("the stage is idle") }
    course.last = event
    defer { courses[container] = course }
    if course.phase == .beginning, course.due.isEmpty { course.phase = .onStage }
    guard course.phase == .onStage else { return report("not the turn of the stage") }
    switch event {
    case .stageBegins:
      check(course.isVisible && !course.hasBegun && !course.isHurried, "the stage need not begin")
      let children = model.screens[container]?.foregroundChildren ?? 0
      check(children == 0, "a foreground screen in a transition")
      course.hasBegun = true
    case .stageFollows:
      check(course.hasBegun && course.isProgressDue, "there is no progress")
      check(course.decision == nil && !course.isHurried, "progress after the decision")
      course.isProgressDue = false
    case .stageConcludes(_, let outcome):
      check(
        course.hasBegun && course.isInteractive && !course.isConcluded && !course.isHurried
          && outcome == course.decision, "the stage need not conclude")
      course.isConcluded = true
      if outcome == .completed { model.boxes[container] = course.after }
    case .stageArranges:
      // The end has been reached: by the stage, at once, or because the user sees nothing.
      let isOver = course.hasEnded || course.isHurried || !course.isVisible
      let isShown = course.hasBegun || course.isHurried || !course.isVisible
      let isDecided = course.isConcluded || !course.isInteractive || course.isHurried
      check(isOver && isShown && (isDecided || !course.isVisible), "the transition goes on")
      let outcome = course.decision ?? (course.isVisible ? .cancelled : .completed)
      if outcome == .completed { model.boxes[container] = course.after }
      course.decision = outcome
      course.due = outcome == .completed ? course.completed : course.cancelled
      course.phase = .ending
    default: break
    }
  }
}

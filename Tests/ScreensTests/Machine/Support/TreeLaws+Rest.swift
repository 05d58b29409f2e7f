@testable import StagecraftScreens

extension TreeLaws {
  /// Law: where nothing is in progress, everything is as the layouts demand, and each request has
  /// ended.
  mutating func rest() {
    var moving: Set<Name> = []
    for (container, course) in courses {
      let isOnStage = course.due.isEmpty && course.hasBegun
      check(isOnStage && !course.hasEnded && !course.isHurried, "\(container) is stuck")
      check(!course.isProgressDue || course.decision != nil, "the stage lacks the progress")
      moving.insert(model.root(of: container))
    }
    check(fillings.values.allSatisfy(\.isEmpty), "a move is missing")
    check(orphaned.isEmpty, "requests of a destroyed tree have not ended")
    for (request, waiting) in pending where !moving.contains(model.root(of: waiting.container)) {
      let root = model.root(of: waiting.container)
      let isSuspended = model.screens[root].map { isBetween($0.appearance) } ?? false
      check(isSuspended, "request \(request) waits for nothing")
    }
  }

  func isBetween(_ appearance: ScreenAppearance) -> Bool {
    appearance == .appearing || appearance == .disappearing
  }

  /// Checks all screens; nothing may be in progress in the shell.
  mutating func checkAll() {
    for (name, screen) in model.screens {
      if let box = model.boxes[name], courses[name] == nil, !screen.isLost {
        for child in box.items {
          let isVisible = box.visible.contains(child)
          check(
            model.screens[child]?.appearance == (isVisible ? screen.appearance : .gone),
            "\(child) in \(name), which is \(screen.appearance)")
        }
      }
      guard let parent = screen.parent, let outer = model.screens[parent] else {
        let isPath = screen.appearance == .visible && !screen.isBehind && !screen.isOrphan
        if !screen.isOrphan { check(screen.isForeground == isPath, "\(name) and the foreground") }
        continue
      }
      let isCurrent =
        model.boxes[parent]?.currentScreen == name && courses[parent]?.isVisible != true
      check(
        screen.isForeground
          == (isCurrent && outer.isForeground && screen.appearance == .visible),
        "\(name) and the foreground")
    }
  }
}

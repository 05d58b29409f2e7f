internal import StagecraftScreens

extension RecorderStage {
  func note(_ rule: RecorderStageViolation.Rule, _ description: String) {
    violations.append(RecorderStageViolation(rule: rule, description: description))
  }

  func check(
    _ items: [ScreenStageScene<View>.Item], current: Int?, count: Int,
    in container: View?
  ) {
    guard let container else {
      return note(.viewFirst, "A scene is shown before the container's view is created.")
    }
    var last = -1
    for place in items.indices {
      let (screen, position) = (items[place].screen, items[place].position)
      if position <= last || position >= count {
        note(.onePlaceEach, "\(screen) is at \(position), after \(last).")
      }
      last = position
      guard let view = items[place].view else {
        if items[place].isVisible {
          note(.visibleHasView, "\(screen) is visible without a view.")
        }
        continue
      }
      if isElsewhere(view, container) {
        note(.oneContainerEach, "The view of \(screen) is still in another container.")
      }
    }
    if hasDuplicates(items) {
      note(.onePlaceEach, "A screen or a view is in the scene twice.")
    }
    guard let current else {
      if !items.isEmpty { note(.currentIsVisible, "There are items, but none is current.") }
      return
    }
    guard items.indices.contains(current) else {
      return note(.currentIsVisible, "Item \(current) of \(items.count) cannot be current.")
    }
    // A hidden screen may have no view.
    if !items[current].isVisible && items[current].view != nil {
      note(.currentIsVisible, "\(items[current].screen) is current, but hidden.")
    }
  }

  func check(
    beginning transition: ScreenStageTransition<View>,
    from before: [ScreenStageScene<View>.Item], to after: [ScreenStageScene<View>.Item],
    in container: View?
  ) {
    if self.transition != nil {
      note(.oneAtATime, "A transition begins while another one is running.")
    }
    let (old, new) = (transition.before, transition.after)
    check(before, current: old.current, count: old.count, in: container)
    check(after, current: new.current, count: new.count, in: container)
    let (seen, toSee) = (visible(in: before), visible(in: after))
    if shown != seen {
      note(.beginsWhereItIs, "A transition begins at \(seen), but \(shown) is shown.")
    }
    if seen == toSee { note(.changesSomething, "A transition changes nothing.") }
  }

  func visible(in items: [ScreenStageScene<View>.Item]) -> [ScreenID] {
    var screens: [ScreenID] = []
    for place in items.indices where items[place].isVisible { screens.append(items[place].screen) }
    return screens
  }

  private func hasDuplicates(_ items: [ScreenStageScene<View>.Item]) -> Bool {
    guard items.count > 8 else {
      for index in items.indices {
        for other in 0..<index {
          if items[other].screen == items[index].screen { return true }
          if let view = items[index].view, items[other].view === view { return true }
        }
      }
      return false
    }
    let views = items.compactMap { $0.view.map(ObjectIdentifier.init) }
    return Set(items.map(\.screen)).count < items.count || Set(views).count < views.count
  }
}

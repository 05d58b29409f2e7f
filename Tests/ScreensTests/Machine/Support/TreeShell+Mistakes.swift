import StageFloor

@testable import StagecraftScreens

extension TreeShell {
  /// What is wrong: violated laws, and differences between the machine and the model.
  ///
  /// Nothing may be in progress in the shell.
  func mistakes() -> [String] {
    laws.checkAll()
    return laws.violations + differences() + remains()
  }

  /// The differences between the machine's state and that of the naive model.
  private func differences() -> [String] {
    var (found, childCount): ([String], Int) = ([], 0)
    for (name, slot) in slots {
      guard let screen = laws.model.screens[name] else {
        found.append("\(name) is not in the model")
        continue
      }
      let node = machine[slot]
      if node.appearance != screen.appearance { found.append("the appearance of \(name)") }
      if node.flags.contains(.isForeground) != screen.isForeground {
        found.append("the foreground flag of \(name)")
      }
      if (names[node.parent] ?? -1) != (screen.parent ?? -1) {
        found.append("the parent of \(name)")
      }
      guard let box = laws.model.boxes[name] else { continue }
      // Each screen is listed once, also while it comes or goes.
      let children = machine.children(of: slot)
      let isChild = children.allSatisfy { machine[$0].parent == slot }
      if !isChild || Set(children).count != children.count {
        found.append("the children of \(name): \(children)")
      }
      childCount += children.count
      let layout = machine[container: slot].layout
      let isEqual =
        layout.items.map { self.name($0.screen) } == box.items && layout.current == box.current
        && layout.count == box.count && layout.items.map(\.position) == box.positions
        && layout.visible.map { self.name(layout.items[$0].screen) } == Array(box.visible)
      if !isEqual { found.append("the layout of \(name): \(layout), not \(box)") }
      for (index, item) in layout.items.enumerated()
      where machine.index(of: item.screen, in: slot) != index {
        found.append("the index of \(self.name(item.screen))")
      }
    }
    let contained = slots.values.count { !machine[$0].parent.isNone }
    if childCount != contained { found.append("\(contained) screens, \(childCount) children") }
    if slots.count != laws.model.screens.count { found.append("the number of screens") }
    return found
  }

  /// What an idle machine must not contain.
  private func remains() -> [String] {
    var found: [String] = []
    for (place, tree) in machine.trees.enumerated() {
      guard let tree else { continue }
      if !tree.agenda.isEmpty { found.append("an agenda: \(tree.agenda)") }
      if tree.executing != nil { found.append("a request in execution") }
      if tree.isInTurn || tree.isRunning { found.append("a turn") }
      if !tree.missingPages.isEmpty && !tree.madePages.isEmpty { found.append("pages") }
      let slot = ScreenSlot(index: Int32(place))
      if tree.root != slot || names[slot] == nil { found.append("a tree of \(tree.root)") }
      if !machine[slot].parent.isNone { found.append("a tree of a child") }
    }
    let isMoving = machine.trees.contains { $0?.transition != nil }
    let busy = slots.values.reduce(0) { $0 + Int(machine[$1].busyCount) }
    if busy != machine.allBusyCount { found.append("the sum of the busy counts") }
    if !isMoving {
      if busy != 0 { found.append("busy screens: \(busy)") }
      for (name, slot) in slots where machine[slot].isContainer {
        let record = machine[container: slot]
        if record.isMoving || record.isMovingVisibly || !record.others.isEmpty {
          found.append("a transition of \(name)")
        }
      }
    }
    return found
  }
}

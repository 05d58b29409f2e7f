import StageFloor

@testable import StagecraftScreens

/// What the tests want to know of the machine.
extension AnyScreen {
  private var tree: TreeMachine.Tree? { trees.machine.tree(of: slot) }

  var isTreeIdle: Bool { tree.map { trees.machine.isIdle($0) } ?? true }
  var waitingRequestCount: Int { tree?.queue.count ?? 0 }
  var isTransitionInProgress: Bool { tree?.transition != nil }
  var isTransitionWatched: Bool { tree?.transition?.isWatched ?? false }
  /// The visible child with which the user works.
  var childInFront: AnyScreen? {
    guard trees.machine[slot].isContainer else { return nil }
    let container = trees.machine[container: slot]
    guard !container.isMovingVisibly, let current = container.layout.currentScreen else {
      return nil
    }
    return trees.screen(current)
  }
  var busyCount: Int { Int(trees.machine[slot].busyCount) }
}

@MainActor
final class BackgroundNotifier {
  private var machine = BackgroundMachine()

  init() {}

  var isInBackground: Bool { machine.isInBackground }

  func enterBackground(_ root: AnyScreen) { notify(machine.enterBackground(), to: root) }

  func enterForeground(_ root: AnyScreen) { notify(machine.enterForeground(), to: root) }

  private func notify(_ first: BackgroundMachine.Round?, to root: AnyScreen) {
    guard first != nil else { return }
    var next = first
    while let round = next {
      root.setFlag(.isBehind, root.isBehind)
      switch round {
      case .entersBackground:
        // Not `updateForeground()`: an update in progress may have called this, and a nested one
        // would come too late.
        root.resignForegroundWithDescendants()
        root.notifyDidEnterBackground()
      case .entersForeground: root.notifyWillEnterForeground()
      }
      next = machine.didNotify()
    }
    root.setFlag(.isBehind, root.isBehind)
    root.updateForeground()
  }
}

extension AnyScreen {
  final func updateForeground() { trees.updateForeground(of: self) }

  final func resignForegroundWithDescendants() { trees.resignForeground(in: self) }

  final func notifyBecameForeground() {
    note(.becameForeground)
    didBecomeForeground()
  }

  final func notifyResigned() {
    note(.resignedForeground)
    didResignForeground()
  }

  final var didReceiveBackground: Bool {
    get { trees.machine[slot].flags.contains(.isInBackground) }
    set { setFlag(.isInBackground, newValue) }
  }

  final func setFlag(_ flag: TreeMachine.Flags, _ isSet: Bool) {
    if isSet {
      trees.machine[slot].flags.insert(flag)
    } else {
      trees.machine[slot].flags.remove(flag)
    }
  }

  /// Screens that leave or join the tree meanwhile are skipped.
  final func notifyDidEnterBackground() {
    for screen in tree where screen.root === self && !screen.didReceiveBackground {
      screen.didReceiveBackground = true
      screen.note(.enteredBackground)
      screen.didEnterBackground()
    }
  }

  /// Screens that leave or join the tree meanwhile are skipped.
  final func notifyWillEnterForeground() {
    for screen in tree where screen.root === self { screen.enterForegroundIfNotified() }
  }

  /// Ends a background state that the screen received in another window, before it appears.
  final func enterForegroundIfNeeded() {
    guard didReceiveBackground, !root.isInBackgroundAsRoot else { return }
    enterForegroundIfNotified()
  }

  private func enterForegroundIfNotified() {
    guard didReceiveBackground else { return }
    didReceiveBackground = false
    note(.entersForeground)
    willEnterForeground()
  }
}

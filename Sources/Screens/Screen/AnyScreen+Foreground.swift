extension AnyScreen {
  /// Updates which screens are foreground in the whole tree of this screen.
  ///
  /// If nothing has changed, no screen is notified.
  final func updateForeground() { trees.updateForeground(of: self) }

  /// Resigns the foreground for this screen and the screens in it, innermost first.
  final func resignForegroundWithDescendants() { trees.resignForeground(in: self) }

  final func notifyBecameForeground() {
    note(.becameForeground)
    didBecomeForeground()
  }

  final func notifyResigned() {
    note(.resignedForeground)
    didResignForeground()
  }

  /// Whether the most recent background callback was ``didEnterBackground()``.
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

  /// Notifies all screens of this tree that the window has entered the background.
  ///
  /// Screens that leave or join the tree in the meantime are skipped, as are screens already
  /// notified in another window.
  final func notifyDidEnterBackground() {
    for screen in tree where screen.root === self && !screen.didReceiveBackground {
      screen.didReceiveBackground = true
      screen.note(.enteredBackground)
      screen.didEnterBackground()
    }
  }

  /// Notifies all screens of this tree that the window is about to return to the foreground.
  ///
  /// Screens that leave or join the tree in the meantime are skipped, as are screens that were not
  /// notified of the background.
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

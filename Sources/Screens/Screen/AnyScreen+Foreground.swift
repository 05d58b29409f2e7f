extension AnyScreen {
  /// Updates which screens are foreground in the whole tree of this screen.
  ///
  /// The foreground screens form one path from the root to the screen with which the user works. It
  /// extends as far as the screens on it are visible, and is empty if the window is not active.
  /// Screens that resign are notified first, from the innermost; those that become foreground after
  /// that, from the outermost. A callback may change the tree: the path is recomputed after each,
  /// so no screen is notified twice, or of a state that no longer holds. If nothing has changed, no
  /// screen is notified.
  ///
  /// - Complexity: O(*d*) in the depth of the tree for each notified screen, and O(*d*) if there is
  ///   none.
  final func updateForeground() {
    let root = root
    guard !root.isUpdatingForeground else { return }
    root.isUpdatingForeground = true
    while root.isRoot, let change = root.foregroundChange() {
      switch change {
      case .resigns(let screen): screen.resignForeground()
      case .becomes(let screen): screen.becomeForeground()
      }
    }
    root.isUpdatingForeground = false
    // A callback may have added the whole tree to another.
    if !root.isRoot { updateForeground() }
  }

  /// Resigns the foreground for this screen and the screens in it, innermost first.
  final func resignForegroundWithDescendants() {
    while isForeground { innermostForeground.resignForeground() }
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

  // MARK: One change at a time

  private enum ForegroundChange {
    case resigns(AnyScreen)
    case becomes(AnyScreen)
  }

  /// The next change of the foreground path in the tree of this root.
  private func foregroundChange() -> ForegroundChange? {
    guard appearance == .visible, isInFront else {
      return isForeground ? .resigns(innermostForeground) : nil
    }
    var screen = self
    guard screen.isForeground else { return .becomes(screen) }
    while true {
      var next = screen.foregroundChild
      if next?.appearance != .visible { next = nil }
      if screen.lastForegroundChildID != next?.id,
        let child = screen.lastForegroundChild,
        child.isForeground
      {
        return .resigns(child.innermostForeground)
      }
      guard let next else { return nil }
      guard next.isForeground else { return .becomes(next) }
      screen = next
    }
  }

  /// Of a root: whether the user works with the place where its tree is shown.
  ///
  /// False if its container has been destroyed, possibly together with the window.
  private var isInFront: Bool {
    isActive && !isContained && (!isHosted || host?.isInFront ?? true)
  }

  /// The innermost screen of the foreground path that starts here.
  private var innermostForeground: AnyScreen {
    var screen = self
    while let child = screen.lastForegroundChild, child.isForeground { screen = child }
    return screen
  }

  /// The present or previous foreground child.
  private var lastForegroundChild: AnyScreen? {
    lastForegroundChildID == nil ? nil : storedForegroundChild
  }

  private func becomeForeground() {
    isForeground = true
    if isContained { parent?.setLastForegroundChild(self) }
    note(.becameForeground)
    didBecomeForeground()
  }

  private func resignForeground() {
    isForeground = false
    setLastForegroundChild(nil)
    note(.resignedForeground)
    didResignForeground()
  }
}

extension AnyScreen {
  /// Brings up to date which screens are foreground in the whole tree that this screen is in.
  ///
  /// They are one path, from the root to the screen with which the user works: as far as the screens
  /// on it are visible, and if the window is active. Those that are to be it no longer are told
  /// first, from the innermost; those that come to be it after, from the outermost. Who is told may
  /// change the tree: what holds then is what counts, and nobody is told twice or told what is no
  /// longer so. Called when nothing has changed, it tells nobody.
  ///
  /// - Complexity: O(*d*) in the depth of the tree for each screen that is told, and O(*d*) for none.
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
    // Who was told may have put the whole tree into another.
    if !root.isRoot { updateForeground() }
  }

  /// The user does not see this screen and those in it any longer.
  final func resignForegroundWithHeirs() {
    while isForeground { innermostForeground.resignForeground() }
  }

  /// Tells all screens of this tree that the window has gone to the background.
  ///
  /// Those that leave the tree or come into it meanwhile are not told, nor are those that have heard
  /// so in another window.
  final func tellEnteredBackground() {
    for screen in tree where screen.root === self && !screen.heardOfBackground {
      screen.heardOfBackground = true
      screen.note(.enteredBackground)
      screen.didEnterBackground()
    }
  }

  /// Tells all screens of this tree that the window is about to come to the foreground.
  ///
  /// Those that leave the tree or come into it meanwhile are not told, nor are those that have not
  /// heard of the background.
  final func tellEntersForeground() {
    for screen in tree where screen.root === self { screen.tellEntersForegroundItself() }
  }

  /// The screen is about to appear: if it heard of the background in another window, that is over.
  final func comesToForegroundIfNeeded() {
    guard heardOfBackground, !root.isInBackgroundAsRoot else { return }
    tellEntersForegroundItself()
  }

  private func tellEntersForegroundItself() {
    guard heardOfBackground else { return }
    heardOfBackground = false
    note(.entersForeground)
    willEnterForeground()
  }

  // MARK: One change at a time

  private enum ForegroundChange {
    case resigns(AnyScreen)
    case becomes(AnyScreen)
  }

  /// What is the next to change in the tree of this root.
  private func foregroundChange() -> ForegroundChange? {
    guard appearance == .visible, isInFront else {
      return isForeground ? .resigns(innermostForeground) : nil
    }
    var screen = self
    guard screen.isForeground else { return .becomes(screen) }
    while true {
      var next = screen.foregroundChild
      if next?.appearance != .visible { next = nil }
      if screen.foregroundHeirID != next?.id, let heir = screen.heir, heir.isForeground {
        return .resigns(heir.innermostForeground)
      }
      guard let next else { return nil }
      guard next.isForeground else { return .becomes(next) }
      screen = next
    }
  }

  /// Of a root: whether the user works with the place where its tree is shown.
  ///
  /// Not if its container has ended, and its window perhaps with it.
  private var isInFront: Bool {
    isActive && !isContained && (!isHosted || host?.isInFront ?? true)
  }

  /// Where the path ends that leads from this screen on.
  private var innermostForeground: AnyScreen {
    var screen = self
    while let heir = screen.heir, heir.isForeground { screen = heir }
    return screen
  }

  /// The child that is foreground, or was the last to be.
  private var heir: AnyScreen? { foregroundHeirID == nil ? nil : foregroundHeir }

  private func becomeForeground() {
    isForeground = true
    if isContained { parent?.setForegroundHeir(self) }
    note(.becameForeground)
    didBecomeForeground()
  }

  private func resignForeground() {
    isForeground = false
    setForegroundHeir(nil)
    note(.resignedForeground)
    didResignForeground()
  }
}

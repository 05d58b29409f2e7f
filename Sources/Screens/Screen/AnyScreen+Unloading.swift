internal import StageFloor

extension AnyScreen {
  /// Unloads the view now, whether or not memory is short.
  ///
  /// The state is saved with ``saveState(into:)``; heavy resources are dropped;
  /// ``viewWillUnload()`` is called; the container's stage releases the view;
  /// ``AnyScreen/ViewBound`` properties are reset; the view is released; ``viewDidUnload()`` is
  /// called. If the view is needed again before it is released, it stays, and nothing is lost. The
  /// saved state is restored when the view is next created.
  ///
  /// Without a view this has no effect, and state that was saved before is kept.
  ///
  /// - Throws: The reason why the view stays. The unload policy is ignored, as is whether the user
  ///   is likely to see the screen next.
  public final func unloadView() throws(AnyScreen.UnloadRefusal) {
    _ = try unloadView(because: .byHand)
  }

  /// The obstacle to ``unloadView()`` at this moment; nil if there is none, or no view.
  ///
  /// Whether the state can be saved completely is checked only by ``unloadView()``.
  public final var unloadObstacle: AnyScreen.UnloadRefusal.Reason? {
    switch lifecycle.view {
    case .absent: return nil
    case .loading, .filling, .leaving: return .isBusy
    case .present: break
    }
    return appearance == .gone ? obstacleWhileGone : .isSeen
  }

  /// Returns the known number of released bytes, with dropped resources; nil without a view.
  @discardableResult
  final func unloadView(because cause: AnyScreen.UnloadCause) throws(AnyScreen.UnloadRefusal)
    -> Int?
  {
    guard lifecycle.view != .absent else { return nil }
    if let reason = unloadObstacle { throw refusal(reason) }
    guard lifecycle.viewLeaves() == .leave else { throw refusal(.isBusy) }
    record.unloadNumber += 1
    let number = record.unloadNumber

    let state = collectState()
    note(.savedState)
    guard try mayContinue(number) else { return nil }
    guard state.omissions.isEmpty else {
      lifecycle.viewStays()
      throw refusal(.losesState(state.omissions))
    }
    let bytes = estimatedViewBytes.addingBytes(dropResources { isLeaving(number) })
    guard try mayContinue(number) else { return nil }
    note(.willUnload)
    viewWillUnload()
    guard try mayContinue(number) else { return nil }
    parent?.stageContainer?.childViewWillUnload(self)
    host?.onViewWillUnload?()
    do {
      guard try mayContinue(number) else { return nil }
    } catch {
      // The stage has released a view that stays.
      parent?.stageContainer?.childViewDidLoad(self)
      throw error
    }

    savedState = state
    endView(bytes, cause).check(self)
    return bytes
  }

  /// No app code runs until the screen has no view: what is destroyed with the view, whose
  /// deinitializers may do anything, is destroyed after ``viewDidUnload()``.
  private final func endView(_ bytes: Int, _ cause: AnyScreen.UnloadCause) -> LeakProbe {
    let bound = resetViewBounds()
    let view = releaseView()
    defer { withExtendedLifetime((bound, view)) {} }
    lifecycle.viewIsGone()
    note(.unloaded(bytes: bytes, because: cause))
    viewDidUnload()
    return LeakProbe(view)
  }

  /// Ends a background state received elsewhere, cancels an unloading in progress, and creates what
  /// is missing.
  final func prepareToAppear() {
    enterForegroundIfNeeded()
    if lifecycle.view == .leaving {
      lifecycle.viewStays()
      // The stage may have let it go already.
      parent?.stageContainer?.childViewDidLoad(self)
    }
    // Keeps what is created here from being unloaded before the screen appears. The caller retains
    // the screen, so its slot is not another's meanwhile.
    trees.machine.changeBusyCount(of: slot, by: 1)
    loadViewIfNeeded()
    storedRecord?.resources.makeAll()
    trees.machine.changeBusyCount(of: slot, by: -1)
  }

  final func hasDisappeared() {
    storedRecord?.resources.takeSnapshots()
    if unloadPolicy == .eager { application.unloader.unloadLater(self, in: application) }
  }

  // MARK: Obstacles

  private final var obstacleWhileGone: AnyScreen.UnloadRefusal.Reason? {
    if isInTransition { return .isInTransition }
    if let host {
      if host.isShowingView?() == true { return .isSeen }
      if host.isKeepingView?() == true { return .isKeptByToolkit }
    }
    if !holds.isEmpty { return .isHeld(holdReasons) }
    let children = loadedChildCount
    return children > 0 ? .hasLoadedChildren(children) : nil
  }

  private final func isLeaving(_ number: Int) -> Bool {
    lifecycle.view == .leaving && record.unloadNumber == number
  }

  /// Checks after app code has run; false if another attempt has unloaded the view.
  private final func mayContinue(_ number: Int) throws(AnyScreen.UnloadRefusal) -> Bool {
    guard isLeaving(number) else {
      if lifecycle.view == .absent { return false }
      throw refusal(.wasShownMeanwhile)
    }
    guard let reason = obstacleWhileGone else { return true }
    lifecycle.viewStays()
    throw refusal(reason)
  }

  final func refusal(_ reason: AnyScreen.UnloadRefusal.Reason) -> AnyScreen.UnloadRefusal {
    note(.kept(reason))
    return AnyScreen.UnloadRefusal(screen: id, name: name, reason: reason)
  }

  final var isInTransition: Bool { trees.machine.isInTransition(slot) }
}

internal import StageFloor

extension AnyScreen {
  /// Gives the view back now, though memory may not be short.
  ///
  /// What is saved by ``saveState(into:)`` is brought back when the view is next made. The steps:
  /// the state is saved; heavy resources are dropped; ``viewWillUnload()``; the container's stage
  /// lets go of the view; properties with ``ViewBound`` are reset; the view goes;
  /// ``viewDidUnload()``. If something comes up meanwhile that needs the view, it stays, and
  /// nothing is lost.
  ///
  /// Without a view nothing happens, and state that was saved before is kept.
  ///
  /// - Throws: why the view stays. Policy does not matter, nor who is likely to be seen next.
  public final func unloadView() throws(UnloadRefusal) { _ = try unloadView(because: .byHand) }

  /// Why the view could not be unloaded by hand at this moment; nil if nothing is in the way, or
  /// there is no view.
  public final var unloadObstacle: UnloadRefusal.Reason? {
    switch lifecycle.view {
    case .absent: return nil
    case .loading, .filling, .leaving: return .isBusy
    case .present: break
    }
    return appearance == .gone ? obstacleWhileGone : .isSeen
  }

  /// Gives the view back.
  ///
  /// - Returns: how many bytes the view held, with the resources that were dropped with it, as far
  ///   as that is known; nil if there was no view.
  @discardableResult
  final func unloadView(because cause: UnloadCause) throws(UnloadRefusal) -> Int? {
    guard lifecycle.view != .absent else { return nil }
    if let reason = unloadObstacle { throw refusal(reason) }
    guard lifecycle.viewLeaves() == .leave else { throw refusal(.isBusy) }
    unloadNumber += 1
    let number = unloadNumber

    let state = collectState()
    note(.savedState)
    guard try goesOn(number) else { return nil }
    guard state.leftOut.isEmpty else {
      lifecycle.viewStays()
      throw refusal(.losesState(state.leftOut))
    }
    let bytes = estimatedViewBytes.addingBytes(dropResources { isLeaving(number) })
    guard try goesOn(number) else { return nil }
    note(.willUnload)
    viewWillUnload()
    guard try goesOn(number) else { return nil }
    parent?.childViewWillUnload(self)
    host?.onViewWillUnload?()
    do {
      guard try goesOn(number) else { return nil }
    } catch {
      // The stage has let go of a view that stays.
      parent?.childViewDidLoad(self)
      throw error
    }

    savedState = state
    endView(bytes, cause).check(self)
    return bytes
  }

  /// Lets go of the view, which ends in here unless somebody else holds it.
  ///
  /// No code of the app's runs until the screen is without a view; and what ends with the view, and
  /// may do anything, ends after ``viewDidUnload()``.
  private final func endView(_ bytes: Int, _ cause: UnloadCause) -> LeakProbe {
    let bound = resetViewBounds()
    let view = letGoOfView()
    defer { withExtendedLifetime((bound, view)) {} }
    lifecycle.viewIsGone()
    note(.unloaded(bytes: bytes, because: cause))
    viewDidUnload()
    return LeakProbe(view)
  }

  /// The screen is about to appear: if its view was about to go, it stays; if there is none, it is
  /// made; and so is what it has that is heavy.
  final func makeReadyToAppear() {
    if lifecycle.view == .leaving { lifecycle.viewStays() }
    // Nobody may take away now what was made a moment ago.
    transitionCount += 1
    defer { transitionCount -= 1 }
    loadViewIfNeeded()
    resources.makeAll()
  }

  /// The screen has disappeared, and has been told so.
  final func hasDisappeared() {
    resources.takeSnapshots()
    if unloadPolicy == .eager { application.unloader.isEager(self, in: application) }
  }

  // MARK: What may be in the way

  /// What is in the way, if the screen is gone and has a view.
  private final var obstacleWhileGone: UnloadRefusal.Reason? {
    if isInTransition { return .isInTransition }
    if isHosted, let host {
      if host.isShowingView?() == true { return .isSeen }
      if host.isKeepingView?() == true { return .isKeptByToolkit }
    }
    if !holds.isEmpty { return .isHeld(holdReasons) }
    let children = loadedChildCount
    return children > 0 ? .hasLoadedChildren(children) : nil
  }

  /// Whether it is still this attempt by which the view goes.
  private final func isLeaving(_ number: Int) -> Bool {
    lifecycle.view == .leaving && unloadNumber == number
  }

  /// Looks anew, after code of the app's has run.
  ///
  /// - Returns: whether to go on; false if the view has gone by another attempt.
  private final func goesOn(_ number: Int) throws(UnloadRefusal) -> Bool {
    guard isLeaving(number) else {
      if lifecycle.view == .absent { return false }
      throw refusal(.wasShownMeanwhile)
    }
    guard let reason = obstacleWhileGone else { return true }
    lifecycle.viewStays()
    throw refusal(reason)
  }

  final func refusal(_ reason: UnloadRefusal.Reason) -> UnloadRefusal {
    note(.kept(reason))
    return UnloadRefusal(screen: id, name: name, reason: reason)
  }
}

internal import StageFloor
public import StagecraftMemory

extension ScreenApplication {
  /// The size assumed in a plan for a view without an estimate.
  private static let usualViewBytes = 1 << 20
  /// The same for a container, whose children count separately.
  private static let usualContainerBytes = 1 << 16

  /// How long a view is spared after its screen has disappeared, or after it was created: 5 seconds
  /// unless set.
  ///
  /// Such a view keeps its place like one that the user is likely to see next: it stays unless the
  /// level is critical, and its report says ``AnyScreen/UnloadRefusal/Reason/isRecent``. So
  /// going back and forth while memory is short does not recreate the same views each time. The
  /// heavy resources of the screen are spared below the level `high`. The time is that
  /// of the application's clock.
  ///
  /// Zero spares no view for this reason. A negative duration is a misuse.
  public var recentPeriod: Duration {
    get { unloader.recentPeriod }
    set {
      require(newValue >= .zero, "The recentPeriod must be 0 or more, not \(newValue).")
      unloader.recentPeriod = newValue
    }
  }

  func isRecent(_ age: Int64) -> Bool { age < unloader.recentPeriod.wholeNanoseconds }

  /// Drops the heavy resources of hidden screens, and then unloads their views.
  ///
  /// Freed memory returns to the allocator, which may keep small blocks. If anything was released,
  /// the allocator is trimmed once, shortly after, on another thread, so the process shrinks a
  /// moment after this method has returned. (A `PressureMonitor` trims the allocator after its
  /// pass.) C libraries other than glibc and Apple's offer no such call.
  ///
  /// - Parameters:
  ///   - level: The pressure level: nothing is released at `normal`, heavy resources from
  ///     `elevated`, views from `high`, and at `critical` also the views that the user is likely to
  ///     see next, or saw within the ``recentPeriod``.
  ///   - target: The number of bytes to release, counting 1 MiB for a view without an estimate; nil
  ///     to release as many as possible.
  /// - Returns: What was released, in order, and what was kept, with the reasons.
  /// - Complexity: O(*n* log *n*) in the number of screens, besides what they do themselves.
  @discardableResult
  public func unloadHiddenViews(
    at level: PressureLevel = .critical, target: Int? = nil
  ) -> ScreenUnloadReport {
    let report = release(at: level, target: target)
    trimHeap(after: report)
    return report
  }

  /// Drops the heavy resources of hidden screens, and unloads no view.
  ///
  /// The allocator is trimmed as after ``unloadHiddenViews(at:target:)``.
  ///
  /// - Parameters:
  ///   - level: The pressure level: nothing is dropped at `normal`; at `elevated`, resources that
  ///     the user is likely to see next, or saw within the ``recentPeriod``, are kept.
  ///   - target: The number of bytes to release; nil to release as many as possible.
  /// - Returns: What was released, in order, and what was kept, with the reasons.
  @discardableResult
  public func dropHiddenResources(
    at level: PressureLevel = .critical, target: Int? = nil
  ) -> ScreenUnloadReport {
    let report = dropResources(at: level, target: target)
    trimHeap(after: report)
    return report
  }

  private func dropResources(at level: PressureLevel, target: Int?) -> ScreenUnloadReport {
    perform(UnloadPass(at: level, target: target, unloadsViews: false))
  }

  func unloadAfterWarning() {
    switch warningPolicy {
    case .automatic: _ = release(at: .high, target: nil)
    case .heavyOnly: _ = dropResources(at: .critical, target: nil)
    case .classic: _ = release(at: .critical, target: nil)
    }
    // The screens may have freed memory in didReceiveMemoryWarning() that no report contains.
    unloader.trimHeap()
  }

  private func release(at level: PressureLevel, target: Int?) -> ScreenUnloadReport {
    perform(UnloadPass(at: level, target: target, unloadsViews: true))
  }

  private func perform(_ pass: UnloadPass) -> ScreenUnloadReport {
    var pass = pass
    ScreenTrees.shared.arrangingOnce { while pass.step(in: self) {} }
    return pass.report
  }

  private func trimHeap(after report: ScreenUnloadReport) {
    if report.hasReleased { unloader.trimHeap() }
  }

  // MARK: Views

  var hiddenViewBytes: Int {
    liveScreens.reduce(0) { sum, screen in
      let mayGo = screen.isViewLoaded && screen.appearance == .gone && screen.holds.isEmpty
      return mayGo && screen.unloadPolicy != .never
        ? sum.addingBytes(screen.estimatedViewBytes) : sum
    }
  }

  func hiddenViews() -> [HiddenItem] {
    var places: [ScreenID: Int] = [:]
    var hidden: [HiddenView] = []
    var distances = DistanceMap()
    let now = now
    for screen in liveScreens where screen.appearance == .gone && screen.isViewLoaded {
      let view = HiddenView(screen, at: distances.position(of: screen))
      let isContainer = screen.hasContainedScreens
      if isContainer { places[screen.id] = hidden.count }
      let usualBytes = isContainer ? Self.usualContainerBytes : Self.usualViewBytes
      let bytes = screen.estimatedViewBytes
      view.measure(
        screen, bytes: bytes > 0 ? bytes : usualBytes, screen.rebuildTime, at: now, in: self)
      hidden.append(view)
    }
    // A container may be younger than the screens in it.
    for view in hidden { view.candidate.parent = view.parent.flatMap { places[$0] } }
    return hidden
  }
}

private final class HiddenView: HiddenItem {
  let parent: ScreenID?

  init(_ screen: AnyScreen, at position: DistanceMap.Position) {
    parent = screen.parent?.id
    let reason: AnyScreen.UnloadRefusal.Reason? =
      switch screen.unloadObstacle {
      // Its children are candidates themselves.
      case .hasLoadedChildren, nil: screen.unloadPolicy == .never ? .isNeverUnloaded : nil
      case let obstacle?: obstacle
      }
    super.init(.view, of: screen, at: position, keptBecause: reason)
  }

  override var rebuildTime: RebuildTime? { screen?.rebuildTime }

  override func release(in application: ScreenApplication) -> ScreenUnloadReport.Outcome? {
    // Something that happened since the pass began may have released, shown or moved the screen.
    guard let screen, screen.application === application else { return nil }
    do throws(AnyScreen.UnloadRefusal) {
      return try screen.unloadView(because: .memory).map { .released(bytes: $0) }
    } catch {
      return .kept(error.reason)
    }
  }

  override func outcome(of decision: UnloadPlan.Decision) -> ScreenUnloadReport.Outcome? {
    guard let screen, screen.isViewLoaded else { return nil }
    switch decision {
    case .unload, .refused: return nil
    case .isNotNeeded: return .notNeeded
    case .stays: return reason.map { .kept($0) }
    case .isSpared: return .kept(candidate.isNeighbour ? .isNeighbour : .isRecent)
    case .waitsForChildren: return .kept(.hasLoadedChildren(screen.loadedChildCount))
    }
  }

  override func noteStay(_ reason: AnyScreen.UnloadRefusal.Reason) { screen?.note(.kept(reason)) }
}

internal import StageFloor
public import StagecraftMemory

extension ScreenApplication {
  /// The size assumed in a plan for a view without an estimate.
  private static let usualViewBytes = 1 << 20
  /// The same for a container, whose children count separately.
  private static let usualContainerBytes = 1 << 16

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
  ///     see next.
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
  ///     the user is likely to see next are kept.
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

  /// Drops heavy resources without trimming the allocator, for the pass of a monitor, which does
  /// that.
  func dropResources(at level: PressureLevel, target: Int?) -> ScreenUnloadReport {
    var report = ScreenUnloadReport(level: level, target: target)
    guard level > .normal else { return report }
    dropHiddenResources(at: level, target: target, into: &report)
    return report
  }

  /// Unloads according to ``warningPolicy``, after all screens have been warned.
  func unloadAfterWarning() {
    switch warningPolicy {
    case .automatic: _ = release(at: .high, target: nil)
    case .heavyOnly: _ = dropResources(at: .critical, target: nil)
    case .classic: _ = release(at: .critical, target: nil)
    }
    // The screens may have freed memory in didReceiveMemoryWarning() that no report contains.
    unloader.trimHeap()
  }

  /// Drops heavy resources and then unloads views, as far as the level and the target require.
  func release(at level: PressureLevel, target: Int?) -> ScreenUnloadReport {
    var report = ScreenUnloadReport(level: level, target: target)
    guard level > .normal else { return report }
    let isEnough = dropHiddenResources(at: level, target: target, into: &report)
    guard level >= .high, !isEnough else { return report }
    unloadHiddenViews(
      at: level, target: target.map { $0 - report.releasedBytes }, into: &report)
    return report
  }

  private func trimHeap(after report: ScreenUnloadReport) {
    if report.hasReleased { unloader.trimHeap() }
  }

  // MARK: Views

  /// The known number of bytes of the views that could be unloaded.
  var hiddenViewBytes: Int {
    liveScreens.reduce(0) { sum, screen in
      let mayGo = screen.isViewLoaded && screen.appearance == .gone && screen.holds.isEmpty
      return mayGo && screen.unloadPolicy != .never
        ? sum.addingBytes(screen.estimatedViewBytes) : sum
    }
  }

  private func unloadHiddenViews(
    at level: PressureLevel, target: Int?, into report: inout ScreenUnloadReport
  ) {
    let hidden = hiddenScreens()
    var plan = UnloadPlan(
      hidden.map(\.candidate), sparesNeighbours: level < .critical, target: target)
    var stayed: [ScreenUnloadReport.Entry] = []
    let refused = plan.perform { place in
      let entry = hidden[place]
      // A previous callback may have released, shown or moved the screen.
      guard let screen = entry.screen, screen.application === self else { return true }
      do throws(ScreenUnloadRefusal) {
        guard let bytes = try screen.unloadView(because: .memory) else { return true }
        report.entries.append(entry.report(.released(bytes: bytes)))
        return true
      } catch {
        stayed.append(entry.report(.kept(error.reason)))
        return false
      }
    }
    for (place, decision) in plan.decisions.enumerated()
    where decision != .unload && !refused.contains(place) {
      let entry = hidden[place]
      guard let screen = entry.screen, screen.isViewLoaded else { continue }
      switch decision {
      case .unload: break
      case .isNotNeeded: stayed.append(entry.report(.notNeeded))
      case .isSpared, .stays, .waitsForChildren:
        guard let reason = entry.reason(for: decision, of: screen) else { continue }
        stayed.append(entry.report(.kept(screen.refusal(reason).reason)))
      }
    }
    report.entries += stayed
  }

  /// All screens that have disappeared and have views, with their positions.
  private func hiddenScreens() -> [HiddenScreen] {
    var places: [ScreenID: Int] = [:]
    var hidden: [HiddenScreen] = []
    var distances = DistanceMap()
    for screen in liveScreens where screen.appearance == .gone && screen.isViewLoaded {
      let entry = HiddenScreen(screen, at: distances.position(of: screen))
      let isContainer = screen.hasContainedScreens
      if isContainer { places[screen.id] = hidden.count }
      if entry.candidate.bytes <= 0 {
        entry.candidate.bytes = isContainer ? Self.usualContainerBytes : Self.usualViewBytes
      }
      hidden.append(entry)
    }
    // A container may be younger than the screens in it.
    for entry in hidden { entry.candidate.parent = entry.parent.flatMap { places[$0] } }
    return hidden
  }
}

/// A hidden screen with a view, as it was when the plan was made.
///
/// A class, because copying weak references is expensive.
@MainActor
private final class HiddenScreen {
  private(set) weak var screen: AnyScreen?
  let id: ScreenID
  let name: String
  let parent: ScreenID?
  var candidate: UnloadPlan.Candidate
  /// The screen's own reason to keep its view, if any.
  let reason: ScreenUnloadRefusal.Reason?

  init(_ screen: AnyScreen, at position: DistanceMap.Position) {
    self.screen = screen
    id = screen.id
    name = screen.name
    parent = screen.parent?.id
    switch screen.unloadObstacle {
    // Its children are candidates themselves.
    case .hasLoadedChildren, nil:
      reason = screen.unloadPolicy == .never ? .isNeverUnloaded : nil
    case let obstacle?: reason = obstacle
    }
    var candidate = position.candidate
    candidate.goneSince = screen.goneSince ?? .min
    candidate.rebuildTime = screen.record.rebuildTime.wholeNanoseconds
    candidate.bytes = screen.estimatedViewBytes
    candidate.stays = reason != nil
    self.candidate = candidate
  }

  func reason(
    for decision: UnloadPlan.Decision, of screen: AnyScreen
  ) -> ScreenUnloadRefusal.Reason? {
    switch decision {
    case .stays: reason
    case .isSpared: .isNeighbour
    case .waitsForChildren:
      .hasLoadedChildren(screen.loadedChildCount)
    case .unload, .isNotNeeded: nil
    }
  }

  func report(_ outcome: ScreenUnloadReport.Outcome) -> ScreenUnloadReport.Entry {
    ScreenUnloadReport.Entry(screen: id, name: name, item: .view, outcome: outcome)
  }
}

internal import StageFloor

extension ScreenApplication {
  var hiddenResourceBytes: Int {
    var sum = 0
    for screen in liveScreens where !screen.resources.isEmpty && screen.dropObstacle == nil {
      for resource in screen.resources.resources {
        sum = sum.addingBytes(resource.releasableBytes)
      }
    }
    return sum
  }

  func hiddenResources() -> [HiddenItem] {
    var hidden: [HiddenItem] = []
    var distances = DistanceMap()
    for screen in liveScreens where !screen.resources.isEmpty && screen.appearance == .gone {
      let position = distances.position(of: screen)
      for resource in screen.resources.resources where resource.isMade {
        hidden.append(HiddenResource(resource, of: screen, at: position, in: self))
      }
    }
    return hidden
  }
}

private final class HiddenResource: HiddenItem {
  private weak var resource: (any ScreenResource)?
  private var isReturned = false

  /// The size assumed in a plan for a resource without an estimate.
  private static let usualBytes = 1 << 20

  init(
    _ resource: any ScreenResource, of screen: AnyScreen, at position: DistanceMap.Position,
    in application: ScreenApplication
  ) {
    self.resource = resource
    super.init(
      .resource(resource.name), of: screen, at: position, keptBecause: screen.dropObstacle)
    measure(
      screen, bytes: resource.estimatedBytes > 0 ? resource.estimatedBytes : Self.usualBytes,
      resource.creationTime, at: application.now, in: application)
  }

  override var rebuildTime: RebuildTime? { resource?.creationTime }

  override func release(in application: ScreenApplication) -> ScreenUnloadReport.Outcome? {
    guard let resource else { return nil }
    if let bytes = resource.drop(if: { screen?.dropObstacle == nil }) {
      isReturned = bytes == 0 && resource.estimatedBytes > 0
      return .released(bytes: bytes)
    }
    guard resource.isMade, let reason = screen?.dropObstacle else { return nil }
    return .kept(reason)
  }

  override func outcome(of decision: UnloadPlan.Decision) -> ScreenUnloadReport.Outcome? {
    guard resource?.isMade == true else { return nil }
    switch decision {
    case .unload, .refused, .waitsForChildren: return nil
    case .stays: return .kept(reason ?? .isInTransition)
    case .isSpared: return .kept(candidate.isNeighbour ? .isNeighbour : .isRecent)
    case .isNotNeeded: return .notNeeded
    }
  }

  /// In its pool.
  override var isStillInUse: Bool { isReturned }
}

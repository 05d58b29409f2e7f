internal import StageFloor
internal import StagecraftMemory

extension ScreenApplication {
  /// Drops heavy resources of hidden screens, the most distant first.
  ///
  /// - Parameters:
  ///   - level: The pressure level.
  ///   - target: The number of bytes to release; nil for as many as possible.
  ///   - report: The report to append to.
  /// - Returns: Whether the target was reached.
  @discardableResult
  func dropHiddenResources(
    at level: PressureLevel, target: Int?, into report: inout ScreenUnloadReport
  ) -> Bool {
    let hidden = hiddenResources()
    var plan = UnloadPlan(
      hidden.map(\.candidate), sparesNeighbours: level < .high, target: target)
    var stayed: [ScreenUnloadReport.Entry] = []
    var borrowed = 0
    let refused = plan.perform { place in
      let entry = hidden[place]
      guard let resource = entry.resource else { return true }
      if let bytes = resource.drop(if: { entry.screen?.dropObstacle == nil }) {
        report.entries.append(entry.report(.released(bytes: bytes)))
        // The resource is idle in its pool, and still uses its memory.
        if bytes == 0, resource.estimatedBytes > 0 {
          borrowed = borrowed.addingBytes(entry.candidate.bytes)
        }
      } else if resource.isMade, let reason = entry.screen?.dropObstacle {
        stayed.append(entry.report(.kept(reason)))
        return false
      }
      return true
    }
    for (place, decision) in plan.decisions.enumerated() where !refused.contains(place) {
      let entry = hidden[place]
      guard entry.resource?.isMade == true else { continue }
      switch decision {
      case .unload, .waitsForChildren: break
      case .stays: stayed.append(entry.report(.kept(entry.reason ?? .isInTransition)))
      case .isSpared: stayed.append(entry.report(.kept(.isNeighbour)))
      case .isNotNeeded: stayed.append(entry.report(.notNeeded))
      }
    }
    report.entries += stayed
    return target.map { plan.bytes - borrowed >= $0 } ?? false
  }

  /// The known number of bytes of the heavy resources that could be dropped.
  var hiddenResourceBytes: Int {
    var sum = 0
    for screen in liveScreens where !screen.resources.isEmpty && screen.dropObstacle == nil {
      for resource in screen.resources.resources {
        sum = sum.addingBytes(resource.releasableBytes)
      }
    }
    return sum
  }

  /// All existing heavy resources of hidden screens, with their positions.
  private func hiddenResources() -> [HiddenResource] {
    var hidden: [HiddenResource] = []
    var distances = DistanceMap()
    for screen in liveScreens where !screen.resources.isEmpty && screen.appearance == .gone {
      let position = distances.position(of: screen)
      for resource in screen.resources.resources where resource.isMade {
        hidden.append(HiddenResource(resource, of: screen, at: position))
      }
    }
    return hidden
  }
}

/// An existing heavy resource of a hidden screen, as it was when the plan was made.
///
/// A class, because copying weak references is expensive.
@MainActor
private final class HiddenResource {
  private(set) weak var resource: (any ScreenResource)?
  private(set) weak var screen: AnyScreen?
  let id: ScreenID
  let name: String
  let item: ScreenUnloadReport.Item
  let candidate: UnloadPlan.Candidate
  /// The screen's own reason to keep the resource, if any.
  let reason: ScreenUnloadRefusal.Reason?

  init(_ resource: any ScreenResource, of screen: AnyScreen, at position: DistanceMap.Position) {
    self.resource = resource
    self.screen = screen
    id = screen.id
    name = screen.name
    item = .resource(resource.name)
    reason = screen.dropObstacle
    var candidate = position.candidate
    candidate.goneSince = screen.goneSince ?? .min
    candidate.rebuildTime = resource.rebuildTime.wholeNanoseconds
    candidate.bytes = resource.estimatedBytes > 0 ? resource.estimatedBytes : Self.usualBytes
    candidate.stays = reason != nil
    self.candidate = candidate
  }

  /// The size assumed in a plan for a resource without an estimate.
  private static let usualBytes = 1 << 20

  func report(_ outcome: ScreenUnloadReport.Outcome) -> ScreenUnloadReport.Entry {
    ScreenUnloadReport.Entry(screen: id, name: name, item: item, outcome: outcome)
  }
}

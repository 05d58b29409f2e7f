internal import StagecraftMemory
internal import StageFloor

extension ScreenApplication {
  /// Drops heavy resources of screens that nobody sees, the farthest first.
  ///
  /// - Returns: whether that was enough.
  @discardableResult
  func dropHiddenResources(
    at level: PressureLevel, target: Int?, into report: inout UnloadReport
  ) -> Bool {
    let hidden = hiddenResources()
    var plan = UnloadPlan(
      hidden.map(\.candidate), sparesNeighbours: level < .high, target: target)
    var stayed: [UnloadReport.Entry] = []
    var borrowed = 0
    let refused = plan.carryOut { place in
      let entry = hidden[place]
      guard let resource = entry.resource else { return true }
      if let bytes = resource.drop(if: { entry.screen?.dropObstacle == nil }) {
        report.entries.append(entry.report(.released(bytes: bytes)))
        // It is idle in its pool, and still there.
        if bytes == 0, resource.estimatedBytes > 0 {
          borrowed = borrowed.addingBytes(entry.candidate.bytes)
        }
      } else if resource.isMade, let reason = entry.screen?.dropObstacle {
        stayed.append(entry.report(.kept(reason)))
        return false
      }
      return true
    }
    for (place, fate) in plan.fates.enumerated() where !refused.contains(place) {
      let entry = hidden[place]
      guard entry.resource?.isMade == true else { continue }
      switch fate {
      case .goes, .waitsForChildren: break
      case .stays: stayed.append(entry.report(.kept(entry.reason ?? .isInTransition)))
      case .isSpared: stayed.append(entry.report(.kept(.isNeighbour)))
      case .isNotNeeded: stayed.append(entry.report(.notNeeded))
      }
    }
    report.entries += stayed
    return target.map { plan.bytes - borrowed >= $0 } ?? false
  }

  /// How many bytes the heavy resources hold that might go, as far as that is known.
  var hiddenResourceBytes: Int {
    var sum = 0
    for screen in liveScreens where !screen.resources.isEmpty && screen.dropObstacle == nil {
      for resource in screen.resources.resources {
        sum = sum.addingBytes(resource.releasableBytes)
      }
    }
    return sum
  }

  /// All heavy resources that are there and are not seen, with where they are.
  private func hiddenResources() -> [HiddenResource] {
    var hidden: [HiddenResource] = []
    var atlas = ScreenAtlas()
    for screen in liveScreens where !screen.resources.isEmpty && screen.appearance == .gone {
      let spot = atlas.spot(of: screen)
      for resource in screen.resources.resources where resource.isMade {
        hidden.append(HiddenResource(resource, of: screen, at: spot))
      }
    }
    return hidden
  }
}

/// A heavy resource that is there and is not seen, as it was when the plan was made.
///
/// An object, since weak references are dear to copy.
@MainActor
private final class HiddenResource {
  private(set) weak var resource: (any ScreenResource)?
  private(set) weak var screen: AnyScreen?
  let id: ScreenID
  let name: String
  let item: UnloadReport.Item
  let candidate: UnloadPlan.Candidate
  /// Why it stays, if it has a reason of its own.
  let reason: UnloadRefusal.Reason?

  init(_ resource: any ScreenResource, of screen: AnyScreen, at spot: ScreenAtlas.Spot) {
    self.resource = resource
    self.screen = screen
    id = screen.id
    name = screen.name
    item = .resource(resource.name)
    reason = screen.dropObstacle
    var candidate = spot.candidate
    candidate.goneSince = screen.goneSince ?? .min
    candidate.rebuildTime = resource.rebuildTime.wholeNanoseconds
    candidate.bytes = resource.estimatedBytes > 0 ? resource.estimatedBytes : Self.usualBytes
    candidate.stays = reason != nil
    self.candidate = candidate
  }

  /// What a resource counts for in a plan if nobody knows what it holds.
  private static let usualBytes = 1 << 20

  func report(_ outcome: UnloadReport.Outcome) -> UnloadReport.Entry {
    UnloadReport.Entry(screen: id, name: name, item: item, outcome: outcome)
  }
}

import TestSupport
import Testing

@testable import StagecraftTableLists

@Suite struct FollowExplorationTests {
  /// Every order of commits, lost signals, forgotten logs, failures, waits, moves of a window and
  /// closing.
  @Test func everyReachableStateKeepsTheRules() throws {
    var known: Set<FollowWorld> = [FollowWorld()]
    var edge = [FollowWorld()]
    var depth = 0
    while !edge.isEmpty, depth < 8 {
      var next: [FollowWorld] = []
      for world in edge {
        for step in FollowWorld.Step.allCases {
          var world = world
          guard try world.take(step), known.insert(world).inserted else { continue }
          try world.check()
          next.append(world)
        }
      }
      edge = next
      depth += 1
    }
    #expect(known.count > 10_000)
  }

  @Test func longHistoriesKeepTheRules() throws {
    var generator = SeededGenerator(seed: 26)
    for _ in 0..<2000 {
      var world = FollowWorld()
      var history: [FollowWorld.Step] = []
      for _ in 0..<60 {
        guard let step = FollowWorld.Step.allCases.randomElement(using: &generator) else { break }
        // Rarely, because nothing follows it.
        if step == .close, Int.random(in: 0..<8, using: &generator) > 0 { continue }
        if try world.take(step) {
          history.append(step)
          do { try world.check() } catch { Issue.record("\(error) after \(history)") }
        }
        if world.commits == 3, world.shown == 3 { world = world.renumbered() }
      }
    }
  }
}

extension FollowWorld {
  /// Allows further commits and requests, where everything is shown.
  fileprivate func renumbered() -> FollowWorld {
    guard read == nil, requests.isEmpty, machine.phase == .idle, !machine.isStale else {
      return self
    }
    var world = FollowWorld()
    world.isSignalled = isSignalled
    return world
  }
}

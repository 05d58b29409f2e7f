import TestSupport
import Testing

@testable import StagecraftScreens

@MainActor
@Suite("Screens under random pressure", .timeLimit(.minutes(3)))
struct UnloadWalkModelTests {
  @Test("lose no text, no visible view, and leak nothing", arguments: 0..<4)
  func walk(_ part: UInt64) throws {
    var (unloads, drops) = (0, 0)
    var refusals: Set<String> = []
    try withEverySeed(in: part * 25..<(part + 1) * 25) { generator in
      let house = WalkingHouse(generator)
      for step in 0..<250 where house.failures.isEmpty {
        house.step()
        house.check()
        if !house.failures.isEmpty { Issue.record("at \(step): \(house.failures); \(Labels.text)") }
      }
      guard house.failures.isEmpty else { return }
      house.settle()
      #expect(house.failures == [], "\(Labels.text)")
      unloads += house.unloads
      drops += house.drops
      refusals.formUnion(house.refusals)
      let alive = house.end()
      #expect(alive.views == 0, "\(Labels.text)")
      #expect(alive.screens == 0, "\(Labels.text)")
    }
    // The walk has covered the relevant cases.
    #expect(unloads > 200 && drops > 100 && refusals.count >= 4, "\(unloads) \(drops) \(refusals)")
  }
}

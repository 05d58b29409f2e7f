import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite("A map of distances")
struct DistanceMapTests {
  let application = ScreenApplication(clock: ManualClock())

  @Test("examines a hidden container once, however many screens are in it")
  func hiddenNeighbour() {
    let pages = (0..<50).map { TextScreen("page \($0)", in: application) }
    let inner = Shelf("inner", pages, in: application)
    let outer = Shelf("outer", [TextScreen("first", in: application), inner], in: application)
    outer.appear()
    var map = DistanceMap()
    let positions = pages.map { map.position(of: $0) }
    #expect(positions.map(\.isNeighbour) == [true] + Array(repeating: false, count: 49))
    #expect(positions.map(\.distance) == Array(1...50))
    #expect(positions.allSatisfy { $0.depth == 2 })
  }

  @Test("does not ask a hidden container that the user is unlikely to see next")
  func hiddenAndFar() {
    let pages = (0..<5).map { TextScreen("page \($0)", in: application) }
    let inner = Shelf("inner", pages, in: application)
    let outer = Shelf("outer", [TextScreen("first", in: application), inner], in: application)
    outer.isNextLikely = false
    outer.appear()
    var map = DistanceMap()
    #expect(!pages.contains { map.position(of: $0).isNeighbour })
  }
}

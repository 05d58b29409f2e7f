import Testing

@testable import StagecraftTourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct MapsSceneTests {
  private let scene = MapsScene(
    streets: 5_000, pixels: 10_800, pages: Array(MapsScene.fiftyTurns.prefix(13)))

  @Test func theWalkTurnsFiftyPagesToNeighbours() {
    let pages = MapsScene.fiftyTurns
    #expect(pages.count == 51)
    #expect(zip(pages, pages.dropFirst()).allSatisfy { abs($0 - $1) == 1 })
    #expect(pages.allSatisfy { City.branches.indices.contains($0 - 1) })
  }

  @Test func branchesLookDifferent() {
    #expect(Set(scene.pictures().values).count == City.branches.count)
  }

  @Test func aSharedMapIsWrongInEveryTurn() {
    let report = scene.turn(SingletonPage.self)
    #expect(report.wrongMaps == 12)
    #expect(report.counts.constructions == 1)
  }

  @Test func theTextbookMakesAMapForEachPage() {
    let report = scene.turn(TextbookPage.self)
    #expect(report.counts.constructions == 13)
    #expect(report.counts.renders == 13)
    #expect(report.counts.mostAlive == 2)
    #expect(report.lastConstruction == 12)
    #expect(report.wrongMaps == 0)
  }

  @Test func recyclingDrawsEachPageAgain() {
    let report = scene.turn(RecyclingPage.self)
    #expect(report.counts.constructions == 2)
    #expect(report.counts.renders == 13)
    #expect(report.lastConstruction == 1)
    #expect(report.wrongMaps == 0)
    #expect(report.counts.alive == 0)
  }

  @Test func aWarmPoolBuildsNothingAndDrawsWhatIsNew() {
    let report = scene.turn(PooledPage.self, warmMaps: 4)
    #expect(report.counts.constructions == 4)
    #expect(report.lastConstruction == 0)
    // Pages 1 to 5 once each: four maps are enough for these twelve turns.
    #expect(report.counts.renders == 5)
    #expect(report.counts.mostAlive == 4)
    #expect(report.wrongMaps == 0)
    #expect(report.counts.alive == 0)
  }

  @Test func onlyTheConstructorAndTheReturnDiffer() {
    #expect(MapsScene.code.count { $0.hasPrefix("-") } == 1)
    #expect(MapsScene.code.count { $0.hasPrefix("+") } == 2)
  }

  @Test func theSceneKeepsItsPromises() async throws {
    #expect(try await complaints { try await scene.play($0) } == [])
  }
}

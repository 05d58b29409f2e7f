import Testing

@testable import TourScenes

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct MapsSceneTests {
  private let turner = PageTurner(
    city: City(streets: 5_000), walk: .fiftyTurns.prefix(turns: 12),
    size: MapSize(width: 120, height: 90))

  @Test func theWalkTurnsFiftyPagesToNeighbours() {
    let pages = Walk.fiftyTurns.pages
    #expect(Walk.fiftyTurns.turns == 50)
    #expect(zip(pages, pages.dropFirst()).allSatisfy { abs($0 - $1) == 1 })
    #expect(pages.allSatisfy { City.branchNames.indices.contains($0 - 1) })
  }

  @Test func branchesLookDifferent() {
    #expect(Set(turner.pictures.values).count == City.branchNames.count)
  }

  @Test func aSharedMapIsWrongInEveryTurn() {
    let report = turner.turn(SingletonPage.self)
    #expect(report.wrongMaps == 12)
    #expect(report.counts.constructions == 1)
  }

  @Test func theTextbookMakesAMapForEachPage() {
    let report = turner.turn(TextbookPage.self)
    #expect(report.counts.constructions == 13)
    #expect(report.counts.renders == 13)
    #expect(report.counts.mostAlive == 2)
    #expect(report.lastConstruction == 12)
    #expect(report.wrongMaps == 0)
  }

  @Test func recyclingDrawsEachPageAgain() {
    let report = turner.turn(RecyclingPage.self)
    #expect(report.counts.constructions == 2)
    #expect(report.counts.renders == 13)
    #expect(report.lastConstruction == 1)
    #expect(report.wrongMaps == 0)
    #expect(report.leftOver == 0)
  }

  @Test func aWarmPoolBuildsNothingAndDrawsWhatIsNew() {
    let report = turner.turn(PooledPage.self, warmMaps: 4)
    #expect(report.counts.constructions == 4)
    #expect(report.lastConstruction == 0)
    // Pages 1 to 5, and nothing twice: four maps remember enough of these twelve turns.
    #expect(report.counts.renders == 5)
    #expect(report.counts.mostAlive == 4)
    #expect(report.wrongMaps == 0)
    #expect(report.leftOver == 0)
  }
}

#if Maps
import Testing

@testable import StagecraftShumate

@Suite("Loading of tiles")
struct TileLoadMachineTests {
  @Test func theStateCountsWhatIsUnderWay() {
    var machine = TileLoadMachine()
    #expect(machine.loadState == .empty)
    machine.requested()
    machine.requested()
    #expect(machine.loadState == .loading(2))
    machine.answered(hasFailed: false)
    machine.answered(hasFailed: true)
    #expect(machine.loadState == .loaded(failures: 1))
    machine.regionWasSet()
    #expect(machine.loadState == .loaded(failures: 0))
  }

  @Test func tilesAreDrawnAlikeAndNeighboursDiffer() {
    let tile = TileSource.Tile(x: 3, y: 5, zoom: 4)
    let neighbour = TileSource.Tile(x: 4, y: 5, zoom: 4)
    let pixels = DrawnTile(tile).pixels(width: 64)
    #expect(pixels == DrawnTile(tile).pixels(width: 64))
    #expect(pixels != DrawnTile(neighbour).pixels(width: 64))
    #expect(TileSource.Image.pixels(pixels, width: 64).texture() != nil)
    #expect(TileSource.Image.pixels(pixels, width: 63).texture() == nil)
    #expect(TileSource.Image.encoded([]).texture() == nil)
  }
}
#endif

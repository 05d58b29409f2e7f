#if Maps
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftMemory
import StagecraftPools
import StagecraftScreens
import StagecraftShumate
import StagecraftTestKit
import Synchronization
import Testing

extension WindowTests {
  @MainActor
  @Suite("Maps")
  struct MapTests {
    let leipzig = MapRegion(center: .init(latitude: 51.34, longitude: 12.37), zoom: 6)
    let lisbon = MapRegion(center: .init(latitude: 38.72, longitude: -9.14), zoom: 7)

    init() { GTKTest.prepare() }

    @Test func aMapLoadsItsTilesAndShowsMarks() async throws {
      let census = Census()
      do {
        let map = MapView(.drawn, showing: leipzig)
        #expect(map.loadState == .empty)
        var clicked: [String] = []
        map.onMarkerClick = { clicked.append($0.id) }
        map.markers = [
          MapMarker("main", at: leipzig.center, title: "Main library"),
          MapMarker("east", at: .init(latitude: 51.8, longitude: 14.3), title: "East"),
        ]
        let window = TestWindow(map, width: 600, height: 400)
        try await window.open()
        try await map.loaded()
        #expect(map.loadState == .loaded(failures: 0))
        let middle = try #require(map.position(of: leipzig.center))
        #expect(abs(middle.x - 300) < 2 && abs(middle.y - 200) < 2, "\(middle)")
        #expect(await GTKTest.until { Screenshot(of: window)?.colorCount ?? 0 > 20 })
        await keepPicture("map", of: window)
        #expect(abs(map.center.latitude - 51.34) < 0.001 && map.zoom == 6)

        map.region = lisbon
        try await map.loaded()
        await keepPicture("map-moved", of: window)
        #expect(abs(map.center.longitude + 9.14) < 0.001 && map.zoom == 7)
        map.markers = []
        try await map.nextFrames(2)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aMapStaysOnTheEarth() async throws {
      let census = Census()
      do {
        let map = MapView(.drawn)
        let window = TestWindow(map)
        try await window.open()
        for (latitude, longitude, zoom) in [
          (90.0, 180.0, 99.0), (-95, -500, -3), (.nan, .infinity, .nan), (0, 0, 18), (0, 0, 0),
        ] {
          map.region = MapRegion(
            center: .init(latitude: latitude, longitude: longitude), zoom: zoom)
          try await map.nextFrames(3)
          let region = map.region
          #expect((-86...86).contains(region.center.latitude), "\(region)")
          #expect((-180...180).contains(region.center.longitude), "\(region)")
          #expect((0...18).contains(region.zoom), "\(region)")
        }
        try await map.loaded()
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aTileThatIsNotNeededAnyMoreHasNotFailed() async throws {
      let census = Census()
      do {
        let source = TileSource("slow") { tile in
          if tile.zoom == 6 { try await Task.sleep(for: .seconds(1000)) }
          return .pixels([UInt8](repeating: 200, count: 64), width: 4)
        }
        let map = MapView(source, showing: leipzig)
        let window = TestWindow(map)
        try await window.open()
        #expect(await GTKTest.until { if case .loading = map.loadState { true } else { false } })
        map.region = lisbon
        try await map.loaded()
        #expect(map.loadState == .loaded(failures: 0))
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func tilesAreMadeOffTheMainThreadAndFailuresAreCounted() async throws {
      let census = Census()
      let threads = Mutex((main: 0, other: 0))
      do {
        let source = TileSource("failing") { tile in
          threads.withLock {
            if isFirstThread() { $0.main += 1 } else { $0.other += 1 }
          }
          if tile.x % 2 == 0 { throw CancellationError() }
          return tile.y % 2 == 0 ? .encoded([1, 2, 3]) : .pixels([0], width: 256)
        }
        let map = MapView(source, showing: leipzig)
        let window = TestWindow(map)
        try await window.open()
        try await map.loaded()
        guard case .loaded(let failures) = map.loadState else {
          Issue.record("\(map.loadState)")
          return
        }
        #expect(failures > 0)
        #expect(threads.withLock { $0.main } == 0)
        #expect(threads.withLock { $0.other } >= failures)
        window.close()
      }
      await census.expectUnchanged()
    }

    /// Four quarters of different colours: a texture of another scale fills its tile exactly.
    @Test func tilesAreDrawnOnACanvas() async throws {
      let census = Census()
      do {
        let source = TileSource("quarters", zooms: 4...4, tileSize: 128, scale: 2) { _, canvas in
          #expect(!isFirstThread() && canvas.width == 128 && canvas.height == 128)
          canvas.paint(Color(0xff0000))
          canvas.rectangle(64, 0, 64, 64)
          canvas.fill(Color(0x00ff00))
          canvas.rectangle(0, 64, 64, 64)
          canvas.fill(Color(0x0000ff))
        }
        let map = MapView(source, showing: leipzig)
        let window = TestWindow(map)
        try await window.open()
        try await map.loaded()
        #expect(map.loadState == .loaded(failures: 0))
        func colors() -> [[UInt8]: Int] {
          guard let picture = Screenshot(of: map) else { return [:] }
          let pixels = picture.pixels
          return stride(from: 0, to: pixels.count, by: 4).reduce(into: [:]) { counts, start in
            counts[Array(pixels[start..<start + 3]), default: 0] += 1
          }
        }
        let shown = await GTKTest.until {
          let colors = colors()
          let green = colors[[0, 255, 0]] ?? 0
          let blue = colors[[255, 0, 0]] ?? 0
          let red = colors[[0, 0, 255]] ?? 0
          // Half of each tile is red, and a quarter each is green and blue.
          return green > 10_000 && blue > 10_000 && red > green && red > blue
        }
        #expect(shown, "\(colors().filter { $0.value > 1_000 })")
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test(arguments: [Int.max, 1 << 31, 0, -1])
    func tilesOfAnImpossibleWidthAreFailures(width: Int) async throws {
      let census = Census()
      do {
        let source = TileSource("impossible") { _ in .pixels([], width: width) }
        let map = MapView(source, showing: leipzig)
        let window = TestWindow(map)
        try await window.open()
        try await map.loaded()
        guard case .loaded(let failures) = map.loadState else {
          Issue.record("\(map.loadState)")
          return
        }
        #expect(failures > 0)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aMapThatEndsWhileItLoadsCancelsItsTiles() async throws {
      let census = Census()
      let cancelled = Mutex(0)
      do {
        let source = TileSource("slow") { _ in
          do { try await Task.sleep(for: .seconds(60)) } catch {
            cancelled.withLock { $0 += 1 }
            throw error
          }
          return .pixels([], width: 0)
        }
        let map = MapView(source, showing: leipzig)
        let window = TestWindow(map)
        try await window.open()
        try await map.nextFrames(2)
        #expect(map.loadState != .empty)
        window.close()
      }
      #expect(await GTKTest.until { cancelled.withLock { $0 } > 0 })
      await census.expectUnchanged()
    }

    @Test func aPoolReturnsTheMapThatShowsThePlace() async throws {
      let census = Census()
      let requests = Mutex(0)
      let application = ScreenApplication()
      do {
        let source = TileSource("counted") { tile in
          requests.withLock { $0 += 1 }
          return try await TileSource.drawn.image(of: tile)
        }
        let maps = LocalPool(maximumIdle: 3) { MapView(source) }
        maps.warmUp(to: 3)
        let pages = (0..<6).map { MapPage($0, maps, in: application) }
        let tabs = TabScreen<Widget>(pages, stage: simpleStage(), in: application)
        let top = ScreenWindow<Widget>(root: tabs, stage: simpleStage(), in: application)
        let window = TestWindow(top.view)
        _ = await top.open().outcome
        try await window.open()
        for index in [0, 1, 2, 1, 2, 0] {
          _ = await tabs.select(index).outcome
          try await pages[index].map.current?.loaded()
          #expect(pages.count { $0.map.isMade } == 1)
        }
        // The first three were filled, the others came back filled.
        #expect(pages.map(\.preferred).reduce(0, +) == 3)
        let count = requests.withLock { $0 }
        _ = await tabs.select(1).outcome
        try await pages[1].map.current?.loaded()
        #expect(requests.withLock { $0 } == count)
        await keepPicture("map-page", of: window)
        // More pages than maps.
        for index in 0..<6 {
          _ = await tabs.select(index).outcome
          try await window.nextFrames(2)
        }
        #expect(maps.snapshot.created == 3)
        #expect(abs((pages[5].map.current?.center.latitude ?? 0) - pages[5].latitude) < 0.001)
        _ = await top.close().outcome
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aHiddenMapIsDroppedUnderPressureAndReturnsWhereItWas() async throws {
      let census = Census()
      let trigger = PressureTrigger()
      let pressure = PressureMonitor(sources: .only(trigger))
      let application = ScreenApplication()
      application.registerForPressure(with: pressure)
      do {
        let branch = BranchScreen(in: application)
        let other = LongFormScreen(in: application)
        let tabs = TabScreen<Widget>([branch, other], stage: simpleStage(), in: application)
        let top = ScreenWindow<Widget>(root: tabs, stage: simpleStage(), in: application)
        let window = TestWindow(top.view)
        _ = await top.open().outcome
        try await window.open()
        try await branch.map.current?.loaded()
        branch.map.current?.region = lisbon
        try await branch.map.current?.loaded()
        _ = await tabs.select(1).outcome
        let report = await trigger.press(.high)
        #expect(report?.released ?? 0 >= MapView.usualBytes)
        #expect(!branch.map.isMade)
        _ = await tabs.select(0).outcome
        let region = try #require(branch.map.current?.region)
        #expect(abs(region.center.latitude - lisbon.center.latitude) < 0.001)
        #expect(region.zoom == lisbon.zoom)
        try await branch.map.current?.loaded()
        _ = await top.close().outcome
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}

/// A page with a map of its own, until memory is short.
final class BranchScreen: WidgetScreen {
  lazy var map = HeavyResource(
    of: self, "map", bytes: MapView.usualBytes,
    make: { (_: BranchScreen, region: MapRegion?) in MapView(.drawn, showing: region) },
    snapshot: { $0.region },
    didMake: { screen, map in (screen.view as? Bin)?.content = map },
    willDrop: { screen, _ in (screen.view as? Bin)?.content = nil })

  override func loadView() -> Widget { Bin() }
  override func viewDidLoad() { map.isWanted = true }
}

/// A page with a map from a pool, only while it is seen.
final class MapPage: WidgetScreen {
  let number: Int
  private let maps: LocalPool<MapView>
  private(set) var preferred = 0
  var latitude: Double { Double(number) * 8 - 20 }

  lazy var map = HeavyResource(
    of: self, "map", bytes: MapView.usualBytes, from: maps, preferring: { $0.number },
    prepare: { (page: MapPage, map, isPreferred, region: MapRegion?) in
      if isPreferred { page.preferred += 1 } else { map.region = region ?? page.region }
    },
    snapshot: { $0.region },
    didMake: { page, map in (page.view as? Bin)?.content = map },
    willDrop: { page, _ in (page.view as? Bin)?.content = nil })

  init(_ number: Int, _ maps: LocalPool<MapView>, in application: ScreenApplication) {
    self.number = number
    self.maps = maps
    super.init(in: application)
    title = "Branch \(number)"
  }

  private var region: MapRegion {
    MapRegion(center: .init(latitude: latitude, longitude: Double(number) * 11), zoom: 6)
  }

  override func loadView() -> Widget { Bin() }
  override func viewDidLoad() { map.keeps = .whileSeen }
}
#endif

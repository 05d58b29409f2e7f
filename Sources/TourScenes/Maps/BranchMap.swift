internal import StageFloor
internal import Stagecraft

struct Branch: Hashable, Sendable {
  let name: String
  let number: Int
}

/// The city, the size of its maps, and what was done with them.
struct City: Sendable {
  struct Census: Sendable {
    var constructions = 0
    var renders = 0
    var alive = 0
    var mostAlive = 0
  }

  static let branches = [
    "Central", "Harbour", "Mill Lane", "North", "Old Town", "Riverside", "Station", "West",
  ].enumerated().map { Branch(name: $1, number: $0 + 1) }

  /// The colours of the streets, in no order.
  let streets: [UInt32]
  let pixels: Int
  let census = Locked(Census())

  init(streets count: Int, pixels: Int) {
    var generator = SplitMix64(seed: 7)
    streets = (0..<count).map { _ in .random(in: 0...0xFF_FFFF, using: &generator) }
    self.pixels = pixels
  }
}

/// An expensive view: creating it sorts all streets, and showing a branch draws every pixel.
final class BranchMap {
  private let city: City
  private let streets: [UInt32]
  private var pixels: [UInt32]
  private(set) var shown: Branch?

  init(of city: City) {
    self.city = city
    streets = city.streets.sorted()
    pixels = Array(repeating: 0, count: city.pixels)
    city.census.withLock { census in
      census.constructions += 1
      census.alive += 1
      census.mostAlive = max(census.mostAlive, census.alive)
    }
  }

  deinit { city.census.withLock { $0.alive -= 1 } }

  /// Draws a branch, unless the map already shows it.
  func show(_ branch: Branch) {
    guard branch != shown else { return }
    shown = branch
    for pixel in pixels.indices {
      pixels[pixel] = streets[pixel * branch.number % streets.count]
    }
    city.census.withLock { $0.renders += 1 }
  }

  func prepareForReuse() { shown = nil }

  /// A number for what the map shows.
  var checksum: UInt64 {
    pixels.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// What the pages of the app share.
@MainActor
final class LibraryApp {
  let city: City
  private(set) lazy var sharedMap = BranchMap(of: city)
  let maps: ElasticPool<BranchMap, Never>

  init(_ city: City, warmMaps: Int) {
    self.city = city
    var hooks = PoolHooks<BranchMap>()
    hooks.prepareForReuse = { map in map.prepareForReuse() }
    maps = ElasticPool(maximumIdle: 4, hooks: hooks) { BranchMap(of: city) }
    maps.warmUp(to: warmMaps)
  }
}

/// A page of the app, with a map while it is on the screen.
@MainActor
class Page {
  let branch: Branch
  let app: LibraryApp
  var map: BranchMap?

  required init(of branch: Branch, in app: LibraryApp) {
    self.branch = branch
    self.app = app
  }

  func loadView() {}
  func viewDidDisappear() { map = nil }

  func show(_ map: BranchMap) {
    map.show(branch)
    self.map = map
  }
}

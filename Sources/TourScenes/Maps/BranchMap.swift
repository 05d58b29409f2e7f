internal import Stagecraft

/// A place in the city, in pixels of a map.
struct Point: Hashable, Sendable {
  var x: Int
  var y: Int
}

struct Branch: Hashable, Sendable {
  let name: String
  let place: Point
}

/// The city, the size in which maps show it, and a count of its maps.
struct City: Sendable {
  struct Street: Sendable {
    let from: Point
    let along: Point
    let width: Int
    let colour: UInt32
  }

  struct Census: Sendable {
    var constructions = 0
    var renders = 0
    var alive = 0
    var mostAlive = 0
  }

  static let branchNames = [
    "Central", "Harbour", "Mill Lane", "North", "Old Town", "Riverside", "Station", "West",
  ]

  let size: Point
  let streets: [Street]
  let branches: [Branch]
  let census = Locked(Census())

  init(streets count: Int, size: Point) {
    self.size = size
    var generator = SeededGenerator(seed: 7)
    func point(_ range: ClosedRange<Int>) -> Point {
      Point(x: .random(in: range, using: &generator), y: .random(in: range, using: &generator))
    }
    streets = (0..<count).map { _ in
      Street(
        from: point(0...3_000), along: point(-100...100), width: point(2...6).x,
        colour: UInt32.random(in: 0...0xFF_FFFF, using: &generator))
    }
    branches = Self.branchNames.map { Branch(name: $0, place: point(500...2_500)) }
  }
}

/// A stand-in for an expensive view: it sorts streets when it is made, and draws many of them.
final class BranchMap {
  private let city: City
  private let streets: [City.Street]
  private var pixels: [UInt32]
  private(set) var shown: Branch?

  init(of city: City) {
    self.city = city
    streets = city.streets.sorted { ($0.from.y, $0.from.x) < ($1.from.y, $1.from.x) }
    pixels = Array(repeating: 0, count: city.size.x * city.size.y)
    city.census.withLock { census in
      census.constructions += 1
      census.alive += 1
      census.mostAlive = max(census.mostAlive, census.alive)
    }
  }

  deinit { city.census.withLock { $0.alive -= 1 } }

  /// Draws a branch, unless the map shows it already.
  func show(_ branch: Branch) {
    guard branch != shown else { return }
    shown = branch
    for index in pixels.indices { pixels[index] = 0xF2_EFE9 }
    let corner = Point(x: branch.place.x - city.size.x / 2, y: branch.place.y - city.size.y / 2)
    let rows = corner.y - 100...corner.y + city.size.y + 100
    for street in streets where rows.contains(street.from.y) { draw(street, from: corner) }
    city.census.withLock { $0.renders += 1 }
  }

  private func draw(_ street: City.Street, from corner: Point) {
    for step in 0...50 {
      let x = street.from.x + street.along.x * step / 50 - corner.x
      let y = street.from.y + street.along.y * step / 50 - corner.y
      for row in (y..<y + street.width).clamped(to: 0..<city.size.y) {
        for column in (x..<x + street.width).clamped(to: 0..<city.size.x) {
          pixels[row * city.size.x + column] = street.colour
        }
      }
    }
  }

  func prepareForReuse() { shown = nil }

  /// What the map shows, as a number.
  var checksum: UInt64 {
    pixels.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }
}

/// What the pages of the app share.
@MainActor
final class LibraryApp {
  let city: City
  private(set) lazy var sharedMap = BranchMap(of: city)
  let maps: ElasticPool<BranchMap>

  init(_ city: City, warmMaps: Int) {
    self.city = city
    var hooks = PoolHooks<BranchMap>()
    hooks.prepareForReuse = { map in map.prepareForReuse() }
    maps = ElasticPool(maximumIdle: 4, hooks: hooks) { BranchMap(of: city) }
    maps.warmUp(to: warmMaps)
  }
}

/// A page of the app, which has a map while it is on the screen.
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

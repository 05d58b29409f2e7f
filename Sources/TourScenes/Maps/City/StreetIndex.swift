/// Which streets are near a place: what each map builds for itself when it is made.
struct StreetIndex {
  private static let tile: Float = 500
  private static let tilesPerSide = Int(City.side / tile)

  private var streetsByTile: [[Int32]]

  init(of city: City) {
    streetsByTile = Array(repeating: [], count: Self.tilesPerSide * Self.tilesPerSide)
    for (number, street) in city.streets.enumerated() {
      for tile in Self.tiles(between: street.from, and: street.to) {
        streetsByTile[tile].append(Int32(number))
      }
    }
  }

  /// The streets that touch the rectangle, each once, in a fixed order.
  func streets(between corner: Point, and opposite: Point) -> [Int] {
    var numbers = Set<Int32>()
    for tile in Self.tiles(between: corner, and: opposite) {
      numbers.formUnion(streetsByTile[tile])
    }
    return numbers.sorted().map { Int($0) }
  }

  private static func tiles(between a: Point, and b: Point) -> [Int] {
    let columns = range(a.x, b.x)
    return range(a.y, b.y).flatMap { row in columns.map { row * tilesPerSide + $0 } }
  }

  private static func range(_ a: Float, _ b: Float) -> ClosedRange<Int> {
    let first = Int(min(a, b) / tile)
    let last = Int(max(a, b) / tile)
    return max(0, min(tilesPerSide - 1, first))...max(0, min(tilesPerSide - 1, last))
  }
}

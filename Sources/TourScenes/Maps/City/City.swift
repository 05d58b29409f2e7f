/// The city: its streets, and where the library has branches.
struct City: Sendable {
  /// A straight piece of street.
  struct Street: Sendable {
    let from: Point
    let to: Point
    let width: Float
    let colour: UInt32
  }

  /// The length of each side, in metres.
  static let side: Float = 12_000

  let streets: [Street]
  let branches: [Branch]

  /// A city that is the same for the same seed.
  init(streets count: Int = 10_000, branches names: [String] = Self.branchNames, seed: UInt64 = 7) {
    var generator = SeededGenerator(seed: seed)
    streets = (0..<count).map { _ in Self.street(using: &generator) }
    branches = names.map { name in
      Branch(
        name: name,
        place: Point(
          x: .random(in: 2_000...(Self.side - 2_000), using: &generator),
          y: .random(in: 2_000...(Self.side - 2_000), using: &generator)))
    }
  }

  static let branchNames = [
    "Central", "Harbour", "Mill Lane", "North", "Old Town", "Riverside", "Station", "West",
  ]

  private static func street(using generator: inout SeededGenerator) -> Street {
    let from = Point(
      x: .random(in: 0...side, using: &generator), y: .random(in: 0...side, using: &generator))
    let to = Point(
      x: from.x + .random(in: -400...400, using: &generator),
      y: from.y + .random(in: -400...400, using: &generator))
    return Street(
      from: from, to: to, width: .random(in: 6...24, using: &generator),
      colour: .random(in: 0...0xFF_FFFF, using: &generator))
  }
}

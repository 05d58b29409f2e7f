extension Shape {
  /// A chain: nothing runs in parallel, so only the cost of a node is measured.
  static func chain(_ count: Int) -> Shape {
    Shape("chain", successors: (0..<count).map { $0 + 1 < count ? [Int32($0 + 1)] : [] })
  }

  /// Nodes without edges: all can run at once.
  static func independent(_ count: Int) -> Shape {
    Shape("independent", successors: Array(repeating: [], count: count))
  }

  /// A tree: each node is followed by two.
  static func tree(layers: Int) -> Shape {
    let count = (1 << layers) - 1
    return Shape(
      "tree",
      successors: (0..<count).map { node in
        [2 * node + 1, 2 * node + 2].filter { $0 < count }.map(Int32.init)
      })
  }

  /// A square whose nodes wait for the one above and the one to the left.
  static func wavefront(_ side: Int) -> Shape {
    Shape(
      "wavefront",
      successors: (0..<side * side).map { node in
        let right = node % side + 1 < side ? [Int32(node + 1)] : []
        let below = node / side + 1 < side ? [Int32(node + side)] : []
        return right + below
      })
  }

  /// Levels in which each node is followed by one to four random nodes of the next level, always
  /// the same ones.
  static func random(_ side: Int) -> Shape {
    var dice = Dice(seed: 20_240_518)
    return Shape(
      "random",
      successors: (0..<side * side).map { node in
        guard node / side + 1 < side else { return [] }
        let next = (node / side + 1) * side
        var chosen: Set<Int32> = []
        for _ in 0...dice.roll(4) { chosen.insert(Int32(next + dice.roll(side))) }
        return chosen.sorted()
      })
  }
}

/// Random numbers that are the same in each run: SplitMix64.
struct Dice {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  /// A number from 0 up to `sides`.
  mutating func roll(_ sides: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(sides))
  }
}

import TestSupport

/// A random graph to run: edges lead from smaller to larger numbers.
struct GraphShape {
  var count: Int
  var edges: [(Int, Int)] = []
  /// Which of the edges only define an order.
  var orderOnly: [Bool] = []

  static func random(_ generator: inout SeededGenerator) -> GraphShape {
    var shape = GraphShape(count: Int.random(in: 1...60, using: &generator))
    let density = Int.random(in: 1...12, using: &generator)
    for downstream in 1..<Swift.max(shape.count, 2) where downstream < shape.count {
      for upstream in 0..<downstream where generator.oneIn(density * 2) {
        shape.edges.append((upstream, downstream))
        shape.orderOnly.append(generator.oneIn(3))
      }
    }
    return shape
  }
}

/// The shapes that are measured; the names of the cases are built without a graph.
enum ShapeKind: String, CaseIterable, Sendable {
  case chain, tree, wavefront, random
  /// Without edges, and only in the cases that compare sizes.
  case independent

  static let allCases: [ShapeKind] = [.chain, .tree, .wavefront, .random]

  /// The number of nodes in the cases with empty nodes.
  static let manyNodes = 100_000

  private static let manyNodeShapes = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, $0.makeShape(nodes: manyNodes)) })

  /// The exact number of nodes for a requested number of about `nodes`: a tree is full, and a
  /// wavefront is square.
  func nodeCount(about nodes: Int) -> Int {
    switch self {
    case .chain, .independent: nodes
    case .tree: (1 << layers(nodes)) - 1
    case .wavefront, .random: side(nodes) * side(nodes)
    }
  }

  /// The graph itself, of about `nodes` nodes.
  func shape(about nodes: Int = manyNodes) -> Shape {
    nodes == Self.manyNodes ? Self.manyNodeShapes[self]! : makeShape(nodes: nodes)
  }

  private func makeShape(nodes: Int) -> Shape {
    switch self {
    case .chain: .chain(nodes)
    case .independent: .independent(nodes)
    case .tree: .tree(layers: layers(nodes))
    case .wavefront: .wavefront(side(nodes))
    case .random: .random(side(nodes))
    }
  }

  private func layers(_ nodes: Int) -> Int { Int.bitWidth - nodes.leadingZeroBitCount }
  private func side(_ nodes: Int) -> Int { Int(Double(nodes).squareRoot()) }
}

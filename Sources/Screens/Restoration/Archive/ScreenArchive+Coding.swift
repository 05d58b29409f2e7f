extension ScreenArchive {
  /// A screen in a file: there, each comes before those in it.
  ///
  /// So a tree of any depth is a plain list.
  private struct Record: Codable {
    var name: String?
    var place: Int?
    var isSheet: Bool?
    var identity: [String: [UInt8]]?
    var state: [String: [UInt8]]?
    var container: ScreenNode.Container?
    var childCount: Int?
  }

  /// How deep screens may be in screens.
  private static let maximumDepth = 64

  /// The archive as bytes.
  ///
  /// - Throws: an `EncodingError`, in theory.
  func encoded() throws -> [UInt8] {
    var records: [Record] = []
    func add(_ node: ScreenNode, depth: Int) {
      let children = depth < Self.maximumDepth ? node.children : []
      records.append(
        Record(
          name: node.name, place: node.place == 0 ? nil : node.place,
          isSheet: node.isOpaque ? nil : true,
          identity: node.identity.isEmpty ? nil : node.identity.values,
          state: node.state?.values, container: node.container,
          childCount: children.isEmpty ? nil : children.count))
      for child in children { add(child, depth: depth + 1) }
    }
    for root in roots { add(root, depth: 1) }
    return try StateEncoder.document(records)
  }

  /// The archive that these bytes are.
  ///
  /// - Throws: what is wrong with them.
  init(encoded bytes: [UInt8]) throws {
    let records = try StateDecoder.value([Record].self, in: bytes)
    var next = 0
    func node(depth: Int) throws -> ScreenNode {
      guard next < records.count else { throw StateDamage.endsEarly }
      guard depth <= Self.maximumDepth else { throw StateDamage.tooDeep }
      let record = records[next]
      next += 1
      var result = ScreenNode(
        name: record.name, place: record.place ?? 0, isOpaque: record.isSheet != true,
        identity: ArchivedValues(values: record.identity ?? [:]),
        state: record.state.map { ArchivedValues(values: $0) }, container: record.container)
      for _ in 0..<max(0, record.childCount ?? 0) {
        result.children.append(try node(depth: depth + 1))
      }
      return result
    }
    var roots: [ScreenNode] = []
    while next < records.count { roots.append(try node(depth: 1)) }
    self.init(roots: roots)
  }
}

extension ScreenArchive {
  /// Parents precede children, so a tree of any depth is a flat list.
  private struct Record: Codable {
    var name: String?
    var place: Int?
    var isSheet: Bool?
    var identity: [String: [UInt8]]?
    var state: [String: [UInt8]]?
    var container: ScreenNode.Container?
    var childCount: Int?

    var valueCount: Int { (identity?.count ?? 0) + (state?.count ?? 0) }
  }

  /// The maximum depth of nested screens; the builder omits deeper ones, and reports it.
  static let maximumDepth = 64
  /// Each takes two bytes in the file, and many times that in memory.
  static let maximumScreenCount = 1 << 16
  /// Each takes three bytes in the file, and a hundred in memory.
  static let maximumValueCount = 1 << 17

  /// Decoding stops at the maximum number.
  private struct Records: Decodable {
    var list: [Record] = []

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      var valueCount = 0
      while !container.isAtEnd {
        list.append(try container.decode(Record.self))
        valueCount += list[list.count - 1].valueCount
        guard list.count <= maximumScreenCount, valueCount <= maximumValueCount else {
          throw StateDamage.tooLarge
        }
      }
    }
  }

  /// Throws an `EncodingError` if it is larger than what can be decoded.
  func encoded() throws -> [UInt8] {
    var records: [Record] = []
    func add(_ node: ScreenNode) {
      let children = node.children
      records.append(
        Record(
          name: node.name, place: node.place == 0 ? nil : node.place,
          isSheet: node.isOpaque ? nil : true,
          identity: node.identity.isEmpty ? nil : node.identity.values,
          state: node.state?.values, container: node.container,
          childCount: children.isEmpty ? nil : children.count))
      for child in children { add(child) }
    }
    for root in roots { add(root) }
    let valueCount = records.reduce(0) { $0 + $1.valueCount }
    guard records.count <= Self.maximumScreenCount, valueCount <= Self.maximumValueCount else {
      throw EncodingError.invalidValue(
        records.count,
        EncodingError.Context(
          codingPath: [],
          debugDescription: """
            There are \(records.count) screens with \(valueCount) values; a file holds at most \
            \(Self.maximumScreenCount) with \(Self.maximumValueCount).
            """))
    }
    return try StateEncoder.document(records)
  }

  init(encoded bytes: [UInt8]) throws {
    let records = try StateDecoder.value(Records.self, in: bytes).list
    var next = 0
    func node(depth: Int) throws -> ScreenNode {
      guard next < records.count else { throw StateDamage.truncated }
      guard depth <= Self.maximumDepth else { throw StateDamage.tooDeep }
      let record = records[next]
      next += 1
      var result = ScreenNode(
        name: record.name, place: record.place ?? 0, isOpaque: record.isSheet != true,
        identity: ScreenArchive.Values(values: record.identity ?? [:]),
        state: record.state.map { ScreenArchive.Values(values: $0) }, container: record.container)
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

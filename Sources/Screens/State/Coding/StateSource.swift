/// The bytes of a document: they may be anything, so each position is checked before it is read.
final class StateSource {
  private let memory: UnsafeMutableRawBufferPointer
  let names: [String]
  let start: Int

  private lazy var nameIndices = Dictionary(
    names.enumerated().map { (StateName(text: $1), $0) }, uniquingKeysWith: { first, _ in first })
  /// The positions of the values in large records whose fields are read in another order.
  private var indices: [Int: [Int: Int]] = [:]
  /// By name, the number of the record in which it was last seen.
  @exclusivity(unchecked) private var seenIn: [Int]
  @exclusivity(unchecked) private var records = 0

  init(_ bytes: [UInt8]) throws {
    memory = .allocate(byteCount: bytes.count, alignment: 1)
    memory.copyBytes(from: bytes)
    do {
      (names, start) = try Self.names(in: UnsafeRawBufferPointer(memory))
    } catch {
      // An object that is not fully initialized does not run `deinit`.
      memory.deallocate()
      throw error
    }
    seenIn = [Int](repeating: 0, count: names.count)
  }

  /// Returns the names, and the offset of their end.
  private static func names(in bytes: UnsafeRawBufferPointer) throws -> ([String], Int) {
    var cursor = StateCursor(bytes)
    let count = try cursor.number()
    // Each name has at least a length byte.
    guard count <= UInt64(bytes.count) else { throw StateDamage.truncated }
    guard count <= UInt64(StateNames.maximumCount) else { throw StateDamage.tooLarge }
    var names: [String] = []
    names.reserveCapacity(Int(count))
    for _ in 0..<count {
      let length = try cursor.length()
      names.append(try cursor.text(length))
    }
    return (names, cursor.offset)
  }

  deinit { memory.deallocate() }

  var count: Int { memory.count }

  @inline(__always)
  func byte(at offset: Int) -> UInt8 { memory[offset] }

  /// Valid as long as the source exists.
  @inline(__always)
  func cursor(_ offset: Int, _ end: Int) -> StateCursor {
    StateCursor(UnsafeRawBufferPointer(memory), offset, end)
  }

  /// Nil if no field has it.
  func nameIndex(of name: String) -> Int? { nameIndices[StateName(text: name)] }

  /// Checks the fields of a record, so that all are known to end where they should.
  func record(_ cursor: StateCursor) throws(StateDamage) -> StateRecord {
    var fields = cursor
    var record = StateRecord(offset: cursor.offset, end: cursor.end)
    records += 1
    while !fields.isAtEnd {
      let name = try fields.number()
      guard name < UInt64(names.count) else { throw .badName }
      if seenIn[Int(name)] == records { record.hasDuplicates = true }
      seenIn[Int(name)] = records
      try fields.skip()
      record.count += 1
    }
    return record
  }

  /// By name, the offset of the last value; O(*n*) at the first call for a record, then O(1).
  func index(of record: StateRecord) throws(StateDamage) -> [Int: Int] {
    if let index = indices[record.offset] { return index }
    var index: [Int: Int] = [:]
    index.reserveCapacity(record.count)
    var fields = cursor(record.offset, record.end)
    while !fields.isAtEnd {
      let name = try fields.number()
      index[Int(name)] = fields.offset
      try fields.skip()
    }
    indices[record.offset] = index
    return index
  }
}

struct StateRecord {
  let offset: Int
  let end: Int
  var count = 0
  /// Whether a name occurs twice: then the last value counts.
  var hasDuplicates = false
}

enum StateDamage: Error {
  case truncated
  case unknownTag(UInt8)
  case badText
  case badNumber
  case badName
  case tooDeep
  case tooLarge

  var reason: String {
    switch self {
    case .truncated: "The bytes end before the value does."
    case .unknownTag(let tag): "Unknown value tag \(tag)."
    case .badText: "A string is not valid UTF-8."
    case .badNumber: "A number has too many bits."
    case .badName: "A field has a name that is not in the table."
    case .tooLarge: "There are more names, screens or values than a file may have."
    case .tooDeep: "Values are nested more than \(StateTag.maximumDepth) levels deep."
    }
  }
}

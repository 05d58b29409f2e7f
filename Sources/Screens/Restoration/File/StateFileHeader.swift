/// What a state file begins with.
///
/// The first 48 bytes are the same in all versions to come: a version that is too new is told from a
/// file that is damaged.
struct StateFileHeader: Hashable {
  static let magic: [UInt8] = Array("STGSTATE".utf8)
  /// The version of the format that is written, and the highest that can be read.
  static let currentFormat: UInt32 = 1
  static let size = 48

  var format = Self.currentFormat
  /// The app's version of what it saves.
  var schema: Int
  var payloadCount: Int
  var payloadChecksum: UInt64

  init(schema: Int, payload: [UInt8]) {
    self.schema = schema
    payloadCount = payload.count
    payloadChecksum = StateChecksum.of(payload[...])
  }

  /// The header that a file begins with.
  ///
  /// - Throws: what is wrong with it.
  init(_ bytes: [UInt8]) throws(StateFileError) {
    guard bytes.count >= Self.size, bytes.starts(with: Self.magic) else {
      throw .damaged("It does not begin as such a file does.")
    }
    func number(at place: Int, _ count: Int) -> UInt64 {
      bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard number(at: 40, 8) == StateChecksum.of(bytes[..<40]) else {
      throw .damaged("Its header does not add up.")
    }
    format = UInt32(number(at: 8, 4))
    schema = Int(truncatingIfNeeded: number(at: 16, 8))
    payloadCount = Int(truncatingIfNeeded: number(at: 24, 8))
    payloadChecksum = number(at: 32, 8)
  }

  /// The schema of the file, if a newer version of the app wrote it than the one with this schema; nil
  /// in it, if the file is in a format that this version does not know.
  func newerSchema(than schema: Int) -> Int?? {
    if format > Self.currentFormat { return .some(nil) }
    return self.schema > schema ? .some(self.schema) : nil
  }

  var bytes: [UInt8] {
    var bytes = Self.magic
    bytes.appendFixed(format)
    bytes.appendFixed(UInt32(Self.size))
    bytes.appendFixed(Int64(schema))
    bytes.appendFixed(Int64(payloadCount))
    bytes.appendFixed(payloadChecksum)
    bytes.appendFixed(StateChecksum.of(bytes[...]))
    return bytes
  }
}

/// Tells bytes that have been written from others.
///
/// It finds accidents, not forgeries. Each step can be undone, so two files that differ in one word
/// never have the same sum.
enum StateChecksum {
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.withUnsafeBytes { buffer in
      var sum = 0x9E37_79B9_7F4A_7C15 ^ UInt64(buffer.count)
      var place = 0
      while place + 8 <= buffer.count {
        let word = buffer.loadUnaligned(fromByteOffset: place, as: UInt64.self)
        sum = mix(sum ^ UInt64(littleEndian: word))
        place += 8
      }
      while place < buffer.count {
        sum = mix(sum ^ UInt64(buffer[place]))
        place += 1
      }
      return sum
    }
  }

  /// The last steps of splitmix64.
  private static func mix(_ sum: UInt64) -> UInt64 {
    var sum = (sum ^ (sum >> 30)) &* 0xBF58_476D_1CE4_E5B9
    sum = (sum ^ (sum >> 27)) &* 0x94D0_49BB_1331_11EB
    return sum ^ (sum >> 31)
  }
}

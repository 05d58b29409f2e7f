/// The first 48 bytes keep their layout in all future versions, so that a file of a newer version
/// is distinguished from a damaged one.
struct StateFileHeader: Hashable {
  static let magic: [UInt8] = Array("STGSTATE".utf8)
  /// The version of the format that is written, and the highest that can be read.
  static let currentFormat: UInt32 = 1
  static let size = 48

  var format = Self.currentFormat
  var schema: Int
  var payloadCount: Int
  var payloadChecksum: UInt64

  init(schema: Int, payload: [UInt8]) {
    self.schema = schema
    payloadCount = payload.count
    payloadChecksum = StateChecksum.of(payload[...])
  }

  init(_ bytes: [UInt8]) throws(ScreenStateFileError) {
    guard bytes.count >= Self.size, bytes.starts(with: Self.magic) else {
      throw .damaged("The file does not begin with the signature of a state file.")
    }
    func number(at place: Int, _ count: Int) -> UInt64 {
      bytes[place..<(place + count)].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    guard number(at: 40, 8) == StateChecksum.of(bytes[..<40]) else {
      throw .damaged("The checksum of the header does not match.")
    }
    format = UInt32(number(at: 8, 4))
    schema = Int(truncatingIfNeeded: number(at: 16, 8))
    payloadCount = Int(truncatingIfNeeded: number(at: 24, 8))
    payloadChecksum = number(at: 32, 8)
  }

  /// The inner optional is nil if this version cannot read the file's format.
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

/// Detects accidents, not forgeries: each step is invertible, so two files that differ in one word
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

  /// The final steps of splitmix64.
  private static func mix(_ sum: UInt64) -> UInt64 {
    var sum = (sum ^ (sum >> 30)) &* 0xBF58_476D_1CE4_E5B9
    sum = (sum ^ (sum >> 27)) &* 0x94D0_49BB_1331_11EB
    return sum ^ (sum >> 31)
  }
}

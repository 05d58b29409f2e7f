/// What the reader looks at right now: it must stay, whatever happens.
final class ReadersShelf: Sendable {
  private let pictures: [Picture]
  private let checksums: [UInt64]

  init(pictures count: Int = 8, bytes: Int = 1_500_000) {
    pictures = (0..<count).map { Picture(bytes: bytes, seed: UInt64($0) + 1) }
    checksums = pictures.map(\.checksum)
  }

  var bytes: Int { pictures.reduce(0) { $0 + $1.bytes } }

  /// Whether all of it is as it was.
  var isIntact: Bool {
    zip(pictures, checksums).allSatisfy { $0.checksum == $1 }
  }
}

internal import Foundation
internal import StageFloor
internal import Stagecraft

/// Everything that the guest holds, from what is free to recreate to what cannot be recreated.
final class Holdings: Sendable {
  static let pageBytes = 128 * 1024
  let pages: ElasticPool<Picture, Never>
  let createdPages = Locked(0)
  let indices: PurgeableCache<Int, Picture>
  let covers: PurgeableCache<Int, Picture>
  let articles: PurgeableCache<Int, Picture>
  /// The numbers of notes that readers wrote, which cannot be recreated: no pass may ask for them.
  let notes = Locked<[Int]>([])
  /// What the user sees.
  private let shelf = (1...8).map { Picture(bytes: 1_500_000, seed: $0) }
  private let checksums: [UInt64]

  init(under monitor: PressureMonitor?) {
    let createdPages = createdPages
    pages = ElasticPool(maximumIdle: 256) {
      createdPages.withLock { $0 += 1 }
      return Picture(bytes: Self.pageBytes, seed: 0)
    }
    indices = PurgeableCache("indices", cost: .computed, under: monitor) { $0.bytes }
    covers = PurgeableCache("covers", cost: .readFromDisk, under: monitor) { $0.bytes }
    articles = PurgeableCache("articles", cost: .fetched, under: monitor) { $0.bytes }
    checksums = shelf.map(\.checksum)
    guard let monitor else { return }
    pages.registerForPressure(
      with: monitor, as: "pages", cost: .free, bytesPerElement: Self.pageBytes)
    monitor.register(for: self, "notes", cost: .lossy) { holdings, _ in
      holdings.notes.withLock { $0 = [] }
      return 0
    }
  }

  var isShelfIntact: Bool { shelf.map(\.checksum) == checksums }

  /// Serves a reader, and returns how many bytes were allocated.
  func serve(_ visit: Int, _ generator: inout SplitMix64) -> Int {
    var allocated = 0
    func picture(_ bytes: ClosedRange<Int>) -> Picture {
      let picture = Picture(
        bytes: Int.random(in: bytes, using: &generator), seed: generator.next())
      allocated += picture.bytes
      return picture
    }
    // One cover in four is popular; the others are shown once.
    let isPopular = generator.next() % 4 == 0
    let book = Int.random(in: isPopular ? 0..<40 : 1_000..<1_000_000_000, using: &generator)
    if covers[book] == nil {
      let least = 8_000 << Int.random(in: 0...5, using: &generator)
      covers.insert(picture(least...2 * least), for: book)
    }
    indices.insert(picture(40_000...60_000), for: visit)
    if visit % 2 == 0 { articles.insert(picture(8_000...80_000), for: visit) }
    notes.withLock { $0.append(visit) }
    if visit % 40 == 0 {
      let before = createdPages.withLock { $0 }
      _ = (0..<24).map { _ in pages.ownedLease() }
      allocated += (createdPages.withLock { $0 } - before) * Self.pageBytes
    }
    return allocated
  }
}

/// Real memory: all of it is written.
final class Picture: @unchecked Sendable {  // guard: only the initializer writes
  let bytes: Int
  private let content: UnsafeMutableRawPointer

  init(bytes: Int, seed: UInt64) {
    self.bytes = max(8, bytes)
    content = .allocate(byteCount: self.bytes, alignment: 16)
    memset(content, Int32(truncatingIfNeeded: seed & 0xFF), self.bytes)
    var generator = SplitMix64(seed: seed)
    for offset in stride(from: 0, through: self.bytes - 8, by: 512) {
      content.storeBytes(of: generator.next(), toByteOffset: offset, as: UInt64.self)
    }
  }

  deinit { content.deallocate() }

  var checksum: UInt64 {
    stride(from: 0, through: bytes - 8, by: 64).reduce(0) { sum, offset in
      (sum ^ content.loadUnaligned(fromByteOffset: offset, as: UInt64.self)) &* 0x100_0000_01B3
    }
  }
}

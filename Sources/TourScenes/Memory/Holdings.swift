internal import Foundation
internal import Stagecraft

/// Everything that the guest holds, from what is free to rebuild to what cannot be rebuilt.
final class Holdings: Sendable {
  static let pageBytes = 128 * 1024

  let pages: ElasticPool<Picture>
  let madePages = Locked(0)
  let indices: PurgeableCache<Int, Picture>
  let covers: PurgeableCache<Int, Picture>
  let articles: PurgeableCache<Int, Picture>
  /// The numbers of notes that readers wrote: registered as lossy, and never to be asked for.
  let notes = Locked<[Int]>([])
  /// What the user sees.
  private let shelf = (1...8).map { Picture(bytes: 1_500_000, seed: $0) }
  private let checksums: [UInt64]

  init(under monitor: PressureMonitor?) {
    let madePages = madePages
    pages = ElasticPool(maximumIdle: 256) {
      madePages.withLock { $0 += 1 }
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
}

/// Real memory: every page of it is written.
final class Picture: @unchecked Sendable {  // guard: only the initialiser writes
  let bytes: Int
  private let content: UnsafeMutableRawPointer

  init(bytes: Int, seed: UInt64) {
    self.bytes = max(8, bytes)
    content = .allocate(byteCount: self.bytes, alignment: 16)
    memset(content, Int32(truncatingIfNeeded: seed & 0xFF), self.bytes)
    var generator = SeededGenerator(seed: seed)
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

internal import Foundation
internal import Stagecraft

/// All that the guest holds, from what is free to make again to what is lost for good.
final class Holdings: Sendable {
  static let pageBytes = 128 * 1024

  let pages: ElasticPool<Picture>
  let indices: PurgeableCache<Int, ShelfIndex>
  let covers: PurgeableCache<Int, Picture>
  let articles: ArticleDesk
  let notes: NoteBook
  let shelf = ReadersShelf()
  let madePages = Locked(0)

  init(under monitor: PressureMonitor?) {
    let madePages = madePages
    pages = ElasticPool(maximumIdle: 256) {
      let number = madePages.withLock { count in
        count += 1
        return count
      }
      return Picture(bytes: Self.pageBytes, seed: UInt64(number))
    }
    indices = PurgeableCache("indices", cost: .computed, under: monitor) { $0.bytes }
    covers = PurgeableCache("covers", cost: .readFromDisk, under: monitor) { $0.bytes }
    articles = ArticleDesk(under: monitor)
    notes = NoteBook(under: monitor)
    if let monitor {
      pages.shrinks(under: monitor, as: "pages", cost: .free, bytesPerElement: Self.pageBytes)
    }
  }
}

/// Articles that were fetched; it registers with the monitor by itself, as a program's own store does.
final class ArticleDesk: Sendable {
  private let articles = Locked<[Picture]>([])

  init(under monitor: PressureMonitor?) {
    monitor?.register(
      for: self, "articles", cost: .fetched, estimate: { desk in desk.bytes },
      release: { desk, request in desk.giveUp(request.target ?? .max) })
  }

  private var bytes: Int { articles.withLock { $0.reduce(0) { $0 + $1.bytes } } }

  func keep(_ article: Picture) { articles.withLock { $0.append(article) } }

  /// Drops the oldest articles, and returns how many bytes they had.
  private func giveUp(_ target: Int) -> Int {
    var bytes = 0
    // They are freed outside the lock.
    let gone = articles.withLock { articles in
      let count = articles.firstIndex { article in
        if bytes >= target { return true }
        bytes += article.bytes
        return false
      }
      let gone = Array(articles.prefix(count ?? articles.count))
      articles.removeFirst(gone.count)
      return gone
    }
    withExtendedLifetime(gone) {}
    return bytes
  }
}

/// Notes that readers wrote: they are registered as lossy, and must never be asked for.
final class NoteBook: Sendable {
  private let notes = Locked((texts: [String](), written: 0))

  init(under monitor: PressureMonitor?) {
    monitor?.register(
      for: self, "notes", cost: .lossy, estimate: { book in book.count * 64 },
      release: { book, _ in
        book.notes.withLock { $0.texts = [] }
        return 64
      })
  }

  var count: Int { notes.withLock { $0.texts.count } }

  var isIntact: Bool {
    notes.withLock { notes in
      notes.texts.count == notes.written
        && notes.texts.indices.allSatisfy { notes.texts[$0] == Self.text($0) }
    }
  }

  func write() {
    notes.withLock { notes in
      notes.texts.append(Self.text(notes.written))
      notes.written += 1
    }
  }

  private static func text(_ number: Int) -> String { "Note \(number): read this page again." }
}

/// What the user sees: it must stay.
final class ReadersShelf: Sendable {
  private let pictures: [Picture]
  private let checksums: [UInt64]

  init() {
    pictures = (1...8).map { Picture(bytes: 1_500_000, seed: $0) }
    checksums = pictures.map(\.checksum)
  }

  var isIntact: Bool { pictures.map(\.checksum) == checksums }
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

/// The index of a shelf: small allocations.
final class ShelfIndex: Sendable {
  private let cards: [Picture]
  let bytes: Int

  init(cards count: Int, using generator: inout SeededGenerator) {
    cards = (0..<count).map { _ in Picture(bytes: 48 + Int(generator.next() & 255), seed: 0) }
    // As the heap rounds each card, with its object.
    bytes = cards.reduce(0) { $0 + ($1.bytes + 8 + 15) & ~15 + 56 }
  }
}

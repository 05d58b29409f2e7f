internal import Stagecraft

/// All that the guest holds, and what it costs to get it back.
final class Holdings: Sendable {
  /// How large a page of a branch is, with its map.
  static let pageBytes = 128 * 1024

  /// Pages that nobody shows: any of them can be had again by drawing.
  let pages: ElasticPool<Picture>
  /// Rendered from the catalogue.
  let indices: PurgeableCache<Int, ShelfIndex>
  /// Read from the disk.
  let covers: PurgeableCache<Int, Picture>
  /// Fetched from elsewhere.
  let articles: ArticleDesk
  /// Written by readers.
  let notes: NoteBook
  /// In the reader's hands.
  let shelf = ReadersShelf()
  /// How many pages were ever made.
  let madePages: Locked<Int>

  /// - Parameter monitor: whom all of it answers to; nil: nobody.
  init(under monitor: PressureMonitor?) {
    let madePages = Locked(0)
    self.madePages = madePages
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
      pages.shrinks(
        under: monitor, as: "pages", cost: .free, bytesPerElement: Self.pageBytes)
    }
  }

  /// What is held at the moment, the cheapest first.
  var held: [GuestWave.Held] {
    [
      GuestWave.Held(name: "pages", bytes: pages.snapshot.idle * Self.pageBytes),
      GuestWave.Held(name: "indices", bytes: indices.bytes),
      GuestWave.Held(name: "covers", bytes: covers.bytes),
      GuestWave.Held(name: "articles", bytes: articles.bytes),
      GuestWave.Held(name: "notes", bytes: notes.bytes),
      GuestWave.Held(name: "shelf", bytes: shelf.bytes),
    ]
  }
}

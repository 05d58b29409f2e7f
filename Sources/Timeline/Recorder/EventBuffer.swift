internal import CStageFloor
internal import StageFloor

/// The newest records of all threads, up to a capacity.
///
/// Threads write to pages of their own: each of a few stripes has a lock and a page, and a thread
/// uses the stripe of its number. Full pages are kept in one line; when there are too many, the one
/// that was filled first is dropped. Its lock is taken once in a page.
///
/// Other pages may have older records than a dropped one, so the time of the newest dropped record
/// is kept: from that time on, the records are complete.
final class EventBuffer: Sendable {
  private struct Shelf {
    var full: [EventPage] = []
    /// The pages of `full` before this one were dropped.
    var first = 0
    var dropped = 0
    var newestDropped = Int64.min
  }

  struct Contents {
    /// In no particular order.
    var records: [Record]
    var dropped: Int
    /// The time of the newest dropped record, or the least number.
    var newestDropped: Int64
  }

  private let stripes: [Stripe]
  private let pageSize: Int
  /// The number of full pages to keep; the stripes have the others.
  private let fullLimit: Int
  private let shelf = Guarded(Shelf())

  init(capacity: Int) {
    // A quarter of the capacity at most is in pages that are not full.
    let count = capacity >= 16_384 ? 16 : capacity >= 2_048 ? 4 : 1
    pageSize = min(256, max(1, capacity / (count * 4)))
    stripes = (0..<count).map { [pageSize] _ in Stripe(pageSize: pageSize) }
    fullLimit = capacity / pageSize - count
  }

  @inline(__always)
  func append(_ record: consuming Record) {
    let thread = stage_thread_number()
    record.thread = thread
    let stripe = stripes[Int(truncatingIfNeeded: thread) & (stripes.count - 1)]
    stripe.lock.lock()
    if stripe.page.count == pageSize { stripe.page = replacement(of: stripe.page) }
    stripe.page.append(record)
    stripe.lock.unlock()
  }

  /// With the lock of the stripe held.
  @inline(never)
  private func replacement(of page: EventPage) -> EventPage {
    let dropped = shelf.withLock { shelf -> EventPage? in
      shelf.full.append(page)
      guard shelf.full.count - shelf.first > fullLimit else { return nil }
      let dropped = shelf.full[shelf.first]
      shelf.full[shelf.first] = page
      shelf.first += 1
      shelf.dropped += dropped.count
      shelf.newestDropped = max(shelf.newestDropped, dropped.newest)
      if shelf.first > shelf.full.count / 2 {
        shelf.full.removeFirst(shelf.first)
        shelf.first = 0
      }
      return dropped
    }
    guard var dropped, isKnownUniquelyReferenced(&dropped) else {
      return EventPage(size: pageSize)
    }
    dropped.removeAll()
    return dropped
  }

  /// What is in a page does not change, so it is read without a lock.
  var contents: Contents {
    let (pages, dropped, newest) = self.pages
    var records: [Record] = []
    records.reserveCapacity(pages.reduce(0) { $0 + $1.count })
    for (page, count) in pages { records += page.prefix(count) }
    return Contents(records: records, dropped: dropped, newestDropped: newest)
  }

  var pages: (pages: [(page: EventPage, count: Int)], dropped: Int, newestDropped: Int64) {
    var pages: [(page: EventPage, count: Int)] = []
    for stripe in stripes {
      pages.append(stripe.lock.withLock { (stripe.page, stripe.page.count) })
    }
    let (full, dropped, newest) = shelf.withLock {
      ($0.full[$0.first...], $0.dropped, $0.newestDropped)
    }
    let isFull = Set(full.map(ObjectIdentifier.init))
    // One that was filled meanwhile is in both.
    pages.removeAll { isFull.contains(ObjectIdentifier($0.page)) }
    pages += full.map { ($0, pageSize) }
    return (pages, dropped, newest)
  }

  private final class Stripe: @unchecked Sendable {  // guard: `lock`
    let lock = LockWord()
    @exclusivity(unchecked) var page: EventPage

    init(pageSize: Int) { page = EventPage(size: pageSize) }

    deinit { lock.deallocate() }
  }
}

/// Memory for some records, which are appended by one thread at a time.
final class EventPage: @unchecked Sendable {  // guard: the lock of the stripe; see `contents`
  private let records: UnsafeMutablePointer<Record>
  private(set) var count = 0
  /// The greatest time of a record.
  private(set) var newest = Int64.min

  init(size: Int) { records = .allocate(capacity: size) }

  deinit {
    records.deinitialize(count: count)
    records.deallocate()
  }

  @inline(__always)
  func append(_ record: consuming Record) {
    newest = max(newest, record.time)
    (records + count).initialize(to: record)
    count += 1
  }

  func removeAll() {
    records.deinitialize(count: count)
    count = 0
    newest = .min
  }

  /// What another thread has appended before the count was read under the lock.
  func prefix(_ count: Int) -> UnsafeBufferPointer<Record> {
    UnsafeBufferPointer(start: records, count: count)
  }
}

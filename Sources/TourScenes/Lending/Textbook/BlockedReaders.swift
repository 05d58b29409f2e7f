internal import Foundation
internal import Synchronization

/// Readers at the repaired pool: nobody is cheated, and each waits on a thread of their own.
struct BlockedReaders: Sendable {
  struct Report: Sendable {
    /// How long each waited, in no order.
    let waits: [Duration]
    /// How many threads sat in `acquire()` when the first copy came back.
    let blocked: Int
    /// How many copies were out at most.
    let mostOut: Int
    /// How many copies are on the shelf at the end.
    let inStock: Int

    /// How many readers got a copy after they had stopped wanting it.
    func served(later patience: Duration) -> Int { waits.count { $0 > patience } }
  }

  let copies: Int
  let readers: Int

  func run() async -> Report {
    let pool = SemaphorePool(Book.copies(copies))
    let waiting = Gauge()
    let out = Gauge()
    let blocked = Atomic<Int>(-1)
    let visits = Reader.crowd(of: readers).map { reader in
      Task.onThread {
        let start = ContinuousClock.now
        waiting.enter()
        let book = pool.acquire()
        waiting.leave()
        let waited = ContinuousClock.now - start
        out.enter()
        Thread.sleep(forTimeInterval: reader.readingTime / .seconds(1))
        // The first to return looks around: all copies are out, and who is inside is stuck there.
        _ = blocked.compareExchange(
          expected: -1, desired: waiting.current, ordering: .sequentiallyConsistent)
        out.leave()
        pool.release(book)
        return waited
      }
    }
    var waits: [Duration] = []
    for visit in visits { waits.append(await visit.value) }
    return Report(
      waits: waits, blocked: blocked.load(ordering: .sequentiallyConsistent), mostOut: out.peak,
      inStock: pool.count)
  }
}

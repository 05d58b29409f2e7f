internal import Dispatch
internal import Foundation
internal import Synchronization

/// The textbook's repair: a semaphore counts the copies, a queue protects the array.
final class SemaphorePool: @unchecked Sendable {  // guard: `shelf` is used on `queue`
  private let queue = DispatchQueue(label: "books")
  private let available = DispatchSemaphore(value: 0)
  private var shelf: [Book]

  init(_ books: [Book]) {
    shelf = books
    // A semaphore that is freed with less than its initial value traps.
    for _ in books { available.signal() }
  }

  @available(*, noasync)
  func acquire() -> Book {
    available.wait()
    return queue.sync { shelf.removeFirst() }
  }

  func release(_ book: Book) {
    queue.sync { shelf.append(book) }
    available.signal()
  }

  var count: Int { queue.sync { shelf.count } }
}

extension LendingScene {
  /// Readers look whether a copy is left, and then take it.
  ///
  /// Each step is locked, and they meet between the steps, so that the race happens every time.
  func playRace(_ narrator: Narrator, copies: Int, readers: Int) async {
    let shelf = Locked(Array(1...copies))
    let meeting = Rendezvous(of: readers)
    let visits = (1...readers).map { _ in
      Task.onThread {
        let seen = shelf.withLock { $0.count }
        meeting.arrive()
        return (seen: seen, copy: shelf.withLock { $0.isEmpty ? nil : $0.removeFirst() })
      }
    }
    var attempts: [(seen: Int, copy: Int?)] = []
    for visit in visits { attempts.append(await visit.value) }
    let cheated = attempts.count { $0.copy == nil }
    narrator.promise(
      "\(readers) readers saw a copy, and \(cheated) found none: removeFirst() crashes the app.",
      isKept: attempts.allSatisfy { $0.seen == copies } && cheated == readers - copies
        && Set(attempts.compactMap(\.copy)) == Set(1...copies))
  }

  /// Readers at the repaired pool: each waits on its own thread.
  func playRepair(_ narrator: Narrator, readers: Int = 20) async {
    narrator.chapter("The textbook's repair: a semaphore")
    narrator.show(Listing("func acquire()", in: "LendingTextbook.swift"))
    let pool = SemaphorePool(Book.copies(2))
    let (waiting, out) = (Gauge(), Gauge())
    let blocked = Locked(Int?.none)
    let visits = Reader.crowd(of: readers).map { reader in
      Task.onThread {
        let start = ContinuousClock.now
        waiting.enter()
        let book = pool.acquire()
        waiting.leave()
        let waited = ContinuousClock.now - start
        out.enter()
        Thread.sleep(forTimeInterval: reader.readingTime / .seconds(1))
        blocked.withLock { if $0 == nil { $0 = waiting.current } }
        out.leave()
        pool.release(book)
        return waited
      }
    }
    var waits: [Duration] = []
    for visit in visits { waits.append(await visit.value) }
    let threads = blocked.withLock { $0 } ?? -1
    narrator.say(
      """
      Waits: \(waits.mean.reading) on average, \((waits.max() ?? .zero).reading) at most. None can \
      time out or be cancelled.
      """)
    narrator.promise(
      "The race is gone, but \(threads) threads were blocked when the first copy came back.",
      isKept: waits.count == readers && out.peak <= 2 && pool.count == 2
        && (0...readers - 2).contains(threads) && waits.allSatisfy { $0 > .zero })
  }
}

internal import Dispatch
internal import Foundation

extension LendingScene {
  /// Readers check whether a copy is left, and then take it.
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
    narrator.chapter("The textbook's repair: available.wait(), available.signal()")
    let shelf = Locked(Book.copies(2))
    // A semaphore that is freed with less than its initial value traps.
    let available = DispatchSemaphore(value: 0)
    for _ in 0..<2 { available.signal() }
    let (waiting, out) = (Gauge(), Gauge())
    let blocked = Locked(Int?.none)
    let visits = Reader.crowd(of: readers).map { reader in
      Task.onThread {
        let start = ContinuousClock.now
        waiting.enter()
        available.wait()
        let book = shelf.withLock { $0.removeFirst() }
        waiting.leave()
        let waited = ContinuousClock.now - start
        out.enter()
        Thread.sleep(forTimeInterval: reader.readingTime / .seconds(1))
        blocked.withLock { if $0 == nil { $0 = waiting.current } }
        out.leave()
        shelf.withLock { $0.append(book) }
        available.signal()
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
      isKept: waits.count == readers && out.peak <= 2 && shelf.withLock { $0.count } == 2
        && (0...readers - 2).contains(threads) && waits.allSatisfy { $0 > .zero })
  }
}

internal import Dispatch
internal import Foundation
internal import Stagecraft

extension LendingScene {
  /// Each reader checks whether a copy is left, and then takes it.
  ///
  /// Each step is locked. The readers meet between the steps, so that the race happens every time.
  func playRace(_ narrator: Narrator, copies: Int, readers: Int) async {
    let shelf = Locked(Array(1...copies))
    let barrier = Barrier(of: readers)
    let visits = (1...readers).map { _ in
      Task {
        let seen = shelf.withLock { $0.count }
        await barrier.arrive()
        return (seen: seen, copy: shelf.withLock { $0.isEmpty ? nil : $0.removeFirst() })
      }
    }
    let attempts = await visits.values()
    let disappointed = attempts.count { $0.copy == nil }
    narrator.observation(
      "\(readers) readers saw a copy, \(disappointed) found none: removeFirst() crashes the app.",
      isSeen: attempts.allSatisfy { $0.seen == copies } && disappointed == readers - copies
        && Set(attempts.compactMap(\.copy)) == Set(1...copies))
  }

  func playRepair(_ narrator: Narrator, readers: Int = 20) async {
    narrator.chapter("The textbook's repair: available.wait(), available.signal()")
    let shelf = Locked(Book.copies(2))
    // A semaphore traps if it is freed with less than its initial value, so that is zero.
    let available = DispatchSemaphore(value: 0)
    for _ in 0..<2 { available.signal() }
    let (waiting, out) = (Gauge(), Gauge())
    let waits = await narrator.live("readers with a semaphore") { live in
      let crowd = Reader.crowd(of: readers, slowness: narrator.isWatched ? 20 : 1)
      let visits = crowd.map { reader in
        Task.onThread {
          let start = ContinuousClock.now
          waiting.enter()
          live.began(reader.name, .waiting)
          available.wait()
          let book = shelf.withLock { $0.removeFirst() }
          waiting.leave()
          let waited = ContinuousClock.now - start
          out.enter()
          live.began(reader.name, .onLoan)
          Thread.sleep(forTimeInterval: reader.readingTime.seconds)
          live.ended(reader.name)
          out.leave()
          shelf.withLock { $0.append(book) }
          available.signal()
          return waited
        }
      }
      return await visits.values()
    }
    narrator.say(
      """
      Waits: \(waits.mean.reading) on average, \((waits.max() ?? .zero).reading) at most. None can \
      time out or be cancelled.
      """)
    narrator.observation(
      "The race is gone, but \(waiting.peak) threads were blocked at the same time.",
      isSeen: waits.count == readers && out.peak <= 2 && shelf.withLock { $0.count } == 2
        && (1...readers).contains(waiting.peak) && waits.allSatisfy { $0 > .zero })
  }
}

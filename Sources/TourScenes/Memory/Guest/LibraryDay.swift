internal import Foundation
internal import Stagecraft

/// A day at the library: readers come in, and for each of them something is drawn, read or fetched
/// that would be good to have the next time.
struct LibraryDay {
  /// What was done.
  struct Tally: Sendable {
    var made = 0
    var elapsed = Duration.zero
    var peak = 0
    var checks = 0
    var isShelfIntact = true
  }

  let order: GuestOrder
  let holdings: Holdings
  let output: GuestOutput
  let simulation: SimulatedPressure?

  private static let checkInterval = Duration.seconds(1)
  private static let progressInterval = Duration.milliseconds(250)
  private static let lookInterval = Duration.milliseconds(10)
  /// How far it may be behind its pace and make up for it.
  private static let slack = Duration.milliseconds(20)

  /// Works until enough is made and the day is over.
  @available(*, noasync)
  func work() -> Tally {
    var tally = Tally()
    var generator = SeededGenerator(seed: 4)
    let clock = ContinuousClock()
    let start = clock.now
    var (visit, nextCheck, nextProgress, nextLook) = (0, start, start, start)
    var next = start
    while tally.made < order.amount || clock.now - start < .milliseconds(order.milliseconds) {
      let made = serve(visit, &generator)
      visit += 1
      tally.made += made
      let now = clock.now
      if now >= nextLook {
        nextLook = now + Self.lookInterval
        tally.peak = max(tally.peak, look())
      }
      if now >= nextCheck {
        nextCheck = now + Self.checkInterval
        tally.checks += 1
        if !holdings.shelf.isIntact { tally.isShelfIntact = false }
      }
      if now >= nextProgress {
        nextProgress = now + Self.progressInterval
        output.say(
          .working(
            GuestProgress(
              milliseconds: Int(output.elapsed.milliseconds), made: tally.made,
              resident: GuestOutput.resident)))
      }
      // A program that was kept from its work does not do it all at once afterwards.
      next = max(next + .seconds(Double(made) / Double(order.pace)), now - Self.slack)
      if next > now { pause(next - now) }
    }
    tally.elapsed = clock.now - start
    tally.checks += 1
    if !holdings.shelf.isIntact { tally.isShelfIntact = false }
    return tally
  }

  /// Serves a reader.
  ///
  /// - Returns: how many bytes were made, and are kept for the next reader.
  private func serve(_ visit: Int, _ generator: inout SeededGenerator) -> Int {
    var made = showCover(&generator)
    let index = ShelfIndex(cards: 250, using: &generator)
    holdings.indices.insert(index, for: visit)
    made += index.bytes
    if visit % 2 == 0 {
      let article = Picture(
        bytes: Int.random(in: 8_000...80_000, using: &generator), seed: generator.next())
      holdings.articles.keep(article)
      made += article.bytes
    }
    holdings.notes.write()
    if visit % 40 == 0 { made += showBranches() }
    return made
  }

  /// One cover in four is of a book that everybody reads; the others are looked at once.
  private func showCover(_ generator: inout SeededGenerator) -> Int {
    let isPopular = generator.next() % 4 == 0
    let book =
      isPopular
      ? Int.random(in: 0..<40, using: &generator)
      : 1_000 + Int.random(in: 0..<1_000_000_000, using: &generator)
    if holdings.covers[book] != nil { return 0 }
    // Many are small, some are large.
    let bytes = 8_000 << Int.random(in: 0...5, using: &generator)
    let cover = Picture(
      bytes: bytes + Int.random(in: 0..<bytes, using: &generator), seed: generator.next())
    holdings.covers.insert(cover, for: book)
    return cover.bytes
  }

  /// A class of children looks at the pages of all branches at a time.
  private func showBranches() -> Int {
    let before = holdings.madePages.withLock { $0 }
    let leases = (0..<24).map { _ in holdings.pages.sharedLease() }
    withExtendedLifetime(leases) {}
    return (holdings.madePages.withLock { $0 } - before) * Holdings.pageBytes
  }

  private func look() -> Int {
    let resident = GuestOutput.resident
    guard let limit = order.simulatedLimit else { return resident }
    // In the place of the kernel.
    if resident > limit { kill(getpid(), SIGKILL) }
    simulation?.look(resident: resident)
    return resident
  }

  private func pause(_ duration: Duration) {
    Thread.sleep(forTimeInterval: duration / .seconds(1))
  }
}

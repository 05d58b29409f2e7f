internal import CStageFloor
internal import Foundation
internal import Stagecraft

/// A separate process of the tour, whose first argument is its verb and whose second is itself.
package protocol Guest: Codable, Hashable, Sendable {
  static var verb: String { get }
}

extension Guest {
  /// Parses the arguments of a process; nil if they are not meant for this guest.
  package init?(arguments: [String]) {
    guard arguments.count == 2, arguments[0] == Self.verb,
      let guest = try? JSONDecoder().decode(Self.self, from: Data(arguments[1].utf8))
    else { return nil }
    self = guest
  }

  package var arguments: [String] { [Self.verb, String(decoding: json(self), as: UTF8.self)] }
}

/// How the guest works: a program that caches and pools until memory runs short.
package struct GuestOrder: Guest {
  package static let verb = "memory-guest"

  /// Whether it has a pressure monitor.
  var isHeeding: Bool
  /// Bytes to make in a second.
  var pace: Int
  /// It ends when it has made this many bytes and worked this long.
  var amount: Int
  var milliseconds = 0
  /// The limit that it checks by itself; nil if something else does.
  var simulatedLimit: Int?

  init(isHeeding: Bool, pace: Int, amount: Int, for duration: Duration = .zero) {
    (self.isHeeding, self.pace, self.amount) = (isHeeding, pace, amount)
    milliseconds = Int(duration.milliseconds)
  }

  /// Works, and returns the exit code.
  package func run() async -> Int32 {
    endWithInput()
    var monitor = isHeeding ? makeMonitor() : nil
    let holdings = Holdings(under: monitor)
    let output = GuestOutput()
    output.say(.began(sources: monitor?.sources.map { "\($0)" } ?? []))
    let reports = monitor?.reports ?? AsyncStream { $0.finish() }
    let reading = Task {
      var (passes, released) = (0, 0)
      for await report in reports {
        (passes, released) = (passes + 1, released + report.released)
        output.say(.wave(GuestWave(report, milliseconds: output.milliseconds)))
      }
      return (passes, released)
    }
    let day = LibraryDay(order: self, holdings: holdings, output: output)
    var summary = await Task.onThread { day.work() }.value
    // The reports end with the monitor.
    monitor = nil
    (summary.passes, summary.released) = await reading.value
    output.say(.ended(summary))
    return summary.isShelfIntact && summary.areNotesIntact ? 0 : 1
  }

  private func makeMonitor() -> PressureMonitor {
    // The heap is trimmed in each pass, so that the relief is seen where it is counted.
    var policy = PressurePolicy()
    policy.heapTrimInterval = .seconds(1)
    guard let simulatedLimit else { return PressureMonitor(policy: policy) }
    let budget = PressureBudget(bytes: simulatedLimit / 10 * 9)
    return PressureMonitor(sources: .only(budget), policy: policy)
  }

  /// Ends the process when its parent does.
  private func endWithInput() {
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while true {
        let count = read(STDIN_FILENO, &byte, 1)
        if count == 0 || (count < 0 && errno != EINTR) { _exit(3) }
      }
    }
  }
}

/// A line of the guest's output, in JSON.
enum GuestLine: Codable, Sendable {
  case began(sources: [String])
  case working(GuestSummary)
  case wave(GuestWave)
  case ended(GuestSummary)

  init?(line: [UInt8]) {
    guard let line = try? JSONDecoder().decode(Self.self, from: Data(line)) else { return nil }
    self = line
  }
}

/// What the guest has done so far, or in all.
struct GuestSummary: Codable, Sendable {
  var made = 0
  var milliseconds = 0
  var resident = 0
  var passes = 0
  var released = 0
  var peak = 0
  /// How often the shelf was checked.
  var checks = 0
  var isShelfIntact = true
  var notes = 0
  var areNotesIntact = true
}

/// One pass of the guest's monitor.
struct GuestWave: Codable, Sendable {
  var milliseconds: Int
  var released: Int
  var text: String
  /// Whether the cheapest was released first, and nothing cheaper than that was kept.
  var isCheapestFirst: Bool
  /// Whether it stopped when it had enough, and not before.
  var isMeasured: Bool
  /// Whether it asked for what cannot be made again.
  var isLossy: Bool

  init(_ report: ReliefReport, milliseconds: Int) {
    self.milliseconds = milliseconds
    (released, text) = (report.released, "\(report)")
    var (asked, kept): ([ReliefReport.Entry], [ReliefReport.Entry]) = ([], [])
    for entry in report.entries {
      if case .kept = entry.outcome { kept.append(entry) } else { asked.append(entry) }
    }
    let costs = asked.map(\.cost.rawValue)
    isCheapestFirst =
      costs == costs.sorted() && kept.allSatisfy { $0.cost.rawValue >= costs.last ?? 0 }
    isLossy = report.entries.contains { $0.cost == .lossy }
    isMeasured = kept.isEmpty
    if report.level != .critical, let target = report.target {
      let before = released - (asked.last?.released ?? 0)
      isMeasured = (released >= target || kept.isEmpty) && (target == 0 || before < target)
    }
  }
}

/// The guest's output, in whole lines.
final class GuestOutput: Sendable {
  private let start = ContinuousClock.now
  private let turn = Locked(())

  var milliseconds: Int { Int((ContinuousClock.now - start).milliseconds) }

  func say(_ line: GuestLine) {
    let bytes = json(line) + Data("\n".utf8)
    turn.withLock { _ in FileHandle.standardOutput.write(bytes) }
  }
}

private func json(_ value: some Encodable) -> Data { (try? JSONEncoder().encode(value)) ?? Data() }

/// The guest's work: each reader needs a cover, an index and an article, which are kept for others.
struct LibraryDay {
  let order: GuestOrder
  let holdings: Holdings
  let output: GuestOutput

  @available(*, noasync)
  func work() -> GuestSummary {
    var summary = GuestSummary()
    var generator = SeededGenerator(seed: 4)
    let start = ContinuousClock.now
    var (visit, next, nextLook, nextCheck, nextProgress) = (0, start, start, start, start)
    func isDue(_ moment: inout ContinuousClock.Instant, every interval: Duration) -> Bool {
      let now = ContinuousClock.now
      guard now >= moment else { return false }
      moment = now + interval
      return true
    }
    while summary.made < order.amount || .now - start < .milliseconds(order.milliseconds) {
      let made = serve(visit, &generator)
      visit += 1
      summary.made += made
      if isDue(&nextLook, every: .milliseconds(10)) { summary.peak = max(summary.peak, look()) }
      if isDue(&nextCheck, every: .seconds(1)) { check(&summary) }
      if isDue(&nextProgress, every: .milliseconds(250)) {
        (summary.milliseconds, summary.resident) = (output.milliseconds, Self.resident)
        output.say(.working(summary))
      }
      // What a busy machine has delayed is not made up for at once.
      let now = ContinuousClock.now
      next = max(next + .seconds(Double(made) / Double(order.pace)), now - .milliseconds(20))
      if next > now { Thread.sleep(forTimeInterval: (next - now) / .seconds(1)) }
    }
    summary.milliseconds = Int((ContinuousClock.now - start).milliseconds)
    check(&summary)
    let notes = holdings.notes.withLock { $0 }
    (summary.notes, summary.areNotesIntact) = (notes.count, notes == Array(0..<visit))
    return summary
  }

  private func check(_ summary: inout GuestSummary) {
    summary.checks += 1
    if !holdings.isShelfIntact { summary.isShelfIntact = false }
  }

  /// Serves a reader, and returns how many bytes were made.
  private func serve(_ visit: Int, _ generator: inout SeededGenerator) -> Int {
    var made = 0
    func picture(_ bytes: ClosedRange<Int>) -> Picture {
      let picture = Picture(
        bytes: Int.random(in: bytes, using: &generator), seed: generator.next())
      made += picture.bytes
      return picture
    }
    // One cover in four is popular; the others are shown once.
    let isPopular = generator.next() % 4 == 0
    let book = Int.random(in: isPopular ? 0..<40 : 1_000..<1_000_000_000, using: &generator)
    if holdings.covers[book] == nil {
      let least = 8_000 << Int.random(in: 0...5, using: &generator)
      holdings.covers.insert(picture(least...2 * least), for: book)
    }
    holdings.indices.insert(picture(40_000...60_000), for: visit)
    if visit % 2 == 0 { holdings.articles.insert(picture(8_000...80_000), for: visit) }
    holdings.notes.withLock { $0.append(visit) }
    if visit % 40 == 0 {
      let before = holdings.madePages.withLock { $0 }
      _ = (0..<24).map { _ in holdings.pages.ownedLease() }
      made += (holdings.madePages.withLock { $0 } - before) * Holdings.pageBytes
    }
    return made
  }

  private static var resident: Int { max(0, Int(stage_resident_bytes())) }

  private func look() -> Int {
    let resident = Self.resident
    if let limit = order.simulatedLimit, resident > limit { kill(getpid(), SIGKILL) }
    return resident
  }
}

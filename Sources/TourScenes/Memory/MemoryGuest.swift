internal import CStageFloor
internal import Foundation
internal import StageFloor
internal import Stagecraft

/// A program that caches and pools until memory runs short.
package struct MemoryGuest: Guest {
  package static let verb = "memory-guest"

  /// Whether it has a pressure monitor.
  var hasMonitor: Bool
  /// The number of bytes to allocate in a second.
  var pace: Int
  /// It ends when it has allocated this many bytes and worked this long.
  var amount: Int
  var milliseconds = 0
  /// The limit that it enforces itself; nil if something else does.
  var ownLimit: Int?

  /// Works, and returns the exit code.
  package func run() async -> Int32 {
    endWithInput()
    var monitor = hasMonitor ? makeMonitor() : nil
    let holdings = Holdings(under: monitor)
    let output = GuestOutput()
    output.say(.began(sources: monitor?.sources.map { "\($0)" } ?? []))
    let reports = monitor?.reports ?? AsyncStream { $0.finish() }
    let reading = Task {
      for await report in reports {
        output.say(.pass(GuestPass(report, milliseconds: output.milliseconds)))
      }
    }
    let summary = await Task.onThread { work(with: holdings, output) }.value
    // The reports end with the monitor.
    monitor = nil
    await reading.value
    output.say(.ended(summary))
    return summary.isShelfIntact && summary.areNotesIntact ? 0 : 1
  }

  private func makeMonitor() -> PressureMonitor {
    // The heap is trimmed in each pass, so that resident memory shows what was released.
    var policy = PressurePolicy()
    policy.heapTrimInterval = .seconds(1)
    guard let ownLimit else { return PressureMonitor(policy: policy) }
    let budget = PressureBudget(bytes: ownLimit / 10 * 9)
    return PressureMonitor(sources: .only(budget), policy: policy)
  }

  /// Ends the process when its parent does.
  private func endWithInput() {
    Thread.detachNewThread {
      var byte: UInt8 = 0
      while read(STDIN_FILENO, &byte, 1) > 0 || errno == EINTR { errno = 0 }
      _exit(3)
    }
  }

  @available(*, noasync)
  private func work(with holdings: Holdings, _ output: GuestOutput) -> GuestSummary {
    var summary = GuestSummary()
    var generator = SplitMix64(seed: 4)
    let start = ContinuousClock.now
    var (visits, next, nextReport) = (0, start, start)
    func check() {
      summary.checks += 1
      if !holdings.isShelfIntact { summary.isShelfIntact = false }
    }
    while summary.allocated < amount || .now - start < .milliseconds(milliseconds) {
      let allocated = holdings.serve(visits, &generator)
      visits += 1
      summary.allocated += allocated
      summary.resident = max(0, Int(stage_resident_bytes()))
      summary.peak = max(summary.peak, summary.resident)
      if let ownLimit, summary.resident > ownLimit { kill(getpid(), SIGKILL) }
      if .now >= nextReport {
        nextReport = .now + .milliseconds(250)
        check()
        summary.milliseconds = output.milliseconds
        output.say(.working(summary))
      }
      // Catches up on at most 20 ms of delay.
      let now = ContinuousClock.now
      next = max(next + .seconds(Double(allocated) / Double(pace)), now - .milliseconds(20))
      if next > now { Thread.sleep(forTimeInterval: (next - now).seconds) }
    }
    summary.milliseconds = Int((ContinuousClock.now - start).milliseconds)
    check()
    let notes = holdings.notes.withLock { $0 }
    (summary.notes, summary.areNotesIntact) = (notes.count, notes == Array(0..<visits))
    return summary
  }
}

/// A line of the guest's output, in JSON.
enum GuestLine: Codable, Sendable {
  case began(sources: [String])
  case working(GuestSummary)
  case pass(GuestPass)
  case ended(GuestSummary)
}

/// What the guest has done so far, or in all.
struct GuestSummary: Codable, Sendable {
  var allocated = 0
  var milliseconds = 0
  var resident = 0
  var peak = 0
  /// How often the shelf was checked.
  var checks = 0
  var isShelfIntact = true
  var notes = 0
  var areNotesIntact = true
}

/// A pass of the guest's monitor.
struct GuestPass: Codable, Sendable {
  var milliseconds: Int
  var released: Int
  var text: String
  /// Whether the cheapest was released first, and nothing cheaper was kept.
  var isCheapestFirst: Bool
  /// Whether it stopped when enough was released, and not before.
  var stoppedWhenEnough: Bool
  /// Whether it asked for something that cannot be recreated.
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
    stoppedWhenEnough = kept.isEmpty
    if report.level != .critical, let target = report.target {
      let before = released - (asked.last?.released ?? 0)
      stoppedWhenEnough = (released >= target || kept.isEmpty) && (target == 0 || before < target)
    }
  }
}

/// The guest's output, in whole lines.
final class GuestOutput: Sendable {
  private let start = ContinuousClock.now
  private let turn = Locked(())
  var milliseconds: Int { Int((ContinuousClock.now - start).milliseconds) }

  func say(_ line: GuestLine) {
    let json = (try? JSONEncoder().encode(line)) ?? Data()
    turn.withLock { _ in FileHandle.standardOutput.write(json + Data("\n".utf8)) }
  }
}

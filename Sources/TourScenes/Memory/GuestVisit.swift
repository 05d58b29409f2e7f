internal import Foundation
internal import Stagecraft
internal import StagecraftTestKit

/// Where a guest runs: what warns it, and what kills it when it uses too much memory.
enum GuestHouse: Sendable {
  /// A kernel group with a limit.
  case group
  /// An overseer that reads the guest's memory.
  case overseen
  /// The guest itself.
  case simulated

  /// The most realistic house on this machine, and why no better one is possible.
  @available(*, noasync)
  static func best() -> (house: GuestHouse, reason: String?) {
    do {
      try LimitedGroup.check()
      return (.group, nil)
    } catch {
      return (Overseer.canSee ? .overseen : .simulated, "\(error)")
    }
  }
}

/// Warns a child through a pipe and kills it above the limit, like service manager and kernel.
struct Overseer: Sendable {
  let limit: Int
  let pipe: PressureFIFO
  var warnings = 0
  var peak = 0
  var hasEnded = false
  var nextWarning = ContinuousClock.now

  /// Whether the memory of other processes can be read here.
  static var canSee: Bool { SmallFile.exists("/proc/self/statm") }

  mutating func look(at child: ChildProcess) {
    let resident = child.resident ?? 0
    peak = max(peak, resident)
    if resident > limit {
      child.end()
      hasEnded = true
    } else if resident > limit / 10 * 6, .now >= nextWarning {
      nextWarning = .now + .milliseconds(200)
      warnings += 1
      pipe.signal()
    }
  }
}

/// What became of a guest.
struct GuestReport: Sendable {
  var sources: [String] = []
  var progress: [GuestSummary] = []
  var waves: [GuestWave] = []
  var summary: GuestSummary?
  var ending = ChildProcess.Ending.unknown
  /// The most memory of its group, or its own.
  var peak: Int?
  /// How many processes the kernel killed in its group; nil without a group.
  var kills: Int?
  /// How often the group reached its limit.
  var failures: Int?
  var overseer: Overseer?
  /// The state of a guest that did not end in time; nil if it did.
  var overdue: String?

  /// Whether it was killed for using too much memory, in the way of that environment.
  func wasEnded(in house: GuestHouse) -> Bool {
    guard overdue == nil, ending == .killed(signal: SIGKILL), summary == nil else { return false }
    return switch house {
    case .group: kills == 1
    case .overseen: overseer?.hasEnded == true
    case .simulated: true
    }
  }
}

/// Starts a guest process, reads its output, and kills it if it does not end in time.
struct GuestVisit: Sendable {
  let house: GuestHouse
  let order: GuestOrder
  let limit: Int
  let program: String
  var patience: Duration

  init(_ order: GuestOrder, in house: GuestHouse, limit: Int, program: String) {
    var order = order
    order.simulatedLimit = house == .simulated ? limit : nil
    (self.house, self.order, self.limit, self.program) = (house, order, limit, program)
    let work = Duration.seconds(order.amount / max(1, order.pace))
    patience = .seconds(60) + max(.milliseconds(order.milliseconds), work) * 3
  }

  /// Runs the guest; each line of its output is passed to `hear` on another thread.
  func play(hear: @escaping @Sendable (GuestLine) -> Void = { _ in }) async throws -> GuestReport {
    try await Task.onThread { Result { try run(hear) } }.value.get()
  }

  @available(*, noasync)
  private func run(_ hear: (GuestLine) -> Void) throws -> GuestReport {
    let group = house == .group ? try LimitedGroup(limit: limit) : nil
    let pipe = house == .overseen ? try PressureFIFO() : nil
    defer {
      group?.remove()
      pipe?.end()
    }
    var environment = ProcessInfo.processInfo.environment
    environment["MEMORY_PRESSURE_WATCH"] = nil
    environment["MEMORY_PRESSURE_WRITE"] = nil
    environment.merge(pipe?.environment ?? [:]) { $1 }
    if group != nil { ProgramFiles.read(for: program) }
    let arguments = group?.arguments(toStart: program, order.arguments) ?? order.arguments
    let child = try ChildProcess(
      group == nil ? program : "/bin/sh", arguments, environment: environment)
    var report = GuestReport(overseer: pipe.map { Overseer(limit: limit, pipe: $0) })
    listen(to: child, in: group, &report, hear)
    (report.kills, report.failures) = (group?.kills, group?.failures)
    report.peak =
      group?.peak ?? report.overseer?.peak ?? report.summary?.peak
      ?? report.progress.map(\.resident).max()
    return report
  }

  @available(*, noasync)
  private func listen(
    to child: ChildProcess, in group: LimitedGroup?, _ report: inout GuestReport,
    _ hear: (GuestLine) -> Void
  ) {
    func read(until end: ContinuousClock.Instant) -> Bool {
      child.readLines(until: end) { bytes in
        guard let line = GuestLine(line: bytes) else { return }
        switch line {
        case .began(let sources): report.sources = sources
        case .working(let progress): report.progress.append(progress)
        case .wave(let wave): report.waves.append(wave)
        case .ended(let summary): report.summary = summary
        }
        hear(line)
      }
    }
    let end = ContinuousClock.now + patience
    var isComplete = false
    while !isComplete, .now < end {
      isComplete = read(until: report.overseer == nil ? end : min(end, .now + .milliseconds(5)))
      report.overseer?.look(at: child)
    }
    report.ending = isComplete ? child.waitForEnd(until: end) : .unknown
    guard report.ending == .unknown else { return }

    let facts = (child.facts + (group?.facts ?? [])).joined(separator: "; ")
    child.end()
    let last = ContinuousClock.now + ChildProcess.grace
    _ = read(until: last)
    report.ending = child.waitForEnd(until: last)
    let made = report.progress.last?.made ?? 0
    report.overdue =
      """
      It had not ended after \(patience), and was killed (\(report.ending)). It had made \(made) \
      bytes. \(facts).
      """
  }
}

/// The files that a guest runs from.
///
/// A page of a file is charged to the group that reads it first. If that were the guest's, the kernel
/// would take its instructions at the limit and read them again, and neither kill it nor let it
/// proceed. So this process reads them first.
enum ProgramFiles {
  @available(*, noasync)
  static func read(for program: String) {
    let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let table = (try? SmallFile.read("/proc/self/maps", limit: 1 << 23)) ?? []
    let shared = String(decoding: table, as: UTF8.self).split(separator: "\n").compactMap { line in
      // Address, rights, offset, device, inode, path.
      let fields = line.split(separator: " ", maxSplits: 5)
      guard fields.count == 6, fields[1].contains("x") else { return String?.none }
      let path = String(fields[5].drop { $0 == " " })
      return path.hasPrefix("/") && path != own ? path : nil
    }
    for path in Set(shared + [program]) {
      guard let file = FileHandle(forReadingAtPath: path) else { continue }
      while let bytes = try? file.read(upToCount: 1 << 20), !bytes.isEmpty {}
    }
  }
}

internal import CStageFloor

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
#elseif canImport(Android)
internal import Android
#endif

/// Waits for the kernel's events on a pressure file, or reads it from time to time.
///
/// After its making it is only used on the watch thread.
final class StallLookout: Lookout, @unchecked Sendable {  // guard: as `Lookout` says
  private let path: String
  let reporter: PressureReporter
  private let standings: @Sendable () -> [MemoryStanding]
  private let refusal: SystemError?
  private var gauges: [StallGauge]
  /// One for each gauge; none if the file is read from time to time.
  private var files: [FileDescriptor]
  private let isTold: Bool
  private var lastLook: Int64
  private var patience = Patience()
  private(set) var nextLook: Int64?

  /// How long between two looks while nothing happens, and while something does.
  private static let calm: Int64 = 2_000_000_000
  private static let busy: Int64 = 1_000_000_000

  /// - Parameters:
  ///   - path: the pressure file.
  ///   - gauges: follow its triggers.
  ///   - files: on which the triggers are set; none: the file is read from time to time.
  ///   - refusal: why there are none, or not all.
  ///   - standings: how much room there is.
  ///   - reporter: takes what is seen.
  init(
    path: String, gauges: [StallGauge], files: [FileDescriptor], refusal: SystemError? = nil,
    standings: @escaping @Sendable () -> [MemoryStanding], reporter: PressureReporter
  ) {
    self.path = path
    self.gauges = gauges
    self.files = files
    self.refusal = refusal
    self.standings = standings
    self.reporter = reporter
    isTold = !files.isEmpty
    lastLook = stage_nanoseconds()
    nextLook = isTold ? nil : lastLook + Self.calm
  }

  /// What is being watched, in words.
  var summary: String {
    let reason = refusal.map { " (\($0))" } ?? ""
    if isTold {
      let rest = refusal == nil ? "" : ", but not of the worst\(reason)"
      return "the kernel tells of stalls in \(path)\(rest)"
    }
    return "\(path) is read every 2 s, as the kernel does not tell\(reason)"
  }

  var descriptors: [PolledDescriptor] {
    files.map { PolledDescriptor(descriptor: $0.number, events: Int16(POLLPRI)) }
  }

  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool {
    // The kernel says so when the group is removed, or counting is switched off.
    if ready.contains(where: { $0.happened & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 }) {
      return isLost("the kernel counts the stalls of \(path) no longer")
    }
    let reading: StallReading
    do {
      guard let parsed = StallReading(parsing: try SmallFile.read(path)) else {
        nextLook = isTold ? nil : now + Self.calm
        return patience.isLeft() || isLost("\(path) says nothing of stalls any more")
      }
      reading = parsed
    } catch {
      nextLook = isTold ? nil : now + Self.calm
      return !error.isAbsence && patience.isLeft(after: error) || isLost("\(error)")
    }
    patience.restore()
    let found = isTold ? events(ready, reading) : growth(reading, now: now)
    if let found { report(found.0, microseconds: found.1) }
    if !isTold { nextLook = now + (found == nil ? Self.calm : Self.busy) }
    return true
  }

  func close() {
    for file in files { file.close() }
    files = []
  }

  /// The worst of the triggers that the kernel says were set off, and truly were.
  private func events(
    _ ready: [PolledDescriptor], _ reading: StallReading
  ) -> (StallTrigger, Int)? {
    var worst: (StallTrigger, Int)?
    for index in files.indices where ready.contains(where: { $0.descriptor == files[index].number })
    {
      if let stalled = gauges[index].event(reading) { worst = (gauges[index].trigger, stalled) }
    }
    return worst
  }

  /// The worst of the triggers that would have been set off since the last look.
  private func growth(_ reading: StallReading, now: Int64) -> (StallTrigger, Int)? {
    let elapsed = Int(max(0, now - lastLook) / 1000)
    lastLook = now
    var worst: (StallTrigger, Int)?
    for index in gauges.indices {
      if let stalled = gauges[index].look(reading, elapsed: elapsed) {
        worst = (gauges[index].trigger, stalled)
      }
    }
    return worst
  }

  private func report(_ trigger: StallTrigger, microseconds: Int) {
    let judgement = PressureJudge.judge(trigger.level, standings: standings())
    reporter.report(
      judgement.level, cause: .stalled(all: trigger.all, microseconds: microseconds),
      target: judgement.target)
  }

  private func isLost(_ reason: String) -> Bool {
    reporter.isLost(reason)
    return false
  }
}

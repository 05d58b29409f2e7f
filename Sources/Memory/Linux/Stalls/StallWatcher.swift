internal import CStageFloor
internal import StageFloor

final class StallWatcher: Watcher, @unchecked Sendable {  // guard: see `Watcher`
  private let path: String
  let reporter: PressureReporter
  private let uses: @Sendable () -> [LimitUse]
  private let refusal: SystemError?
  private var gauges: [StallGauge]
  private var files: [FileDescriptor]
  private let hasSignals: Bool
  private var lastLook: Int64
  private var failureLimit = FailureLimit()
  private(set) var nextLook: Int64?

  private static let calm: Int64 = 2_000_000_000
  private static let busy: Int64 = 1_000_000_000

  init(
    path: String, gauges: [StallGauge], files: [FileDescriptor], refusal: SystemError? = nil,
    uses: @escaping @Sendable () -> [LimitUse], reporter: PressureReporter
  ) {
    self.path = path
    self.gauges = gauges
    self.files = files
    self.refusal = refusal
    self.uses = uses
    self.reporter = reporter
    hasSignals = !files.isEmpty
    lastLook = stage_nanoseconds()
    nextLook = hasSignals ? nil : lastLook + Self.calm
  }

  var summary: String {
    let reason = refusal.map { " (\($0))" } ?? ""
    if hasSignals {
      let rest = refusal == nil ? "" : ", except the most severe\(reason)"
      return "the kernel signals stalls in \(path)\(rest)"
    }
    return "\(path) is read every 2 s, because the kernel sends no signals\(reason)"
  }

  var descriptors: [PolledDescriptor] {
    files.map { PolledDescriptor(descriptor: $0.number, events: Int16(POLLPRI)) }
  }

  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool {
    // The kernel signals this when the cgroup is removed, or stall accounting is switched off.
    if ready.contains(where: { $0.happened & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 }) {
      reporter.reportLoss("the kernel no longer counts the stalls of \(path)")
      return false
    }
    let reading: StallReading
    do {
      guard let parsed = StallReading(parsing: try SmallFile.read(path)) else {
        nextLook = hasSignals ? nil : now + Self.calm
        if failureLimit.allowsRetry() { return true }
        reporter.reportLoss("\(path) no longer contains stall times")
        return false
      }
      reading = parsed
    } catch {
      nextLook = hasSignals ? nil : now + Self.calm
      if !error.isAbsence, failureLimit.allowsRetry(after: error) { return true }
      reporter.reportLoss("\(error)")
      return false
    }
    failureLimit.reset()
    let found = hasSignals ? events(ready, reading) : growth(reading, now: now)
    if let found { report(found.0, microseconds: found.1) }
    if !hasSignals { nextLook = now + (found == nil ? Self.calm : Self.busy) }
    return true
  }

  func close() {
    for file in files { file.close() }
    files = []
  }

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
    let judgement = PressureJudge.judge(trigger.level, uses: uses())
    reporter.report(
      judgement.level, cause: .stalled(all: trigger.all, microseconds: microseconds),
      target: judgement.target)
  }
}

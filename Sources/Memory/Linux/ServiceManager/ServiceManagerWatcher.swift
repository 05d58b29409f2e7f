internal import CStageFloor
internal import StageFloor

final class ServiceManagerWatcher: Watcher, @unchecked Sendable {  // guard: see `Watcher`
  /// The pause after a notification: endless writes then cost a few reads a second, and no busy
  /// loop.
  static let rest: Int64 = 100_000_000

  let reporter: PressureReporter
  private let headroom: @Sendable () -> Headroom
  private var endpoint: ServiceManagerEndpoint
  private var echo: [UInt8]
  private var gauge: StallGauge?
  private var escalation = Escalation()
  private var isOpen = true

  private(set) var nextLook: Int64?

  init(
    _ endpoint: ServiceManagerEndpoint, gauge: StallGauge? = nil, reporter: PressureReporter,
    headroom: @escaping @Sendable () -> Headroom
  ) {
    self.endpoint = endpoint
    self.gauge = gauge
    self.reporter = reporter
    self.headroom = headroom
    echo = endpoint.echo
  }

  var descriptors: [PolledDescriptor] {
    guard isOpen, nextLook == nil else { return [] }
    return [PolledDescriptor(descriptor: endpoint.file.number, events: endpoint.events)]
  }

  func look(_ ready: [PolledDescriptor], now: Int64) -> Bool {
    nextLook = nil
    guard let happened = ready.first?.happened else { return true }
    if happened & Int16(POLLNVAL) != 0 {
      reporter.reportLoss("its descriptor was closed")
      return false
    }
    return endpoint.kind == .kernelFile ? lookAtFile(happened, now) : lookAtStream(now)
  }

  func close() {
    if isOpen { endpoint.file.close() }
    isOpen = false
  }

  /// Handles a kernel event; reading the file also re-arms some of them.
  private func lookAtFile(_ happened: Int16, _ now: Int64) -> Bool {
    guard let text = try? endpoint.file.contents(of: endpoint.path) else {
      reporter.reportLoss("\(endpoint.path) is gone")
      return false
    }
    let reading = StallReading(parsing: text)
    let isError = happened & Int16(POLLERR) != 0
    // Pressure stall files signal by an error that their events have ended; other files signal
    // every change that way.
    if isError, reading != nil || happened & Int16(POLLPRI) == 0 {
      reporter.reportLoss(
        gauge == nil
          ? "no trigger was set, or the kernel sends no signals for \(endpoint.path)"
          : "the kernel no longer counts the stalls of \(endpoint.path)")
      return false
    }
    nextLook = now + Self.rest
    guard gauge != nil else {
      report(now, .serviceManager)
      return true
    }
    guard let reading, let stalled = gauge?.event(reading) else { return true }
    report(now, .stalled(all: gauge?.trigger.all ?? false, microseconds: stalled))
    return true
  }

  private func lookAtStream(_ now: Int64) -> Bool {
    switch endpoint.discard(&echo) {
    case .nothing: return true
    case .something:
      nextLook = now + Self.rest
      report(now, .serviceManager)
      return true
    case .end(let afterSomething):
      if afterSomething { report(now, .serviceManager) }
      nextLook = now + Self.rest
      if endpoint.kind == .fifo(hasWriter: false) { return reopen() }
      reporter.reportLoss("the other side hung up")
      return false
    }
  }

  /// Opens a FIFO again, or reports its loss.
  ///
  /// After all writers have closed it, an open FIFO signals that forever, while a reopened one
  /// waits for the next writer.
  private func reopen() -> Bool {
    guard
      let fresh = try? ServiceManagerEndpoint.open(endpoint.path, write: []),
      case .fifo = fresh.kind
    else {
      reporter.reportLoss("\(endpoint.path) is gone")
      return false
    }
    endpoint.file.close()
    endpoint = fresh
    return true
  }

  private func report(_ now: Int64, _ cause: PressureCause) {
    let level = escalation.event(now: now)
    let room = headroom()
    let judgement =
      endpoint.kind == .kernelFile ? room.judge(suggested: level) : room.judge(reported: level)
    reporter.report(judgement.level, cause: cause, target: judgement.target)
  }
}

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

/// Waits for what the service manager says.
final class ServiceManagerLookout: Lookout, @unchecked Sendable {  // guard: as `Lookout` says
  /// How long it does not listen after it has heard something.
  ///
  /// Who writes without end then costs a few readings in a second, and not the processor.
  static let rest: Int64 = 100_000_000

  let reporter: PressureReporter
  private let headroom: @Sendable () -> Headroom
  private var endpoint: ServiceManagerEndpoint
  private var echo: [UInt8]
  private var gauge: StallGauge?
  private var escalation = Escalation()
  private var isOpen = true

  /// When it listens again; nil: it listens.
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
    if happened & Int16(POLLNVAL) != 0 { return isLost("its descriptor was closed") }
    return endpoint.kind == .kernelFile ? lookAtFile(happened, now) : lookAtStream(now)
  }

  func close() {
    if isOpen { endpoint.file.close() }
    isOpen = false
  }

  /// The kernel's events; reading the file is also what asks for the next one of some of them.
  private func lookAtFile(_ happened: Int16, _ now: Int64) -> Bool {
    guard let text = try? endpoint.file.contents(of: endpoint.path) else {
      return isLost("\(endpoint.path) is gone")
    }
    let reading = StallReading(parsing: text)
    let isError = happened & Int16(POLLERR) != 0
    // Files of stalls tell by an error that there is nothing to tell any more; others tell of each
    // change so.
    if isError, reading != nil || happened & Int16(POLLPRI) == 0 {
      return isLost(
        gauge == nil
          ? "the kernel was not asked, or has nothing to tell of \(endpoint.path)"
          : "the kernel counts the stalls of \(endpoint.path) no longer")
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

  /// What somebody writes.
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
      return endpoint.kind == .fifo(hasWriter: false) ? reopen() : isLost("the other side hung up")
    }
  }

  /// A FIFO whose writers have all left says so for as long as it is open; one that is opened anew
  /// waits for the next of them.
  private func reopen() -> Bool {
    guard
      let fresh = try? ServiceManagerEndpoint.open(endpoint.path, write: []),
      case .fifo = fresh.kind
    else { return isLost("\(endpoint.path) is gone") }
    endpoint.file.close()
    endpoint = fresh
    return true
  }

  private func report(_ now: Int64, _ cause: PressureCause) {
    let level = escalation.event(now: now)
    let room = headroom()
    let judgement =
      endpoint.kind == .kernelFile ? room.judge(suggested: level) : room.judge(told: level)
    reporter.report(judgement.level, cause: cause, target: judgement.target)
  }

  private func isLost(_ reason: String) -> Bool {
    reporter.isLost(reason)
    return false
  }
}

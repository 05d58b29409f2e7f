internal import Foundation
internal import Stagecraft

/// Starts a guest, listens to it, and waits for its end.
///
/// It has an end of its own: a guest that has not come to its end by then is ended.
struct GuestVisit: Sendable {
  let house: GuestHouse
  var order: GuestOrder
  let limit: Int
  /// The executable `stagecraft`.
  let program: String
  /// How long it may take.
  var patience: Duration

  init(_ order: GuestOrder, in house: GuestHouse, limit: Int, program: String) {
    self.house = house
    self.order = order
    self.order.simulatedLimit = house == .simulated ? limit : nil
    self.limit = limit
    self.program = program
    // A busy machine may keep it from its work; it does not make up for that.
    let work = max(
      Duration.milliseconds(order.milliseconds), .seconds(order.amount / max(1, order.pace)))
    patience = .seconds(60) + work * 3
  }

  /// Plays it; nothing is left behind, whatever happens.
  ///
  /// - Parameter heard: told of each line as it comes, on a thread of the visit's.
  /// - Returns: what became of the guest.
  /// - Throws: why it could not be started.
  func play(
    heard: @escaping @Sendable (GuestLine) -> Void = { _ in }
  ) async throws -> GuestReport {
    try await Task.onThread { Result { try run(heard) } }.value.get()
  }

  @available(*, noasync)
  private func run(_ heard: (GuestLine) -> Void) throws -> GuestReport {
    // Whatever the surroundings of this process say of pressure is not meant for the guest.
    var environment = ProcessInfo.processInfo.environment
    environment["MEMORY_PRESSURE_WATCH"] = nil
    environment["MEMORY_PRESSURE_WRITE"] = nil
    switch house {
    case .group: return try runInGroup(environment, heard)
    case .overseen: return try runOverseen(environment, heard)
    case .simulated:
      let child = try ChildProcess(program, order.arguments, environment: environment)
      var report = listen(to: child, in: nil, until: .now + patience, heard)
      report.peak = report.summary?.peak ?? report.progress.map(\.resident).max()
      return report
    }
  }

  @available(*, noasync)
  private func runInGroup(
    _ environment: [String: String], _ heard: (GuestLine) -> Void
  ) throws -> GuestReport {
    ProgramFiles.read(for: program)
    let group = try LimitedGroup(limit: limit)
    let registration = Leftovers.shared.add { group.remove() }
    defer {
      group.remove()
      registration.end()
    }
    let child = try ChildProcess(
      "/bin/sh", group.arguments(toStart: program, order.arguments), environment: environment)
    var report = listen(to: child, in: group, until: .now + patience, heard)
    report.kills = group.kills
    report.failures = group.failures
    report.peak = group.peak
    return report
  }

  @available(*, noasync)
  private func runOverseen(
    _ given: [String: String], _ heard: (GuestLine) -> Void
  ) throws -> GuestReport {
    let pipe = try PressurePipe()
    let registration = Leftovers.shared.add { pipe.remove() }
    defer {
      pipe.remove()
      registration.end()
    }
    var environment = given
    environment["MEMORY_PRESSURE_WATCH"] = pipe.path
    let child = try ChildProcess(program, order.arguments, environment: environment)
    let end = ContinuousClock.now + patience
    let overseer = Overseer(limit: limit, pipe: pipe)
    let record = Locked<Overseer.Record?>(nil)
    let hasSeen = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let seen = overseer.watch(child, until: end)
      record.withLock { $0 = seen }
      hasSeen.signal()
    }
    var report = listen(to: child, in: nil, until: end, heard)
    // It stops at the same time.
    hasSeen.wait()
    report.overseen = record.withLock { $0 }
    report.peak = report.overseen?.peak
    return report
  }

  /// Listens to a guest until its end, and ends it if it has not come to it by then.
  @available(*, noasync)
  private func listen(
    to child: ChildProcess, in group: LimitedGroup?, until end: ContinuousClock.Instant,
    _ heard: (GuestLine) -> Void
  ) -> GuestReport {
    var report = GuestReport()
    let take = { (bytes: [UInt8]) in
      guard let line = GuestLine(line: bytes) else { return }
      report.take(line)
      heard(line)
    }
    // Whoever has nothing more to say ends.
    if child.readLines(until: end, take) {
      report.ending = child.waitForEnd(until: end)
      if report.ending != .unknown { return report }
    }
    let facts = child.particulars + (group?.particulars ?? [])
    child.end()
    let last = ContinuousClock.now + ChildProcess.grace
    _ = child.readLines(until: last, take)
    report.ending = child.waitForEnd(until: last)
    report.overdue =
      """
      It had not ended after \(patience), and was ended (\(report.ending)); it had made \
      \(report.progress.last?.made ?? 0) bytes in \
      \(report.progress.last?.milliseconds ?? 0) ms. \(facts.joined(separator: "; ")).
      """
    return report
  }
}

internal import Foundation
internal import Stagecraft

/// Where a guest lives: who tells it that memory runs short, and who ends it when it has too much.
enum GuestHouse: Sendable {
  /// A group with a limit: the kernel does both.
  case group
  /// A pipe, and an overseer who reads how much memory the guest has.
  case overseen
  /// The guest by itself.
  case simulated

  /// The most real that there can be here, and why not a more real one.
  @available(*, noasync)
  static func best() -> (house: GuestHouse, reason: String?) {
    do {
      try checkGroup()
      return (.group, nil)
    } catch {
      return (Overseer.canSee ? .overseen : .simulated, "\(error)")
    }
  }

  /// Throws if no group can be made, or nobody brought into it.
  @available(*, noasync)
  static func checkGroup() throws {
    let group = try LimitedGroup(limit: 64 << 20)
    defer { group.remove() }
    guard group.isOpen else { throw SystemError(EPERM, "to bring a process into a group") }
  }
}

/// What became of a guest.
struct GuestReport: Sendable {
  var beginning: GuestBeginning?
  var progress: [GuestProgress] = []
  var waves: [GuestWave] = []
  var summary: GuestSummary?
  var ending = ChildProcess.Ending.exited(-1)
  /// How much it had at most, as far as was seen: of its group, or resident.
  var peak: Int?
  /// How many the kernel ended in its group; nil: there was no group.
  var kills: Int?
  /// How often the group was at its limit.
  var failures: Int?
  /// What the overseer did; nil: there was none.
  var overseen: Overseer.Record?
}

/// Starts a guest, listens to it, and waits for its end.
struct GuestVisit: Sendable {
  let house: GuestHouse
  var order: GuestOrder
  let limit: Int
  /// The executable `stagecraft`.
  let program: String

  init(_ order: GuestOrder, in house: GuestHouse, limit: Int, program: String) {
    self.house = house
    self.order = order
    self.order.simulatedLimit = house == .simulated ? limit : nil
    self.limit = limit
    self.program = program
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
    case .group:
      let group = try LimitedGroup(limit: limit)
      let registration = Leftovers.shared.add { group.remove() }
      defer {
        group.remove()
        registration.end()
      }
      let child = try ChildProcess(
        "/bin/sh", group.arguments(toStart: program, order.arguments), environment: environment)
      var report = listen(to: child, heard)
      report.kills = group.kills
      report.failures = group.failures
      report.peak = group.peak
      return report
    case .overseen:
      let pipe = try PressurePipe()
      let registration = Leftovers.shared.add { pipe.remove() }
      defer {
        pipe.remove()
        registration.end()
      }
      environment["MEMORY_PRESSURE_WATCH"] = pipe.path
      let child = try ChildProcess(program, order.arguments, environment: environment)
      let overseer = Overseer(limit: limit, pipe: pipe)
      let record = Locked<Overseer.Record?>(nil)
      let end = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        let seen = overseer.watch(child)
        record.withLock { $0 = seen }
        end.signal()
      }
      var report = listen(to: child, heard)
      end.wait()
      report.overseen = record.withLock { $0 }
      report.peak = report.overseen?.peak
      return report
    case .simulated:
      let child = try ChildProcess(program, order.arguments, environment: environment)
      var report = listen(to: child, heard)
      report.peak = report.summary?.peak ?? report.progress.map(\.resident).max()
      return report
    }
  }

  private func listen(to child: ChildProcess, _ heard: (GuestLine) -> Void) -> GuestReport {
    var report = GuestReport()
    child.readLines { bytes in
      guard let line = GuestLine(line: bytes) else { return }
      switch line {
      case .began(let beginning): report.beginning = beginning
      case .working(let progress): report.progress.append(progress)
      case .wave(let wave): report.waves.append(wave)
      case .ended(let summary): report.summary = summary
      }
      heard(line)
    }
    report.ending = child.waitForEnd()
    return report
  }
}

internal import StageFloor

/// Polls how much of the machine's memory is available, from Linux's `/proc/meminfo`.
///
/// The target brings it back to 17 percent, but is at most a tenth, a quarter or half of this
/// process's memory at elevated, high and critical pressure: the shortage is not this process's
/// alone.
struct AvailableMemoryPressure: PressureSource {
  private let surroundings: PressureSurroundings

  init(surroundings: PressureSurroundings = .current) { self.surroundings = surroundings }

  var name: String { "available memory" }

  func watch(_ reporter: PressureReporter) throws -> ObservationToken {
    WatchThread.shared.add(try makeWatcher(reporter))
  }

  func makeWatcher(_ reporter: PressureReporter) throws(PressureSourceError) -> PollingWatcher {
    let surroundings = surroundings
    guard let memory = MachineMemory.read(in: surroundings) else {
      throw PressureSourceError("the system does not report its available memory")
    }
    reporter.reportWatching("/proc/meminfo, of \(ByteText(memory.total))")
    let state = Confined((gauge: AvailabilityGauge(), failureLimit: FailureLimit()))
    return PollingWatcher(reporter: reporter) { now in
      guard let memory = MachineMemory.read(in: surroundings) else {
        return state.value.failureLimit.allowsRetry(after: FileDescriptor.shortage)
          ? .next(nil, after: 1_000_000_000)
          : .lost("the system no longer reports its available memory")
      }
      state.value.failureLimit.reset()
      return state.value.gauge.look(memory, resident: ResidentMemory.now, now: now)
    }
  }
}

internal import StageFloor

/// Polls how much of the machine's memory is available, from Linux's `/proc/meminfo`.
///
/// This is the fallback where no notification exists. Below 15 percent pressure is elevated, below
/// 8 percent high, below 4 percent critical; a level ends when 2 percent more than that are
/// available. The polling rate depends on how fast the use grows: once a second while much is
/// available, at most 40 times near a limit, and 200 times while the use grows fast.
///
/// The target is what brings the available memory back to 17 percent, but at most a tenth, a
/// quarter or half of this process's memory at elevated, high and critical pressure: the machine's
/// shortage is not this process's alone.
public struct AvailableMemoryPressure: PressureSource {
  private let surroundings: PressureSurroundings

  /// Creates a source for the machine's memory.
  ///
  /// - Parameter surroundings: The file system root to examine.
  public init(surroundings: PressureSurroundings = .current) { self.surroundings = surroundings }

  /// The name of the source.
  public var name: String { "available memory" }

  /// Begins to watch.
  ///
  /// - Parameter reporter: Receives the reports.
  /// - Returns: A watch, which ends when it is deallocated.
  /// - Throws: ``PressureSourceError`` if the system does not provide the available memory.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    WatchThread.shared.add(try makeLookout(reporter))
  }

  func makeLookout(_ reporter: PressureReporter) throws(PressureSourceError) -> PollingLookout {
    let surroundings = surroundings
    guard let memory = MachineMemory.read(in: surroundings) else {
      throw PressureSourceError("the system does not report its available memory")
    }
    reporter.reportWatching("/proc/meminfo, of \(ByteText(memory.total))")
    let state = Confined((gauge: AvailabilityGauge(), failureLimit: FailureLimit()))
    return PollingLookout(reporter: reporter) { now in
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

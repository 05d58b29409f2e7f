internal import StageFloor

/// Looks from time to time how much of the machine's memory is available: Linux's `/proc/meminfo`.
///
/// For where nobody tells. Below 15 percent pressure is elevated, below 8 percent high, below 4
/// percent critical; it is over again when 2 percent more than that are available. It looks as often
/// as the use grows: once in a second while much is available, at most 40 times near the edge, and
/// 200 times while the use grows fast.
///
/// The target is what brings the machine back above 15 percent, but no more than a tenth, a quarter
/// or half of what this process holds, as the machine's memory is not ours alone to give back.
public struct AvailableMemoryPressure: PressureSource {
  private let surroundings: PressureSurroundings

  /// The memory of the machine.
  ///
  /// - Parameter surroundings: where to look.
  public init(surroundings: PressureSurroundings = .current) { self.surroundings = surroundings }

  /// What the source is called.
  public var name: String { "available memory" }

  /// Begins to watch.
  ///
  /// - Parameter reporter: takes what the source sees.
  /// - Returns: what ends the watch when it is dropped.
  /// - Throws: that the system does not tell how much memory is available.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    WatchThread.shared.add(try makeLookout(reporter))
  }

  func makeLookout(_ reporter: PressureReporter) throws(PressureSourceError) -> PollingLookout {
    let surroundings = surroundings
    guard let memory = MachineMemory.read(in: surroundings) else {
      throw PressureSourceError("the system does not tell how much memory is available")
    }
    reporter.isWatching("/proc/meminfo, of \(ByteText(memory.total))")
    let state = Confined((gauge: AvailabilityGauge(), patience: Patience()))
    return PollingLookout(reporter: reporter) { now in
      guard let memory = MachineMemory.read(in: surroundings) else {
        return state.value.patience.isLeft(after: FileDescriptor.shortage)
          ? .next(nil, after: 1_000_000_000)
          : .lost("the system does not tell any more how much memory is available")
      }
      state.value.patience.restore()
      return state.value.gauge.look(memory, resident: ResidentMemory.now, now: now)
    }
  }
}

public import StageFloor

/// A budget that a program sets for its own resident memory.
///
/// ```swift
/// let pressure = PressureMonitor(sources: .automatic.and(PressureBudget(bytes: 400 << 20)))
/// ```
///
/// From 80 percent on pressure is elevated, from 90 percent high, and critical once the budget is
/// used up; a level ends 3 percent below its threshold. The target leaves three quarters of the
/// budget in use.
///
/// The system does not report growth, so the source polls. The next poll comes before a quarter of
/// the remaining budget could be used, at the rate of the last growth or of one gibibyte a second,
/// whichever is greater: every 46 ms while 190 MiB are left, every 25 ms while less than 100 MiB
/// are left, and once a second from 4 GiB on; while the use grows by more than 64 MiB a second, at
/// most every 5 ms. A budget is not a limit: it does not prevent allocations between two polls, and
/// does not see memory that is allocated and freed between them.
///
/// On Apple platforms the footprint that the system charges to the process counts.
public struct PressureBudget: PressureSource {
  /// The number of bytes.
  public let bytes: Int
  private let resident: @Sendable () -> Int?

  /// Creates a budget.
  ///
  /// - Parameter bytes: The number of bytes, more than zero.
  public init(bytes: Int) { self.init(bytes: bytes) { ResidentMemory.now } }

  init(bytes: Int, resident: @escaping @Sendable () -> Int?) {
    require(bytes > 0, "A PressureBudget of \(bytes) bytes: it must be greater than 0.")
    self.bytes = bytes
    self.resident = resident
  }

  /// The name of the source.
  public var name: String { "budget" }

  /// Begins to watch.
  ///
  /// - Parameter reporter: Receives the reports.
  /// - Returns: A token whose cancellation ends the watch.
  /// - Throws: ``PressureSourceError`` if the system does not provide the memory use of this
  ///   process.
  public func watch(_ reporter: PressureReporter) throws -> ObservationToken {
    WatchThread.shared.add(try makeWatcher(reporter))
  }

  func makeWatcher(_ reporter: PressureReporter) throws(PressureSourceError) -> PollingWatcher {
    let resident = resident
    guard let now = resident() else {
      throw PressureSourceError("the system does not report this process's memory use")
    }
    reporter.reportWatching("\(ByteText(bytes)); \(ByteText(now)) were in use at the start")
    let state = Confined((gauge: BudgetGauge(bytes), failureLimit: FailureLimit()))
    return PollingWatcher(reporter: reporter) { now in
      guard let bytes = resident() else {
        return state.value.failureLimit.allowsRetry(after: FileDescriptor.shortage)
          ? .next(nil, after: 1_000_000_000)
          : .lost("the system no longer reports this process's memory use")
      }
      state.value.failureLimit.reset()
      return state.value.gauge.look(bytes, now: now)
    }
  }
}

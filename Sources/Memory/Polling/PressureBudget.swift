internal import StageFloor

/// A budget that a program sets for its own resident memory.
///
/// ```swift
/// let pressure = PressureMonitor(sources: .automatic.and(PressureBudget(bytes: 400 << 20)))
/// ```
///
/// From 80 percent of it on pressure is elevated, from 90 percent high, and critical once it is
/// used up; it is over again 3 percent below. The target is what leaves three quarters of the budget
/// in use.
///
/// The system does not tell when memory grows, so a budget is looked at. The next look comes before a
/// quarter of what is left could be used, at the speed of the last growth or of one gibibyte in a
/// second: every 46 ms while 190 MiB are left, every 25 ms while less than 100 MiB are, and once in a
/// second from 4 GiB on; while the use grows by more than 64 MiB in a second, every 5 ms at most. A budget is not a limit: memory that is taken between two looks is taken, and
/// what is taken and given back between them is not seen.
///
/// On Apple's systems, what the system charges the process with counts.
public struct PressureBudget: PressureSource {
  /// The budget.
  public let bytes: Int
  private let resident: @Sendable () -> Int?

  /// A budget of so many bytes.
  ///
  /// - Parameter bytes: how many; more than none.
  public init(bytes: Int) { self.init(bytes: bytes) { ResidentMemory.now } }

  init(bytes: Int, resident: @escaping @Sendable () -> Int?) {
    require(bytes > 0, "A PressureBudget of \(bytes) bytes: it needs more than none.")
    self.bytes = bytes
    self.resident = resident
  }

  /// What the source is called.
  public var name: String { "budget" }

  /// Begins to watch.
  ///
  /// - Parameter reporter: takes what the source sees.
  /// - Returns: what ends the watch when it is dropped.
  /// - Throws: that the system does not tell how much memory this process has.
  public func watch(_ reporter: PressureReporter) throws -> PressureWatch {
    WatchThread.shared.add(try makeLookout(reporter))
  }

  func makeLookout(_ reporter: PressureReporter) throws(PressureSourceError) -> PollingLookout {
    let resident = resident
    guard let now = resident() else {
      throw PressureSourceError("the system does not tell how much memory this process has")
    }
    reporter.isWatching("\(ByteText(bytes)), of which \(ByteText(now)) were in use")
    let state = Confined((gauge: BudgetGauge(bytes), patience: Patience()))
    return PollingLookout(reporter: reporter) { now in
      guard let bytes = resident() else {
        return state.value.patience.isLeft(after: FileDescriptor.shortage)
          ? .next(nil, after: 1_000_000_000)
          : .lost("the system does not tell any more how much memory this process has")
      }
      state.value.patience.restore()
      return state.value.gauge.look(bytes, now: now)
    }
  }
}

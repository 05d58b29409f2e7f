/// A budget that a program sets for its own resident memory.
///
/// ```swift
/// let pressure = PressureMonitor(sources: .automatic.and(PressureBudget(bytes: 400 << 20)))
/// ```
///
/// From 80 percent of it on pressure is elevated, from 90 percent high, and critical once it is
/// used up; it is over again 3 percent below. The target is what leaves three quarters of the budget
/// in use. It looks every two seconds while less than half is in use, and ten times in a second from
/// 80 percent on: what a program takes and gives back in between is not seen.
///
/// On Apple's systems, what the system charges the process with counts.
public struct PressureBudget: PressureSource {
  /// The budget.
  public let bytes: Int
  private let resident: @Sendable () -> Int?

  /// A budget of so many bytes, of which there must be some.
  ///
  /// - Parameter bytes: how many.
  public init(bytes: Int) { self.init(bytes: bytes) { ResidentMemory.now } }

  init(bytes: Int, resident: @escaping @Sendable () -> Int?) {
    precondition(bytes > 0, "A budget needs some bytes; this one has \(bytes).")
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
    return PollingLookout(reporter: reporter) {
      guard let bytes = resident() else {
        return state.value.patience.isLeft(after: FileDescriptor.shortage)
          ? .next(nil, after: 1_000_000_000)
          : .lost("the system does not tell any more how much memory this process has")
      }
      state.value.patience.restore()
      return state.value.gauge.look(bytes)
    }
  }
}

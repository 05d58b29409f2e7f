/// The outcome of a pool's shutdown.
public struct PoolShutdownReport: Sendable {
  /// A loan whose element has not been returned.
  public typealias Holder = PoolLoan

  /// Whether every element was returned and destroyed in time.
  public internal(set) var isComplete: Bool
  /// The outstanding loans; their elements are destroyed when they are returned.
  public internal(set) var holders: [Holder] = []
  /// The number of waiters that failed at the deadline.
  public internal(set) var failedWaiters = 0
  /// The number of elements still being created.
  public internal(set) var building = 0
  /// The number of elements still being prepared or destroyed.
  public internal(set) var ending = 0
}

extension PoolShutdownReport: CustomStringConvertible {
  /// A sentence, and a line for each outstanding loan.
  public var description: String {
    guard !isComplete else { return "All elements were returned." }
    var text = "\(holders.count) on loan, \(building) being made, \(ending) ending"
    text += ", \(failedWaiters) waiters failed."
    for holder in holders {
      text += "\n  \(holder)"
    }
    return text
  }
}

/// The treatment of waiters when a pool is shut down.
public enum PoolWaiterTreatment: Hashable, Sendable {
  /// Waiters are served until the deadline.
  case serve
  /// Waiters get ``PoolError/shutdown`` at once.
  case fail
}

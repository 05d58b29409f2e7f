/// The outcome of a pool's shutdown.
public struct PoolShutdownReport: Sendable {
  /// Whether every element was returned and destroyed in time.
  public internal(set) var isComplete: Bool
  /// The outstanding loans; their elements are destroyed when they are returned.
  public internal(set) var loans: [PoolLoan] = []
  /// The number of waiters that failed at the deadline.
  public internal(set) var failedWaiters = 0
  /// The number of elements still being created.
  public internal(set) var creating = 0
  /// The number of elements still being prepared for their next borrower.
  public internal(set) var preparing = 0
  /// The number of elements still being destroyed.
  public internal(set) var destroying = 0
}

extension PoolShutdownReport: CustomStringConvertible {
  /// A sentence, and a line for each outstanding loan.
  public var description: String {
    guard !isComplete else { return "All elements were returned." }
    var parts = ["\(loans.count) on loan"]
    for (count, what) in [
      (creating, "being created"), (preparing, "being prepared"),
      (destroying, "being destroyed"), (failedWaiters, "waiters failed"),
    ] where count > 0 {
      parts.append("\(count) \(what)")
    }
    let text = parts.joined(separator: ", ") + "."
    return loans.reduce(text) { "\($0)\n  \($1)" }
  }
}

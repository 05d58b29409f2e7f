/// How the shutdown of a pool went.
public struct ShutdownReport: Sendable {
  /// A loan whose element has not come back.
  public typealias Holder = PoolLoan

  /// Whether everything came back and ended in time.
  public internal(set) var isComplete: Bool
  /// Who still holds elements; they end when they come back.
  public internal(set) var holders: [Holder] = []
  /// How many of those in line were sent away at the deadline.
  public internal(set) var failedWaiters = 0
  /// How many elements are still being made.
  public internal(set) var building = 0
  /// How many elements are still being prepared or ended.
  public internal(set) var ending = 0
}

extension ShutdownReport: CustomStringConvertible {
  /// A sentence, and a line for each holder.
  public var description: String {
    guard !isComplete else { return "Everything came back." }
    var text = "\(holders.count) still out, \(building) being made, \(ending) ending"
    text += ", \(failedWaiters) sent away."
    for holder in holders {
      text += "\n  \(holder)"
    }
    return text
  }
}

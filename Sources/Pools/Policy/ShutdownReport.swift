/// How the shutdown of a pool went.
public struct ShutdownReport: Sendable {
  /// Who has not given an element back.
  public struct Holder: Hashable, Sendable {
    /// Where the element was borrowed.
    public var site: LoanSite
    /// For how long it has been out; nil unless the pool notes its loans (with
    /// ``PoolConfiguration/recordsTimings``, an observer, a long-hold threshold, or watching for
    /// nested borrowing).
    public var age: Duration?
  }

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
      text += "\n  \(holder.site)" + (holder.age.map { " for \($0)" } ?? "")
    }
    return text
  }
}

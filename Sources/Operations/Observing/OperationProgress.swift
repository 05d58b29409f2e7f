/// The progress of a manager's operations.
public struct OperationProgress: Sendable, Hashable {
  /// The number of operations that have ended.
  public var finished: Int
  /// The number of operations, including those that have ended.
  public var total: Int
  /// The completed share of the work.
  ///
  /// All operations have the same weight; a running one counts with the share that its body has
  /// reported.
  public var fraction: Double
}

extension OperationProgress: CustomStringConvertible {
  /// A sentence with the numbers.
  public var description: String {
    let percent = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
    return "\(finished) of \(total) operations have ended, and \(percent) % of the work is done."
  }
}

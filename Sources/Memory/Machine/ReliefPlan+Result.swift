extension ReliefPlan {
  /// The outcome of a candidate.
  enum Outcome: Equatable {
    case released(Int)
    case failed
    case overdue
    case stillOverdue
    case kept
    case ended
  }

  /// A candidate and its outcome.
  struct Result {
    var id: ResponderID
    var name: String
    var cost: RebuildCost
    var estimate: Int?
    var outcome: Outcome
    /// Its running time, in nanoseconds.
    var duration: Int64
  }
}

extension ReliefPlan {
  enum Outcome: Equatable {
    case released(Int)
    case failed
    case overdue
    case stillOverdue
    case kept
    case ended
  }

  struct Result {
    var id: ResponderID
    var name: String
    var cost: RebuildCost
    var estimate: Int?
    var outcome: Outcome
    /// In nanoseconds.
    var duration: Int64
  }
}

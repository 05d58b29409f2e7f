struct ReliefPass {
  /// A call to a responder that has not returned.
  struct Question {
    var responder: ResponderID
    var askedAt: Int64
  }

  let number: UInt64
  var plan: ReliefPlan
  var cause: PressureCause
  /// Its ticket in the ledger; nil if its target is not shared.
  var ticket: UInt64?
  /// When it began to wait for the answer that another pass expects; nil if it does not wait.
  var waitsSince: Int64?
  let beganAt: Int64
  var residentBefore: Int?
  /// The number of the current runner; a runner with another number has been abandoned.
  var runner = 1
  var question: Question?
  var task: Task<Void, Never>?
  var heapTrim: Duration?
  var errors: [ResponderID: any Error] = [:]
  /// Callers that wait for the report.
  var waiting: [UnsafeContinuation<ReliefReport?, Never>] = []
}

struct EndedPass {
  var pass: ReliefPass
  var end: Int64
  var resident: Int?
  var releasedByOthers = 0
  var readers: [AsyncStream<ReliefReport>.Continuation]
}

/// A pass under way: the plan, and what the report will need besides.
///
/// The core keeps it under its lock.
struct ReliefPass {
  /// A responder that was asked something and has not answered.
  struct Question {
    var responder: ResponderID
    var askedAt: Int64
  }

  let number: UInt64
  var plan: ReliefPlan
  var cause: PressureCause
  /// Its ticket in the ledger; nil: its target is its own.
  var ticket: UInt64?
  /// Since when it waits for the answer that another pass expects.
  var waitsSince: Int64?
  let beganAt: Int64
  var residentBefore: Int?
  /// The driver whose turn it is; who is not that one any more has been given up.
  var driver = 1
  /// What the driver waits for.
  var question: Question?
  var task: Task<Void, Never>?
  /// How long the heap took so far to give free memory back; nil: it was not asked.
  var heapTrim: Duration?
  var errors: [ResponderID: any Error] = [:]
  /// Those who wait for the report.
  var waiting: [CheckedContinuation<ReliefReport?, Never>] = []
}

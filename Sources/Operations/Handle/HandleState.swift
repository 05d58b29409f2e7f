/// What changes about an operation, besides what the machine knows.
///
/// What few operations need stands apart: most are made, run and forgotten without it.
struct HandleState {
  var isSubmitted = false
  var hasSettled = false
  var isCancelRequested = false
  /// Its last reference has gone before it was submitted.
  var isForgotten = false
  /// Its present attempt has taken too long, and was interrupted.
  var isAttemptOver = false
  /// It has its place, and its volatile conditions are being asked once more before the body.
  var isAskedOnceMore = false
  /// The handle was returned by `shared`, and has been neither waited for nor given an edge.
  var isReservation = false
  /// The number of its last attempt, from 1 on.
  var attempt = 0
  var startedAt: Int64 = 0
  /// How often its type was asked to schedule it.
  var handOuts = 0
  /// How it ended.
  var verdict: Verdict?
  /// Who runs it, if it runs.
  var driver: Driver?
  private var heldDependencies: [AnyOperationHandle?]?
  private(set) var rare: HandleRarities?

  /// Those whose values it takes, and those before it, until it ends; nil in the place of one that
  /// has not been submitted.
  var dependencies: [AnyOperationHandle?] {
    get { heldDependencies ?? [] }
    set { heldDependencies = newValue.isEmpty ? nil : newValue }
    _modify {
      var dependencies: [AnyOperationHandle?] = []
      if let held = heldDependencies {
        heldDependencies = nil
        dependencies = held
      }
      defer { heldDependencies = dependencies.isEmpty ? nil : dependencies }
      yield &dependencies
    }
  }

  var dependencyCount: Int { heldDependencies?.count ?? 0 }
  var hasClaims: Bool { rare?.claims != nil }
  var host: OperationManager? { rare?.host }
  var reason: CancellationReason? { rare?.reason }
  var error: (any Error)? { rare?.error }
  var hasWaiters: Bool { rare?.waiters.isEmpty == false }
  var mailboxes: [Mailbox<OperationState>] { rare?.mailboxes ?? [] }
  var deadlines: [Agenda.Ticket] { rare?.deadlines ?? [] }
  var fraction: Double { rare?.fraction ?? 0 }
  var interruptions: Int { rare?.interruptions ?? 0 }
  var blocker: (kind: Blockage, number: UInt64) { rare?.blocker ?? (.nothing, 0) }

  /// What few operations need, made when it is needed.
  var rarities: HandleRarities {
    mutating get {
      if let rare { return rare }
      let made = HandleRarities()
      rare = made
      return made
    }
  }
}

/// What changes about an operation that somebody waits for, that failed, or that has deadlines.
final class HandleRarities {
  /// The manager whose place it takes, if that is another than its own.
  var host: OperationManager?
  /// Those who are to hold it once it is submitted, and in which place.
  var claims: PagedQueue<(NodeID, Int)>?
  /// One of those before it that had ended when the edge was made, and that decides about it.
  var endedBefore: AnyOperationHandle?
  var reason: CancellationReason?
  var error: (any Error)?
  var waiters = WaiterList()
  /// Those who took a ticket and had not come when the outcome was told: they find it when they do.
  var arriving = WaiterList()
  var mailboxes: [Mailbox<OperationState>] = []
  /// How many of its attempts were interrupted by an operation that took its place.
  var interruptions = 0
  /// How much of the work its body says is done.
  var fraction = 0.0
  /// How often each of its conditions has asked for an operation before it, since the last attempt.
  var detours: [Int32] = []
  /// The key by which it is shared.
  var key: AnyHashable?
  /// What is set for it on the agenda of its manager.
  var deadlines: [Agenda.Ticket] = []
  /// The deadline of its present attempt.
  var attemptDeadline: Agenda.Ticket?
  /// What it waited for last, and the number of who let it go on.
  var blocker = (kind: Blockage.nothing, number: UInt64(0))
  /// When its present attempt began, if its manager records.
  var attemptBegan: Duration?
  /// What its manager writes down of it, if it does.
  var record: Recorder.Entry?
}

/// Somebody who waits for the end of an operation.
struct OperationWaiter {
  enum Wake {
    /// It took its ticket, and has not come yet.
    case expected
    case task(UnsafeContinuation<Bool, Never>)
    /// It was cancelled before it came.
    case cancelled
    /// Its time ran out before it came.
    case late
  }

  var ticket: UInt64
  var wake = Wake.expected
  /// The operation from whose body it waits.
  var awaiting: AnyOperationHandle?
}

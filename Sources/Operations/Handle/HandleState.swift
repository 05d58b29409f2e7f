/// The mutable state of an operation outside the machine.
///
/// Fields that few operations need are stored separately: most operations are created, run and
/// released without them.
struct HandleState {
  var isSubmitted = false
  var hasSettled = false
  var isCancelRequested = false
  /// Its last reference was released before it was submitted.
  var isForgotten = false
  /// Its current attempt timed out and was interrupted.
  var isAttemptOver = false
  /// It has its slot, and its volatile conditions are being evaluated before the body.
  var isRechecking = false
  /// The handle was returned by `shared`, and has neither been awaited nor given an edge.
  var isReservation = false
  /// The number of the last attempt, starting with 1.
  var attempt = 0
  var startedAt: Int64 = 0
  /// The number of calls of its type's `schedule` method.
  var scheduleCalls = 0
  /// How it ended.
  var verdict: Verdict?
  /// The driver that runs it, while it runs.
  var driver: Driver?
  private var heldDependencies: [AnyOperationHandle?]?
  private(set) var existingExtras: HandleExtras?

  /// The operations whose values it reads and the other dependencies, until it ends; nil for a
  /// dependency that was released before it was submitted.
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
  var hasClaims: Bool { existingExtras?.claims != nil }
  var host: OperationManager? { existingExtras?.host }
  var reason: OperationCancellationReason? { existingExtras?.reason }
  var error: (any Error)? { existingExtras?.error }
  var hasWaiters: Bool { existingExtras?.waiters.isEmpty == false }
  var mailboxes: [Mailbox<OperationState>] { existingExtras?.mailboxes ?? [] }
  var deadlines: [Deadlines.Ticket] { existingExtras?.deadlines ?? [] }
  var fraction: Double { existingExtras?.fraction ?? 0 }
  var interruptions: Int { existingExtras?.interruptions ?? 0 }
  var blocker: (kind: Blockage, number: UInt64) { existingExtras?.blocker ?? (.nothing, 0) }

  /// The rarely used fields, created on first use.
  var extras: HandleExtras {
    mutating get {
      if let existingExtras { return existingExtras }
      let made = HandleExtras()
      existingExtras = made
      return made
    }
  }
}

/// State of operations that are awaited, have failed, or have deadlines.
final class HandleExtras {
  /// The manager whose slot it uses, if that is not its own.
  var host: OperationManager?
  /// The operations that will hold it once it is submitted, and at which index.
  var claims: PagedQueue<(NodeID, Int)>?
  /// A dependency that had ended when the edge was added, and that decides about this operation.
  var endedBefore: AnyOperationHandle?
  var reason: OperationCancellationReason?
  var error: (any Error)?
  var waiters = WaiterList()
  /// Waiters with a ticket that had not parked when the outcome was delivered: they find it when
  /// they park.
  var arriving = WaiterList()
  var mailboxes: [Mailbox<OperationState>] = []
  /// The number of attempts interrupted by a preempting operation.
  var interruptions = 0
  /// The completed share of the work, as reported by the body.
  var fraction = 0.0
  /// How often each condition has requested another operation since the last attempt.
  var prerequisiteRequests: [Int32] = []
  /// The key by which it is shared.
  var key: AnyHashable?
  /// Its entries in the deadlines of its manager.
  var deadlines: [Deadlines.Ticket] = []
  /// The deadline of the current attempt.
  var attemptDeadline: Deadlines.Ticket?
  /// What it last waited for, and the number of the operation that released it.
  var blocker = (kind: Blockage.nothing, number: UInt64(0))
  /// When the current attempt began, if the manager records a trace.
  var attemptBegan: Duration?
  /// Its entry in the trace of the manager, if it records one.
  var record: Recorder.Entry?
}

/// A waiter for the end of an operation.
struct OperationWaiter {
  enum Wake {
    /// It has a ticket and has not parked yet.
    case expected
    case task(UnsafeContinuation<Bool, Never>)
    /// It was cancelled before it parked.
    case cancelled
    /// It timed out before it parked.
    case late
  }

  var ticket: UInt64
  var wake = Wake.expected
  /// The operation whose body is waiting.
  var awaiting: AnyOperationHandle?
}

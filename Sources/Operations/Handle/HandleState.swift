internal import StageFloor

/// The state of an operation outside the machine; ``HandleExtras`` has what few operations need.
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
  /// Only some of its many edges have been added: no method returns its handle yet.
  var isLinking = false
  var attempt: Int32 = 0
  var startedAt: Int64 = 0
  var scheduleCalls: Int32 = 0
  var verdict: Verdict?
  var driver: Driver? {
    get { unretainedDriver?.takeUnretainedValue() }
    set { unretainedDriver = newValue.map(Unmanaged.passUnretained) }
  }
  /// A driver lives longer than the runs of its operations: its task retains it.
  private var unretainedDriver: Unmanaged<Driver>?
  /// The only dependency, which needs no array; or several.
  private(set) var onlyDependency: AnyOperationHandle?
  private(set) var severalDependencies: [AnyOperationHandle?]?
  private(set) var existingExtras: HandleExtras?

  /// Until it ends; nil for a dependency that was released before it was submitted.
  var dependencies: [AnyOperationHandle?] {
    get { onlyDependency.map { [$0] } ?? severalDependencies ?? [] }
    set { holdDependencies(newValue) }
    _modify {
      var dependencies: [AnyOperationHandle?] = []
      if let several = severalDependencies {
        severalDependencies = nil
        dependencies = several
      } else if let only = onlyDependency {
        onlyDependency = nil
        dependencies = [only]
      }
      defer { holdDependencies(dependencies) }
      yield &dependencies
    }
  }

  private mutating func holdDependencies(_ dependencies: [AnyOperationHandle?]) {
    (onlyDependency, severalDependencies) = (nil, nil)
    if dependencies.count == 1, let only = dependencies[0] {
      onlyDependency = only
    } else if !dependencies.isEmpty {
      severalDependencies = dependencies
    }
  }

  mutating func hold(_ dependency: AnyOperationHandle) {
    if !hasDependencies { onlyDependency = dependency } else { dependencies.append(dependency) }
  }

  var hasDependencies: Bool { onlyDependency != nil || severalDependencies != nil }

  /// To be released without the lock.
  mutating func takeDependencies() -> (only: AnyOperationHandle?, several: [AnyOperationHandle?]?) {
    defer { (onlyDependency, severalDependencies) = (nil, nil) }
    return (onlyDependency, severalDependencies)
  }

  /// Whether nothing outside the machine waits for the operation, watches it or is held by it.
  var isUnattended: Bool { existingExtras == nil && !hasDependencies }

  var dependencyCount: Int { onlyDependency != nil ? 1 : severalDependencies?.count ?? 0 }
  var hasClaims: Bool { existingExtras?.claims != nil }
  var host: OperationManager? { existingExtras?.host }
  var reason: OperationError.Reason? { existingExtras?.reason ?? verdict?.reason }
  var error: (any Error)? { existingExtras?.error }
  var hasWaiters: Bool { existingExtras?.waiters.isEmpty == false }
  var mailboxes: [Mailbox<AnyOperationHandle.State>] { existingExtras?.mailboxes ?? [] }
  var deadlines: [Deadlines.Ticket] { existingExtras?.deadlines ?? [] }
  var fraction: Double { existingExtras?.fraction ?? 0 }
  var interruptions: Int { existingExtras?.interruptions ?? 0 }
  var blocker: (kind: Blockage, number: UInt64) { existingExtras?.blocker ?? (.nothing, 0) }

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
  @exclusivity(unchecked) var host: OperationManager?
  /// The operations that will hold it once it is submitted, and at which index.
  @exclusivity(unchecked) var claims: PagedQueue<(NodeID, Int)>?
  /// A dependency that had ended when the edge was added, and that decides about this operation.
  @exclusivity(unchecked) var endedBefore: AnyOperationHandle?
  @exclusivity(unchecked) var reason: OperationError.Reason?
  @exclusivity(unchecked) var error: (any Error)?
  @exclusivity(unchecked) var waiters = WaiterList()
  /// Waiters that had not parked when the outcome was delivered: they find it when they park.
  @exclusivity(unchecked) var arriving = WaiterList()
  @exclusivity(unchecked) var mailboxes: [Mailbox<AnyOperationHandle.State>] = []
  @exclusivity(unchecked) var interruptions = 0
  @exclusivity(unchecked) var fraction = 0.0
  /// The operations of which it is a part.
  @exclusivity(unchecked) var followers: [WeightedProgress.Follower] = []
  /// The progress of its own parts.
  @exclusivity(unchecked) var weightedProgress: WeightedProgress?
  /// How often each condition has requested another operation since the last attempt.
  @exclusivity(unchecked) var prerequisiteRequests: [Int32] = []
  @exclusivity(unchecked) var key: AnyHashable?
  @exclusivity(unchecked) var deadlines: [Deadlines.Ticket] = []
  @exclusivity(unchecked) var attemptDeadline: Deadlines.Ticket?
  /// What it last waited for, and the number of the operation that released it.
  @exclusivity(unchecked) var blocker = (kind: Blockage.nothing, number: UInt64(0))
  @exclusivity(unchecked) var attemptBegan: Duration?
  @exclusivity(unchecked) var record: Recorder.Entry?
  @exclusivity(unchecked) var surroundings: BodySurroundings?
  /// The task of the current attempt, if that is not its driver's.
  @exclusivity(unchecked) var bodyTask: TaskIdentity?
}

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
  /// The operation whose body started the task that is waiting.
  var starter: NodeID?
  /// The task runs a step of a graph for whose end the body of `starter` waits.
  var isStep = false

  /// The operation with a link to the one that is waited for.
  var linked: NodeID? { awaiting?.id ?? (isStep ? starter : nil) }
}

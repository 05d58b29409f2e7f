extension OperationTrace {
  /// One operation of a trace.
  public struct Node: Sendable, Hashable, Identifiable {
    /// The operation's number, unique in the trace.
    public var id: Int
    /// The operation's name, for display.
    public var name: String
    /// The lane: `"compute"`, `"main"`, `"thread"`, or the name of an actor.
    public var lane: String
    /// The number of the worker of the lane that ran the operation, starting at 0.
    public var track: Int
    /// Whether the operation occupied a processor while it ran, rather than only waiting.
    public var occupiesCore: Bool

    /// When the operation was submitted.
    public var submitted: Duration?
    /// When the operation needed only a free worker.
    public var ready: Duration?
    /// When the first attempt started.
    public var started: Duration?
    /// When the outcome was decided and the body, if it had started, had returned.
    public var ended: Duration?
    /// The attempts; may be empty if there was one, from ``started`` to ``ended``.
    public var attempts: [Attempt]

    /// How the operation ended; nil if it has not.
    public var ending: OperationEnding?
    /// The error with which it failed, or the reason why it was cancelled or skipped, as text.
    public var reason: String?
    /// The operations that it depends on.
    public var dependencies: [Dependency]
    /// What it waited for last.
    public var blocker: Blocker

    /// Creates an operation of a trace; omitted times have not occurred.
    ///
    /// - Parameters:
    ///   - id: A number that is unique in the trace.
    ///   - name: The name, for display.
    ///   - lane: The lane: `"compute"`, `"main"`, `"thread"`, or the name of an actor.
    ///   - track: The number of the worker of the lane.
    ///   - occupiesCore: Whether the operation occupied a processor; `nil` means that it did unless
    ///     the lane is `"thread"`.
    ///   - submitted: When the operation was submitted.
    ///   - ready: When it needed only a free worker.
    ///   - started: When the first attempt started.
    ///   - ended: When the operation ended.
    ///   - attempts: The attempts; may be empty if there was one.
    ///   - ending: How the operation ended; nil if it has not.
    ///   - reason: The error with which it failed, or the reason why it was cancelled or skipped.
    ///   - dependencies: The operations that it depends on.
    ///   - blocker: What it waited for last.
    public init(
      id: Int, name: String, lane: String = "compute", track: Int = 0, occupiesCore: Bool? = nil,
      submitted: Duration? = nil, ready: Duration? = nil, started: Duration? = nil,
      ended: Duration? = nil, attempts: [Attempt] = [], ending: OperationEnding? = nil,
      reason: String? = nil, dependencies: [Dependency] = [], blocker: Blocker = .nothing
    ) {
      self.id = id
      self.name = name
      self.lane = lane
      self.track = track
      self.occupiesCore = occupiesCore ?? (lane != "thread")
      self.submitted = submitted
      self.ready = ready
      self.started = started
      self.ended = ended
      self.attempts = attempts
      self.ending = ending
      self.reason = reason
      self.dependencies = dependencies
      self.blocker = blocker
    }

    /// The time from start to end; zero if either is missing.
    public var span: Duration {
      guard let started, let ended else { return .zero }
      return max(.zero, ended - started)
    }

    /// The time for which it ran: the sum of its attempts, without the pauses between them.
    public var running: Duration {
      attempts.isEmpty ? span : attempts.reduce(.zero) { $0 + max(.zero, $1.ended - $1.started) }
    }

    /// Whether it succeeded without running, because a condition supplied its value.
    public var isSatisfied: Bool { ending == .succeeded && submitted != nil && started == nil }

    /// The ending in one word, for an export.
    var endingWord: String { isSatisfied ? "satisfied" : ending?.description ?? "unfinished" }

    var lastMoment: Duration {
      let moments = [submitted, ready, started, ended, attempts.last?.ended]
      return moments.reduce(.zero) { max($0, $1 ?? .zero) }
    }
  }

  /// One attempt to run an operation.
  public struct Attempt: Sendable, Hashable {
    /// When the body was called.
    public var started: Duration
    /// When the body returned.
    public var ended: Duration

    /// Creates an attempt.
    ///
    /// - Parameters:
    ///   - started: When the body was called.
    ///   - ended: When the body returned.
    public init(started: Duration, ended: Duration) {
      self.started = started
      self.ended = ended
    }
  }

  /// A dependency of an operation.
  public struct Dependency: Sendable, Hashable {
    /// What the dependent operation needs.
    public enum Kind: Sendable, Hashable {
      /// The value of the other operation.
      case requires
      /// Only that the other operation ends first.
      case follows
      /// Something else, as one word, such as a result or a failure.
      case other(String)
    }

    /// The ``Node/id`` of the operation that comes first.
    public var id: Int
    /// What is needed from that operation.
    public var kind: Kind

    /// Creates a dependency on an operation.
    ///
    /// - Parameters:
    ///   - id: The ``Node/id`` of the operation that comes first.
    ///   - kind: What is needed from that operation.
    public init(on id: Int, _ kind: Kind = .requires) {
      self.id = id
      self.kind = kind
    }
  }

  /// What an operation waited for last; to start earlier, this would have had to end earlier.
  public enum Blocker: Sendable, Hashable {
    /// Nothing: it started as soon as it was submitted.
    case nothing
    /// An operation that it depends on.
    case dependency(Int)
    /// An operation that held a category it needs.
    case category(String, heldBy: Int)
    /// An operation that occupied the worker or lane on which it was to run.
    case width(freedBy: Int)
    /// A condition that took time to evaluate.
    case condition(String)

    /// The ``Node/id`` of the operation that it waited for.
    public var id: Int? {
      switch self {
      case .dependency(let id), .category(_, heldBy: let id), .width(freedBy: let id): id
      case .nothing, .condition: nil
      }
    }
  }
}

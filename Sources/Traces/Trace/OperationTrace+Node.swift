extension OperationTrace {
  /// One operation of a trace.
  public struct Node: Sendable, Hashable, Identifiable {
    /// A number that no other operation of the trace has.
    public var id: Int
    /// Its name, for people.
    public var name: String
    /// Where it ran: `"compute"`, `"main"`, `"blocking"`, or the name of an actor.
    public var lane: String
    /// Which worker of the lane ran it, counted from 0.
    public var track: Int
    /// Whether it kept a processor busy while it ran, and did not merely wait.
    public var occupiesCore: Bool

    /// When it was handed over.
    public var submitted: Duration?
    /// When nothing but a free worker was missing.
    public var ready: Duration?
    /// When its first attempt began.
    public var started: Duration?
    /// When its outcome stood and its body, if it had begun, had returned.
    public var ended: Duration?
    /// Its attempts; may be empty if there was one, from ``started`` to ``ended``.
    public var attempts: [Attempt]

    /// How it ended.
    public var ending: Ending
    /// What it depends on.
    public var dependencies: [Dependency]
    /// What it waited for last.
    public var blocker: Blocker

    /// An operation of a trace; whatever is left out has not happened.
    public init(
      id: Int, name: String, lane: String = "compute", track: Int = 0, occupiesCore: Bool? = nil,
      submitted: Duration? = nil, ready: Duration? = nil, started: Duration? = nil,
      ended: Duration? = nil, attempts: [Attempt] = [], ending: Ending = .unfinished,
      dependencies: [Dependency] = [], blocker: Blocker = .nothing
    ) {
      self.id = id
      self.name = name
      self.lane = lane
      self.track = track
      self.occupiesCore = occupiesCore ?? (lane != "blocking")
      self.submitted = submitted
      self.ready = ready
      self.started = started
      self.ended = ended
      self.attempts = attempts
      self.ending = ending
      self.dependencies = dependencies
      self.blocker = blocker
    }

    /// The time from its start to its end; zero if it has not both.
    public var span: Duration {
      guard let started, let ended else { return .zero }
      return max(.zero, ended - started)
    }

    /// The time it ran: its attempts without the pauses between them.
    public var running: Duration {
      attempts.isEmpty ? span : attempts.reduce(.zero) { $0 + max(.zero, $1.ended - $1.started) }
    }

    /// The last moment of which it tells.
    var lastMoment: Duration {
      let moments = [submitted, ready, started, ended, attempts.last?.ended]
      return moments.reduce(.zero) { max($0, $1 ?? .zero) }
    }
  }

  /// One of the times that an operation was tried.
  public struct Attempt: Sendable, Hashable {
    /// When its body was called.
    public var started: Duration
    /// When its body returned.
    public var ended: Duration

    /// An attempt between these moments.
    public init(started: Duration, ended: Duration) {
      self.started = started
      self.ended = ended
    }
  }

  /// How an operation ended; the texts say why.
  public enum Ending: Sendable, Hashable {
    /// Its body returned.
    case succeeded
    /// A condition found that nothing was left to do.
    case satisfied
    /// Its body threw.
    case failed(String)
    /// It was cancelled, or what it requires has failed.
    case cancelled(String)
    /// A condition found that it need not be done.
    case skipped(String)
    /// It has not ended.
    case unfinished

    /// The case in one word.
    public var word: String {
      switch self {
      case .succeeded: "succeeded"
      case .satisfied: "satisfied"
      case .failed: "failed"
      case .cancelled: "cancelled"
      case .skipped: "skipped"
      case .unfinished: "unfinished"
      }
    }

    /// Why, if there is more to say than the word.
    public var reason: String? {
      switch self {
      case .failed(let reason), .cancelled(let reason), .skipped(let reason): reason
      case .succeeded, .satisfied, .unfinished: nil
      }
    }
  }

  /// What an operation depends on.
  public struct Dependency: Sendable, Hashable {
    /// What the one needs of the other.
    public enum Kind: Sendable, Hashable {
      /// Its value.
      case requires
      /// Only that it comes first.
      case follows
      /// Something else, in a word: its result, its failure.
      case other(String)
    }

    /// The ``Node/id`` of the operation that comes first.
    public var id: Int
    /// What is needed of it.
    public var kind: Kind

    /// A dependency on the operation with this number.
    public init(on id: Int, _ kind: Kind = .requires) {
      self.id = id
      self.kind = kind
    }
  }

  /// What an operation waited for last: what would have had to come earlier, for it to do so.
  public enum Blocker: Sendable, Hashable {
    /// It started as soon as it was handed over.
    case nothing
    /// An operation on which it depends.
    case dependency(Int)
    /// An operation that held a category it needs.
    case category(String, heldBy: Int)
    /// An operation that ran where it was to run.
    case width(freedBy: Int)
    /// A condition that took its time.
    case condition(String)

    /// The ``Node/id`` of the operation it waited for.
    public var id: Int? {
      switch self {
      case .dependency(let id), .category(_, heldBy: let id), .width(freedBy: let id): id
      case .nothing, .condition: nil
      }
    }
  }
}

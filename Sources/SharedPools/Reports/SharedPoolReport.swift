/// The state of a shared pool at one moment: every resource, and the line.
public struct SharedPoolReport: Hashable, Sendable, Codable {
  /// The state of a resource.
  public enum State: String, Hashable, Sendable, Codable, CaseIterable {
    /// It can be lent.
    case free
    /// It is lent.
    case lent
    /// Its lease has expired, and the grace period has not ended.
    case overdue
    /// It waits for a keeper.
    case quarantined
    /// It is lent, and will be retired when it is returned.
    case draining
    /// It is out of service for good; its name is still known.
    case retired
  }

  /// A resource.
  public struct Resource: Hashable, Sendable, Codable {
    /// Its name.
    public var name: String
    /// Its labels.
    public var labels: Labels
    /// Its state.
    public var state: State
    /// The affinity key that it shows, if any.
    public var shows: String?
    /// Why it is or will be quarantined, if so.
    public var reason: String?
    /// Its holder, if it is lent.
    public var holder: Holder?

    /// Creates an entry.
    public init(
      name: String, labels: Labels, state: State, shows: String? = nil, reason: String? = nil,
      holder: Holder? = nil
    ) {
      self.name = name
      self.labels = labels
      self.state = state
      self.shows = shows
      self.reason = reason
      self.holder = holder
    }
  }

  /// The holder of a resource.
  public struct Holder: Hashable, Sendable, Codable {
    /// The request that was granted.
    public var request: LendingID
    /// The session that asked.
    public var session: LendingSession
    /// The fence.
    public var fence: Fence
    /// How long ago it was granted.
    public var held: Duration
    /// How long it lives without renewal; negative if it is overdue.
    public var remaining: Duration

    /// Creates an entry.
    public init(
      request: LendingID, session: LendingSession, fence: Fence, held: Duration,
      remaining: Duration
    ) {
      self.request = request
      self.session = session
      self.fence = fence
      self.held = held
      self.remaining = remaining
    }
  }

  /// A waiting request.
  public struct Waiter: Hashable, Sendable, Codable {
    /// The request.
    public var request: LendingID
    /// The session that asked.
    public var session: LendingSession
    /// What is wanted.
    public var wants: [Want]
    /// Its priority.
    public var priority: Int
    /// How long it has waited.
    public var waited: Duration

    /// Creates an entry.
    public init(
      request: LendingID, session: LendingSession, wants: [Want], priority: Int, waited: Duration
    ) {
      self.request = request
      self.session = session
      self.wants = wants
      self.priority = priority
      self.waited = waited
    }
  }

  /// The rules.
  public var settings: SharedPoolSettings
  /// The resources, in the order in which they were added.
  public var resources: [Resource]
  /// The line, in order: at most the first 1,000 requests.
  public var line: [Waiter]
  /// How many requests wait.
  public var waiting: Int
  /// How many entries of each kind the log has received, including those that were removed from it;
  /// none for a kind that has not happened.
  ///
  /// After the upgrade of a file of edition 1, only entries that it still had are counted.
  public var events: [LendingEvent.Kind: Int]

  /// Creates a report.
  public init(
    settings: SharedPoolSettings, resources: [Resource], line: [Waiter], waiting: Int,
    events: [LendingEvent.Kind: Int] = [:]
  ) {
    self.settings = settings
    self.resources = resources
    self.line = line
    self.waiting = waiting
    self.events = events
  }

  /// How many resources are in this state.
  public func count(of state: State) -> Int { resources.count { $0.state == state } }
}

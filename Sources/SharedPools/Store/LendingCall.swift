/// What a client asks of a store.
@_spi(Store) public enum LendingCall: Hashable, Sendable, Codable {
  /// Opens the pool for a session. If there is no such pool, it is created with these rules, or
  /// with the default ones; an existing pool keeps its own.
  case open(settings: SharedPoolSettings?, session: LendingSession)
  /// Asks for resources. The same identifier receives the same answer for a day.
  case ask(LendingAsk)
  /// Renews leases, keeps a session's place in the line, and reads what became of its requests.
  case renew(LendingRenewalBatch)
  /// Returns resources.
  case giveBack(LendingReturn)
  /// Gives up a request. If it has not arrived yet, it will be refused when it does; if it was
  /// granted, its resources are returned.
  case withdraw(LendingID)
  /// Ends what is due: expired leases, sessions that have gone.
  case sweep
  /// Ends a session: its waiting requests end, and its leases are returned.
  case close(session: LendingID)
  /// Changes the stock or the rules.
  case keep(LendingUpkeep)
  /// Reads the state of the pool.
  case report
  /// Reads at most `limit` entries of the log after the one with this number.
  case events(after: Int64, limit: Int)
}

/// A process that borrows, as the report shows it.
public struct LendingSession: Hashable, Sendable, Codable {
  /// Made by the client, one for each pool object.
  public var id: LendingID
  /// The name of the machine.
  public var host: String
  /// The number of the process.
  public var process: Int32
  /// What the process works on, such as a build, or an empty string.
  public var job: String

  /// Creates a description.
  public init(id: LendingID, host: String, process: Int32, job: String = "") {
    self.id = id
    self.host = host
    self.process = process
    self.job = job
  }

  /// The holder, as the log names it.
  var text: String {
    job.isEmpty ? "\(host), process \(process)" : "\(job) (\(host), process \(process))"
  }
}

/// A request for one or several resources: all or none.
@_spi(Store) public struct LendingAsk: Hashable, Sendable, Codable {
  /// Made by the client before the first byte is sent.
  public var id: LendingID
  /// The session that asks.
  public var session: LendingID
  /// What is wanted: 1 to 64 resources in all.
  public var wants: [Want]
  /// From -100 to 100; a larger number is served earlier.
  public var priority: Int
  /// Whether to join the line if not all are free.
  public var joinsLine: Bool

  /// Creates a request.
  public init(
    id: LendingID, session: LendingID, wants: [Want], priority: Int = 0, joinsLine: Bool = true
  ) {
    self.id = id
    self.session = session
    self.wants = wants
    self.priority = priority
    self.joinsLine = joinsLine
  }
}

/// A lease as the store records it: which request, and the fence that proves the holder.
@_spi(Store) public struct LendingKey: Hashable, Sendable, Codable {
  /// The request that was granted.
  public var request: LendingID
  /// The fence of the grant.
  public var fence: Fence

  /// Creates a key.
  public init(request: LendingID, fence: Fence) {
    self.request = request
    self.fence = fence
  }
}

/// What a session sends at intervals of a third of the time to live.
@_spi(Store) public struct LendingRenewalBatch: Hashable, Sendable, Codable {
  /// The session.
  public var session: LendingID
  /// The leases to renew.
  public var leases: [LendingKey]
  /// The waiting requests whose answers are wanted.
  public var waiting: [LendingID]

  /// Creates a batch.
  public init(session: LendingID, leases: [LendingKey] = [], waiting: [LendingID] = []) {
    self.session = session
    self.leases = leases
    self.waiting = waiting
  }
}

/// What is returned, and how.
@_spi(Store) public struct LendingReturn: Hashable, Sendable, Codable {
  /// The state in which resources are returned.
  public enum Condition: Hashable, Sendable, Codable {
    /// Ready to be lent again. If `shows` is given, it is the new affinity key.
    case ready(shows: String?)
    /// Not to be lent until a keeper has repaired it.
    case quarantined(reason: String)
  }

  /// The lease.
  public var lease: LendingKey
  /// The names of the resources, or an empty array for all of the lease.
  public var names: [String]
  /// Their state.
  public var condition: Condition

  /// Creates a return.
  public init(lease: LendingKey, names: [String] = [], condition: Condition = .ready(shows: nil)) {
    self.lease = lease
    self.names = names
    self.condition = condition
  }
}

/// A resource to be added.
@_spi(Store) public struct LendingAddition: Hashable, Sendable, Codable {
  /// Its name, unique in the pool.
  public var name: String
  /// Its labels.
  public var labels: Labels
  /// What borrowers receive with it.
  public var payload: [UInt8]
  /// Identifies the addition, so that it can be repeated.
  public var token: LendingID

  /// Creates an addition.
  public init(name: String, labels: Labels, payload: [UInt8], token: LendingID) {
    self.name = name
    self.labels = labels
    self.payload = payload
    self.token = token
  }
}

/// What a keeper does.
@_spi(Store) public enum LendingUpkeep: Hashable, Sendable, Codable {
  /// Adds resources: all of them, or none if a name is in use. The same token adds a resource only
  /// once. A retired name is put into service again.
  case add([LendingAddition])
  /// Retires a resource: at once if it is not lent, else when it is returned.
  case drain(name: String)
  /// Takes a resource out of service: at once if it is not lent, else when it is returned.
  case quarantine(name: String, reason: String)
  /// Puts a quarantined, draining or retired resource into service.
  case repair(name: String)
  /// Ends the lease of a resource: it can no longer be renewed, and its holder is notified. The
  /// resource is free when it is returned, or when the lease and the grace period would have ended;
  /// if `immediately`, at once.
  case takeBack(name: String, reason: String, immediately: Bool)
  /// Replaces the rules. They apply to a lease from its next renewal on, except that its end never
  /// moves to an earlier moment: its holder relies on the end that it has received.
  case configure(SharedPoolSettings)
}

@_spi(Store) extension LendingUpkeep {
  /// Adds one resource.
  public static func add(
    name: String, labels: Labels, payload: [UInt8], token: LendingID
  ) -> LendingUpkeep {
    .add([LendingAddition(name: name, labels: labels, payload: payload, token: token)])
  }
}

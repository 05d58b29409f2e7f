#if SQLite
@_spi(Store) internal import StagecraftSharedPools

extension PoolTables {
  func resource(named name: String) throws(SQLiteFailure) -> LendingResourceRecord? {
    try connection.first(
      """
      SELECT lend_resource.ordinal, name, labels, bytes, token, state, state_on_return, reason,
        shows, freed_at, request, want, is_preferred
      FROM lend_resource LEFT JOIN lend_payload ON lend_payload.ordinal = lend_resource.ordinal
      WHERE pool = ?1 AND name = ?2
      """, .integer(number), .text(name), read: readResource)
  }

  func resource(at ordinal: Int) throws(SQLiteFailure) -> LendingResourceRecord {
    if let seen = seen[ordinal] { return seen }
    let found = try connection.first(
      """
      SELECT lend_resource.ordinal, name, labels, bytes, token, state, state_on_return, reason,
        shows, freed_at, request, want, is_preferred
      FROM lend_resource LEFT JOIN lend_payload ON lend_payload.ordinal = lend_resource.ordinal
      WHERE lend_resource.ordinal = ?1
      """, .integer(ordinal), read: readResource)
    guard let found else { throw .nonsense("A resource is missing.") }
    return found
  }

  func resources(of request: LendingID) throws(SQLiteFailure) -> [LendingResourceRecord] {
    var held: [LendingResourceRecord] = []
    for ordinal in try ordinals(of: request) {
      let resource = try resource(at: ordinal)
      // It may have been returned before the others.
      if resource.request == request { held.append(resource) }
    }
    return held.sorted { ($0.want, $0.ordinal) < ($1.want, $1.ordinal) }
  }

  func allResources() throws(SQLiteFailure) -> [LendingResourceRecord] {
    try connection.all(
      """
      SELECT lend_resource.ordinal, name, labels, bytes, token, state, state_on_return, reason,
        shows, freed_at, request, want, is_preferred
      FROM lend_resource LEFT JOIN lend_payload ON lend_payload.ordinal = lend_resource.ordinal
      WHERE pool = ?1 ORDER BY lend_resource.ordinal
      """, .integer(number), read: readResource)
  }

  func insert(_ resource: LendingResourceRecord) throws(SQLiteFailure) -> Int {
    try connection.run(
      "INSERT INTO lend_resource VALUES (NULL, ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)",
      .integer(number), .text(resource.name), .text(Coding.encode(resource.labels)),
      .id(resource.token), .integer(resource.state.code), .integer(resource.stateOnReturn.code),
      .text(resource.reason), .text(resource.shows), .integer(resource.freedAt),
      .id(resource.request), .integer(resource.want), .flag(resource.isPreferred))
    var resource = resource
    resource.ordinal = Int(connection.lastRow)
    try connection.run(
      "INSERT INTO lend_payload VALUES (?1, ?2)", .integer(resource.ordinal),
      .bytes(resource.payload))
    seen[resource.ordinal] = resource
    try recordFits(of: resource)
    return resource.ordinal
  }

  func update(_ resource: LendingResourceRecord) throws(SQLiteFailure) {
    let old = try self.resource(at: resource.ordinal)
    seen[resource.ordinal] = resource
    if let request = resource.request, request != old.request {
      lent[request, default: []].append(resource.ordinal)
    }
    if old.token != resource.token || old.name != resource.name || old.labels != resource.labels {
      try connection.run(
        "UPDATE lend_resource SET name = ?2, labels = ?3, token = ?4 WHERE ordinal = ?1",
        .integer(resource.ordinal), .text(resource.name), .text(Coding.encode(resource.labels)),
        .id(resource.token))
    }
    if old.payload != resource.payload {
      try connection.run(
        "UPDATE lend_payload SET bytes = ?2 WHERE ordinal = ?1", .integer(resource.ordinal),
        .bytes(resource.payload))
    }
    try connection.run(
      """
      UPDATE lend_resource SET state = ?2, state_on_return = ?3, reason = ?4, shows = ?5,
        freed_at = ?6, request = ?7, want = ?8, is_preferred = ?9
      WHERE ordinal = ?1
      """, .integer(resource.ordinal), .integer(resource.state.code),
      .integer(resource.stateOnReturn.code), .text(resource.reason), .text(resource.shows),
      .integer(resource.freedAt), .id(resource.request), .integer(resource.want),
      .flag(resource.isPreferred))
    if old.labels != resource.labels {
      try removeFits(of: old)
      try recordFits(of: resource)
    } else {
      try moveFits(from: old, to: resource)
    }
  }

  private func readResource(_ row: Row) throws(SQLiteFailure) -> LendingResourceRecord {
    var resource = LendingResourceRecord(
      ordinal: row.int(0), name: row.text(1), labels: Coding.labels(row.text(2)),
      payload: row.bytes(3), token: try row.id(4), freedAt: try row.instant(9))
    resource.state = try LendingResourceRecord.State(code: row.int(5))
    resource.stateOnReturn = try LendingResourceRecord.State(code: row.int(6))
    // On its return it cannot be lent again by itself.
    if resource.stateOnReturn == .lent { throw .nonsense("A resource is lent on its return.") }
    resource.reason = row.optionalText(7)
    resource.shows = row.optionalText(8)
    resource.request = try row.optionalID(10)
    resource.want = row.int(11)
    resource.isPreferred = row.flag(12)
    seen[resource.ordinal] = resource
    return resource
  }
}

extension LendingResourceRecord {
  /// Whether it can be lent when it is returned.
  var isInStock: Bool { state != .retired && stateOnReturn != .retired }
}

extension LendingResourceRecord.State {
  var code: Int {
    switch self {
    case .free: 0
    case .lent: 1
    case .quarantined: 2
    case .retired: 3
    }
  }

  init(code: Int) throws(SQLiteFailure) {
    switch code {
    case 0: self = .free
    case 1: self = .lent
    case 2: self = .quarantined
    case 3: self = .retired
    default: throw .nonsense("\(code) is not a state of a resource.")
    }
  }
}
#endif

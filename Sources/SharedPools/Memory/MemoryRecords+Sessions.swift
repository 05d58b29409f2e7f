@_spi(Store) extension MemoryRecords {
  /// The session with this identifier.
  public func session(_ id: LendingID) -> LendingSessionRecord? { sessions[id] }

  /// Adds or replaces a session.
  public mutating func setSession(_ session: LendingSessionRecord) {
    removeFromSessionsWithoutLease(session.session.id)
    sessions[session.session.id] = session
    addToSessionsWithoutLease(session.session.id)
  }

  /// Removes a session.
  public mutating func removeSession(_ id: LendingID) {
    removeFromSessionsWithoutLease(id)
    sessions[id] = nil
    sessions.releaseSpareCapacity()
  }

  /// Sessions that are present until `instant` or a time before it, and hold no lease, by
  /// identifier.
  public func sessions(unseenSince instant: Int64, limit: Int) -> [LendingID] {
    let all = sessionsWithoutLease.lazy.prefix { $0.instant <= instant }.map(\.id)
      .sorted { ($0.high, $0.low) < ($1.high, $1.low) }
    return Array(all.prefix(limit))
  }

  /// Appends an entry to the log.
  public mutating func append(_ event: LendingEvent) {
    var event = event
    lastEvent += 1
    event.number = lastEvent
    event.time = time
    log.append(event)
    if log.count > 2 * logLimit { log.removeFirst(log.count - logLimit) }
  }

  /// Entries of the log after a number, in order.
  public func events(after number: Int64, limit: Int) -> [LendingEvent] {
    let unwanted = min(max(number, 0), lastEvent) - (lastEvent - Int64(log.count))
    let first = max(Int(unwanted), log.count - logLimit, 0)
    return Array(log[first...].prefix(limit))
  }

  mutating func addToSessionsWithoutLease(_ id: LendingID) {
    guard let session = sessions[id], sessionRequests[id]?.granted.isEmpty ?? true else { return }
    sessionsWithoutLease.insert(MemoryEnd(session))
  }

  mutating func removeFromSessionsWithoutLease(_ id: LendingID) {
    guard let session = sessions[id] else { return }
    sessionsWithoutLease.remove(MemoryEnd(session))
  }
}

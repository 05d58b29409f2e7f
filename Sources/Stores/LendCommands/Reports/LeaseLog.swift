#if SQLite || PostgreSQL
@_spi(Store) import StagecraftSharedPools

/// A lease as the log of a store tells of it.
struct LoggedLease: Hashable, Sendable {
  var resource: String
  /// Times are microseconds since 1970.
  var from: Int64?
  var until: Int64?
  var holder: String?
  var request: LendingID?
  var fence: Fence?
  /// How it has ended, or `nil` while it goes on.
  var end: String?
}

/// Makes leases out of the entries of a log: each is complete with the entry of its end.
struct LeaseLog {
  private var open: [String: LoggedLease] = [:]

  /// Those that have not ended, in the order of their beginnings.
  var unended: [LoggedLease] {
    open.values.sorted { ($0.from ?? 0, $0.resource) < ($1.from ?? 0, $1.resource) }
  }

  /// Returns the lease that an entry ends.
  mutating func add(_ event: LendingEvent) -> LoggedLease? {
    guard let name = event.resource else { return nil }
    switch event.kind {
    case .granted:
      open[name] = LoggedLease(
        resource: name, from: event.time, holder: event.detail, request: event.request,
        fence: event.fence)
      return nil
    case .takenBack where event.detail != nil:
      // It ends when it is returned, or when its time is over.
      open[name, default: LoggedLease(resource: name)].end =
        "taken back: \(event.detail ?? "")"
      return nil
    case .returned: return ended(event, "returned")
    case .expired: return ended(event, "expired")
    case .takenBack: return ended(event, "taken back")
    case .joined, .left, .tombstone, .added, .quarantined, .draining, .retired, .repaired,
      .configured, .epoch:
      return nil
    }
  }

  private mutating func ended(_ event: LendingEvent, _ end: String) -> LoggedLease? {
    guard let name = event.resource else { return nil }
    var lease = open.removeValue(forKey: name) ?? LoggedLease(resource: name)
    lease.until = event.time
    lease.request = lease.request ?? event.request
    lease.fence = lease.fence ?? event.fence
    lease.end = lease.end ?? end
    return lease
  }
}

extension LoggedLease {
  func line(at now: Int64) -> String {
    let held = from.map { Duration.microseconds((until ?? now) - $0).reading } ?? "?"
    var parts = [
      from.map { timeText(microseconds: $0) } ?? "before", resource.printable, held,
      until == nil ? "held" : (end ?? "").printable,
    ]
    if until == nil, let end { parts[3] += ", " + end.printable }
    if let fence { parts.append("fence \(fence)") }
    if let holder { parts.append(holder.printable) }
    return parts.joined(separator: "  ")
  }

  func json(pool: String) -> JSONLine {
    let held = from.flatMap { from in until.map { Duration.microseconds($0 - from) } }
    return JSONLine("lease").with("pool", pool).with("name", resource)
      .with("from", from.map { timeText(microseconds: $0) })
      .with("until", until.map { timeText(microseconds: $0) }).with("held", held)
      .with("end", end).with("holder", holder).with("request", request?.description)
      .with("fence", fence?.number)
  }
}
#endif

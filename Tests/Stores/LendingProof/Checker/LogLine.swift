#if SQLite || PostgreSQL || PostgresNIO
@_spi(Store) internal import StagecraftSharedPools

/// The line and the stock, replayed from a log.
struct LogLine {
  /// The requests of the processes whose histories were read.
  let asks: [LendingID: LendingAsk]
  private var waiting: [LendingID] = []
  private var labels: [String: Labels] = [:]
  private var free: Set<String> = []
  /// The request that was granted last, and those that were ahead of it.
  private var granted: LendingID?
  private var ahead: [LendingID] = []

  init(asks: [LendingID: LendingAsk]) { self.asks = asks }

  /// Applies an entry.
  ///
  /// - Returns: A waiting request that an entry of a grant has passed over, if there is one.
  mutating func tell(_ event: LendingEvent) -> LendingID? {
    let name = event.resource ?? ""
    switch event.kind {
    case .joined: if let id = event.request { waiting.append(id) }
    case .left: waiting.removeAll { $0 == event.request }
    case .granted:
      free.remove(name)
      // One entry for each resource of a request: all of them were granted at one moment.
      if let id = event.request, id != granted {
        granted = id
        ahead = Array(waiting.prefix { $0 != id })
        waiting.removeAll { $0 == id }
      }
      return event.request.flatMap { passedOver(by: $0, name) }
    case .returned, .expired: free.insert(name)
    // With a reason, the lease is marked, and its resource not free yet.
    case .takenBack: if event.detail == nil { free.insert(name) }
    case .added:
      labels[name] = Labels(
        event.detail?.split(separator: ",").map { String($0) } ?? [])
      free.insert(name)
    // For a resource that is lent, it announces what happens on return; another entry follows then.
    case .quarantined, .retired: free.remove(name)
    case .repaired: free.insert(name)
    case .draining, .tombstone, .configured, .epoch: break
    }
    return nil
  }

  /// A waiting request for one resource that a free one fits.
  var idle: (LendingID, String)? {
    for id in waiting {
      guard let ask = asks[id], ask.isForOne,
        !waiting.contains(where: { asks[$0]?.isForOne != true }),
        let name = free.first(where: { labels[$0]?.contains(ask.wants[0].labels) == true })
      else { continue }
      return (id, name)
    }
    return nil
  }

  /// A request ahead of the one that is granted a resource, and that could have used it.
  private func passedOver(by id: LendingID, _ name: String) -> LendingID? {
    guard let ask = asks[id], let labels = labels[name] else { return nil }
    for other in ahead {
      guard let earlier = asks[other], earlier.priority >= ask.priority, earlier.isForOne,
        labels.contains(earlier.wants[0].labels)
      else { continue }
      return other
    }
    return nil
  }
}

extension LendingAsk {
  fileprivate var isForOne: Bool { wants.count == 1 && wants[0].count == 1 }
}
#endif

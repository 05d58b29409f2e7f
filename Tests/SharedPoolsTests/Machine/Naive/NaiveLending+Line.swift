@_spi(Store) import StagecraftSharedPools

extension NaiveLending {
  /// One resource that a request needs.
  struct Need {
    var labels: Labels
    var preferring: String?
    var want: Int
  }

  static func needs(of wants: [Want]) -> [Need] {
    wants.enumerated().flatMap { index, want in
      Array(
        repeating: Need(labels: want.labels, preferring: want.preferring, want: index),
        count: want.count)
    }
  }

  /// A different resource for as many needs as possible.
  ///
  /// Each need takes its first free candidate; if all are taken, it takes the first of which the
  /// owner finds another one.
  static func assign(
    _ needs: [Need], _ candidates: (Need) -> [LendingResourceRecord]
  ) -> [LendingResourceRecord?] {
    let choices = needs.map(candidates)
    var owners: [Int: Int] = [:]
    func place(_ need: Int, _ tried: inout Set<Int>) -> Bool {
      for choice in choices[need] where owners[choice.ordinal] == nil {
        owners[choice.ordinal] = need
        return true
      }
      for choice in choices[need] where !tried.contains(choice.ordinal) {
        tried.insert(choice.ordinal)
        if let owner = owners[choice.ordinal], place(owner, &tried) {
          owners[choice.ordinal] = need
          return true
        }
      }
      return false
    }
    for need in needs.indices {
      var tried: Set<Int> = []
      _ = place(need, &tried)
    }
    return needs.indices.map { need in
      choices[need].first { owners[$0.ordinal] == need }
    }
  }

  /// What a request gets of the free resources, without those that others keep.
  func part(of request: LendingRequestRecord, without kept: Set<Int>) -> [LendingResourceRecord?] {
    Self.assign(Self.needs(of: request.wants)) { need in
      let fitting = resources.filter {
        $0.state == .free && !kept.contains($0.ordinal) && $0.labels.contains(need.labels)
      }
      let ordered = fitting.sorted { ($0.freedAt, $0.ordinal) < ($1.freedAt, $1.ordinal) }
      let preferred = ordered.filter { need.preferring != nil && $0.shows == need.preferring }
      return preferred + ordered.filter { !preferred.contains($0) }
    }
  }

  /// The first want that the stock cannot satisfy, and how many resources have its labels.
  func impossible(_ wants: [Want]) -> (want: Int, fitting: Int)? {
    func stock(_ need: Need) -> [LendingResourceRecord] {
      resources.filter {
        $0.state != .retired && $0.stateOnReturn != .retired && $0.labels.contains(need.labels)
      }
    }
    let needs = Self.needs(of: wants)
    guard let missing = Self.assign(needs, stock).firstIndex(where: { $0 == nil }) else {
      return nil
    }
    return (needs[missing].want, min(stock(needs[missing]).count, 64))
  }

  /// Grants what can be granted: each request gets all that it wants, or keeps a part aside.
  mutating func walk() {
    var kept: Set<Int> = []
    for request in line {
      let part = part(of: request, without: kept)
      kept.formUnion(part.compactMap { $0?.ordinal })
      if part.contains(nil) { continue }
      grant(request, part.compactMap(\.self))
      notified.append(request.id)
    }
  }

  private func holder(of request: LendingRequestRecord) -> String? {
    guard let session = session(request.session)?.session else { return nil }
    let process = "\(session.host), process \(session.process)"
    return session.job.isEmpty ? process : "\(session.job) (\(process))"
  }

  mutating func grant(_ request: LendingRequestRecord, _ part: [LendingResourceRecord]) {
    pool?.lastFence += 1
    var request = request
    request.state = .granted
    request.fence = Fence(epoch: pool?.epoch ?? 0, counter: pool?.lastFence ?? 0)
    request.grantedAt = now
    request.leaseEndsAt = now + life
    replace(request)
    for (need, resource) in zip(Self.needs(of: request.wants), part) {
      resources[resource.ordinal].state = .lent
      resources[resource.ordinal].request = request.id
      resources[resource.ordinal].want = need.want
      resources[resource.ordinal].isPreferred =
        need.preferring != nil && need.preferring == resource.shows
      if let key = need.preferring { resources[resource.ordinal].shows = key }
      note(.granted, resource.name, request.id, request.fence, holder(of: request))
    }
  }
}

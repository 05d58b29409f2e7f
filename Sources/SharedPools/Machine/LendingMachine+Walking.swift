struct LendingWalk {
  /// The next request of each kind that could still use something.
  var heads: [LendingRequestRecord] = []
  /// Kinds whose next request is not known yet, and the place before it.
  var kinds: [(kind: Int, after: LendingPlace?)]
  /// What earlier requests keep aside.
  var kept: Set<Int> = []

  init(kinds: [Int]) { self.kinds = kinds.map { ($0, nil) } }
}

extension LendingMachine {
  func nextInLine(
    _ walk: inout LendingWalk
  ) throws(Records.Failure) -> LendingRequestRecord? {
    while let (kind, place) = walk.kinds.popLast() {
      if let head = try records.firstWaiting(ofKind: kind, after: place) { walk.heads.append(head) }
    }
    guard let index = walk.heads.indices.min(by: { walk.heads[$0].place < walk.heads[$1].place })
    else { return nil }
    return walk.heads.remove(at: index)
  }

  /// Keeps as many of the wanted resources aside as are free; returns them if they are all.
  func keepAside(
    for request: LendingRequestRecord, _ walk: inout LendingWalk
  ) throws(Records.Failure) -> [LendingMatch]? {
    let matching = try match(needs(of: request), in: .free, excluding: walk.kept)
    let part = matching.found.compactMap { $0?.ordinal }
    walk.kept.formUnion(part)
    // If there is nothing for this one, there is nothing for those of its kind behind it.
    if !part.isEmpty { walk.kinds.append((request.kind, request.place)) }
    return matching.complete
  }

  mutating func walk(at now: Int64) throws(Records.Failure) {
    var walk = LendingWalk(kinds: try records.waitingKindsFittingFree())
    while var request = try nextInLine(&walk) {
      guard let matches = try keepAside(for: request, &walk) else { continue }
      try grant(&request, matches, at: now)
      notifications.append(Notification(session: request.session, request: request.id))
    }
  }

  /// Walks the line after a change that frees nothing, if requests for several resources wait: what
  /// they keep aside may now be another part, and leave something for those behind.
  mutating func settleSeveral(at now: Int64) throws(Records.Failure) {
    if try records.isMultipleWaiting() { try walk(at: now) }
  }

  /// Lends a resource that has just become free to the first waiting request that could use it.
  mutating func settle(_ ordinal: Int, at now: Int64) throws(Records.Failure) {
    if try records.isMultipleWaiting() { return try walk(at: now) }
    var first: LendingRequestRecord?
    for kind in try records.waitingKinds(fitting: ordinal) {
      guard let head = try records.firstWaiting(ofKind: kind, after: nil) else { continue }
      if first.map({ head.place < $0.place }) ?? true { first = head }
    }
    guard var request = first else { return }
    let shows = try records.resource(at: ordinal).shows
    let preferring = request.wants[0].preferring
    let match = LendingMatch(
      want: 0, ordinal: ordinal, isPreferred: preferring != nil && preferring == shows)
    try grant(&request, [match], at: now)
    notifications.append(Notification(session: request.session, request: request.id))
  }
}

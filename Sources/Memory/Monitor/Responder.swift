/// What a responder is known by, in the order of registration.
struct ResponderID: Hashable, Sendable {
  var number: UInt64
}

/// Somebody who can give memory back.
struct Responder: Sendable {
  var name: String
  var cost: RebuildCost
  var priority: ReleasePriority
  var level: PressureLevel
  var place: ReleasePlace
  /// Whether its owner lives; nil: its registration tells.
  var isAlive: (@Sendable () -> Bool)?
  var estimate: (@Sendable () async -> Int)?
  var release: @Sendable (ReleaseRequest) async throws -> Int
}

/// A responder, and whether it may be asked.
struct ResponderRecord: Sendable {
  /// Behind a reference, so that to copy it costs one count and not one for each closure.
  final class Box: Sendable {
    let responder: Responder

    init(_ responder: Responder) { self.responder = responder }
  }

  let box: Box
  /// It was given up in a pass, and has not returned since.
  var isOverdue = false

  /// Whether its owner, not a registration, tells how long it is there.
  var isOwned: Bool { box.responder.isAlive != nil }

  func candidate(_ id: ResponderID) -> ReliefPlan.Candidate {
    let responder = box.responder
    return ReliefPlan.Candidate(
      id: id, name: responder.name, cost: responder.cost, priority: responder.priority,
      level: responder.level,
      hasEstimate: responder.estimate != nil, isOverdue: isOverdue)
  }
}

/// Identifies a responder; ascending in the order of registration.
struct ResponderID: Hashable, Sendable {
  var number: UInt64
}

struct Responder: Sendable {
  var name: String
  var cost: RebuildCost
  var priority: ReleasePriority
  var level: PressureLevel
  var place: ReleasePlace
  /// Returns whether its owner is alive; nil if its lifetime is that of its registration.
  var isAlive: (@Sendable () -> Bool)?
  var estimate: (@Sendable () async -> Int)?
  var release: @Sendable (ReleaseRequest) async throws -> Int
}

struct ResponderRecord: Sendable {
  /// A reference, so that copying it retains one object instead of one for each closure.
  final class Box: Sendable {
    let responder: Responder

    init(_ responder: Responder) { self.responder = responder }
  }

  let box: Box
  /// Whether it was given up in a pass and has not returned since.
  var isOverdue = false

  var isOwned: Bool { box.responder.isAlive != nil }

  func candidate(_ id: ResponderID) -> ReliefPlan.Candidate {
    let responder = box.responder
    return ReliefPlan.Candidate(
      id: id, name: responder.name, cost: responder.cost, priority: responder.priority,
      level: responder.level,
      hasEstimate: responder.estimate != nil, isOverdue: isOverdue)
  }
}

internal import StagecraftMemory

/// A pool that belongs to one actor, as far as a monitor is concerned.
protocol PressureShrinking: AnyObject {
  /// How many elements could be given up now.
  var spareCount: Int { get }

  /// Gives up idle elements for a request.
  ///
  /// - Returns: how many.
  func giveUp(_ share: PressureShare, for request: ReleaseRequest) -> Int
}

/// Where a monitor finds a pool that belongs to an actor.
///
/// The pool owns it, and it ends with the pool; so a monitor can tell on any thread whether the
/// pool is still there, and never holds the pool itself, whose elements must end on their actor.
final class PressureSeat: Sendable {
  nonisolated(unsafe) private weak var pool: (any PressureShrinking)?  // guard: `actor`
  private let isOnMainActor: Bool
  /// Nil also for the main actor: it never ends, and a weak reference to it would leave its record
  /// behind.
  private weak let other: (any Actor)?

  init(_ pool: any PressureShrinking, on actor: any Actor) {
    self.pool = pool
    isOnMainActor = actor === MainActor.shared
    other = isOnMainActor ? nil : actor
  }

  private var actor: (any Actor)? { isOnMainActor ? MainActor.shared : other }

  /// Registers the pool with a monitor.
  func register(_ terms: PressureTerms, with monitor: PressureMonitor) {
    let share = terms.share
    let estimate: @Sendable (PressureSeat) async -> Int = { await $0.estimate(share) }
    monitor.register(
      for: self, terms.name, cost: terms.cost, priority: terms.priority, from: terms.level,
      on: isOnMainActor ? .mainActor : .anywhere,
      estimate: share.bytesPerElement == nil ? nil : estimate,
      release: { seat, request in await seat.release(share, for: request) })
  }

  private func estimate(_ share: PressureShare) async -> Int {
    guard let actor else { return 0 }
    return await estimate(share, on: actor)
  }

  private func estimate(_ share: PressureShare, on actor: isolated any Actor) -> Int {
    share.bytes(of: pool?.spareCount ?? 0)
  }

  private func release(_ share: PressureShare, for request: ReleaseRequest) async -> Int {
    guard let actor else { return 0 }
    return await release(share, for: request, on: actor)
  }

  private func release(
    _ share: PressureShare, for request: ReleaseRequest, on actor: isolated any Actor
  ) -> Int {
    share.bytes(of: pool?.giveUp(share, for: request) ?? 0)
  }
}

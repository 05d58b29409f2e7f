internal import StagecraftMemory

protocol PressureShrinking: AnyObject {
  var spareCount: Int { get }

  /// Returns the number of elements destroyed.
  func destroyIdle(_ share: PressureShare, for request: ReleaseRequest) -> Int
}

/// A weak reference to an actor-isolated pool, registered with monitors in its place.
///
/// Pool and reference are deallocated together, so a monitor can check on any thread whether the
/// pool exists, and never retains the pool, whose elements must be destroyed on their actor.
final class WeakPoolReference: Sendable {
  nonisolated(unsafe) private weak var pool: (any PressureShrinking)?  // guard: `actor`
  private let isOnMainActor: Bool
  /// Also nil for the main actor, which never ends: a weak reference to it would leave its side
  /// table behind.
  private weak let other: (any Actor)?

  init(_ pool: any PressureShrinking, on actor: any Actor) {
    self.pool = pool
    isOnMainActor = actor === MainActor.shared
    other = isOnMainActor ? nil : actor
  }

  private var actor: (any Actor)? { isOnMainActor ? MainActor.shared : other }

  func register(_ terms: PressureTerms, with monitor: PressureMonitor) {
    let share = terms.share
    let estimate: @Sendable (WeakPoolReference) async -> Int = { await $0.estimate(share) }
    monitor.register(
      for: self, terms.name, cost: terms.cost, priority: terms.priority, from: terms.level,
      on: isOnMainActor ? .mainActor : .anywhere,
      estimate: share.bytesPerElement == nil ? nil : estimate,
      release: { reference, request in await reference.release(share, for: request) })
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
    share.bytes(of: pool?.destroyIdle(share, for: request) ?? 0)
  }
}

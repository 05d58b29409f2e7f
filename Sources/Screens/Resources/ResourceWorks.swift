internal import StagecraftPools

/// What a heavy resource is, and how it is made; in one piece, so that all of it ends on the main
/// actor.
@MainActor
final class ResourceWorks<Resource> {
  /// Makes one, from a snapshot; nil if the screen is gone.
  let make: @MainActor ((any Sendable)?) throws -> ResourceHolding<Resource>?
  let takeSnapshot: @MainActor (Resource) -> (any Sendable)?
  let didMake: @MainActor (Resource) -> Void
  let willDrop: @MainActor (Resource) -> Void

  /// What is there.
  var holding: ResourceHolding<Resource>?
  /// What it last showed.
  var snapshot: (any Sendable)?

  init(
    make: @escaping @MainActor ((any Sendable)?) throws -> ResourceHolding<Resource>?,
    takeSnapshot: @escaping @MainActor (Resource) -> (any Sendable)?,
    didMake: @escaping @MainActor (Resource) -> Void,
    willDrop: @escaping @MainActor (Resource) -> Void
  ) {
    self.make = make
    self.takeSnapshot = takeSnapshot
    self.didMake = didMake
    self.willDrop = willDrop
  }
}

/// One resource that was made, or borrowed; a borrowed one goes back when this ends.
@MainActor
final class ResourceHolding<Resource> {
  let resource: Resource
  private var lease: LocalLease<Resource>?

  init(_ resource: Resource) {
    self.resource = resource
    isBorrowed = false
  }

  init(_ lease: consuming LocalLease<Resource>) {
    resource = lease.element
    self.lease = consume lease
    isBorrowed = true
  }

  let isBorrowed: Bool

  /// It is of no use any more: a pool must not lend it again.
  func discard() { lease.take()?.discard() }
}

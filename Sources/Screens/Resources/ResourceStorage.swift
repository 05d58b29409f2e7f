internal import StagecraftPools

/// One object for the resource and its closures, so that all is destroyed on the main actor.
@MainActor
final class ResourceStorage<Resource> {
  /// Creates a resource from a snapshot; nil if the screen has been destroyed.
  let make: @MainActor ((any Sendable)?) throws -> MadeResource<Resource>?
  let takeSnapshot: @MainActor (Resource) -> (any Sendable)?
  let didMake: @MainActor (Resource) -> Void
  let willDrop: @MainActor (Resource) -> Void

  var made: MadeResource<Resource>?
  var snapshot: (any Sendable)?

  init(
    make: @escaping @MainActor ((any Sendable)?) throws -> MadeResource<Resource>?,
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

/// Returns a borrowed resource in its `deinit`.
@MainActor
final class MadeResource<Resource> {
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

  /// The resource is unusable: a pool must not lease it again.
  func discard() { lease.take()?.discard() }
}

public import StagecraftPools

extension HeavyResource {
  /// Creates a resource that is borrowed from a pool, and returned to it when it is dropped.
  ///
  /// ```swift
  /// private lazy var map = HeavyResource(
  ///   of: self, "map", bytes: 24 << 20,
  ///   from: Self.maps, preferring: { screen in screen.branch },
  ///   prepare: { screen, map, isPreferred, region in
  ///     if !isPreferred { map.show(screen.branch, region) }
  ///   },
  ///   snapshot: { map in map.region },
  ///   didMake: { screen, map in screen.view.show(map) },
  ///   willDrop: { screen, _ in screen.view.showPlaceholder() })
  /// ```
  ///
  /// A dropped resource becomes idle in its pool. That frees no memory by itself, so reports count
  /// 0 bytes. Let the pool evict idle elements in the same pass, after the heavy resources:
  /// `maps.registerForPressure(with: pressure, cost: .fetched, priority: .late)`. A resource that
  /// has died is not lent again.
  ///
  /// - Parameters:
  ///   - screen: The screen that owns the resource; not retained.
  ///   - name: The name in reports; nil to use the name of the type.
  ///   - bytes: The approximate number of bytes that the resource holds; 0 if unknown.
  ///   - pool: The pool. It is retained.
  ///   - preference: Returns the key that the resource is to show: an idle element last lent for
  ///     that key is lent again, unchanged. Nil to use the screen itself as the key.
  ///   - prepare: Prepares the resource, given whether it still shows the key, and the last
  ///     snapshot if there is one. If it throws, the resource is returned, and the next appearance
  ///     tries again.
  ///   - snapshot: Returns what the resource shows; nil to keep the previous snapshot.
  ///   - didMake: Installs the resource.
  ///   - willDrop: Removes the resource; do not keep a reference to it.
  public convenience init<Owner: AnyScreen, Snapshot: Sendable>(
    of screen: Owner, _ name: String? = nil, bytes: Int = 0, from pool: LocalPool<Resource>,
    preferring preference: (@MainActor (Owner) -> AnyHashable)? = nil,
    prepare: @escaping @MainActor (Owner, Resource, _ isPreferred: Bool, Snapshot?) throws -> Void,
    snapshot: @escaping @MainActor (Resource) -> Snapshot?,
    didMake: @escaping @MainActor (Owner, Resource) -> Void = { _, _ in },
    willDrop: @escaping @MainActor (Owner, Resource) -> Void = { _, _ in }
  ) {
    self.init(
      of: screen, name, bytes: bytes,
      ResourceStorage(
        make: { [weak screen] last in
          guard let screen else { return nil }
          let key = preference.map { $0(screen) } ?? AnyHashable(screen.id)
          let lease = pool.lease(preferring: key)
          try prepare(screen, lease.element, lease.isPreferred, last as? Snapshot)
          return MadeResource(lease)
        },
        takeSnapshot: { snapshot($0) },
        didMake: { [weak screen] resource in screen.map { didMake($0, resource) } },
        willDrop: { [weak screen] resource in screen.map { willDrop($0, resource) } }))
  }

  /// Creates a resource without snapshots that is borrowed from a pool, and returned to it when it
  /// is dropped.
  ///
  /// - Parameters:
  ///   - screen: The screen that owns the resource; not retained.
  ///   - name: The name in reports; nil to use the name of the type.
  ///   - bytes: The approximate number of bytes that the resource holds; 0 if unknown.
  ///   - pool: The pool. It is retained.
  ///   - preference: Returns the key that the resource is to show. Nil to use the screen itself as
  ///     the key.
  ///   - prepare: Prepares the resource, given whether it still shows the key.
  ///   - didMake: Installs the resource.
  ///   - willDrop: Removes the resource; do not keep a reference to it.
  public convenience init<Owner: AnyScreen>(
    of screen: Owner, _ name: String? = nil, bytes: Int = 0, from pool: LocalPool<Resource>,
    preferring preference: (@MainActor (Owner) -> AnyHashable)? = nil,
    prepare: @escaping @MainActor (Owner, Resource, _ isPreferred: Bool) throws -> Void,
    didMake: @escaping @MainActor (Owner, Resource) -> Void = { _, _ in },
    willDrop: @escaping @MainActor (Owner, Resource) -> Void = { _, _ in }
  ) {
    self.init(
      of: screen, name, bytes: bytes, from: pool, preferring: preference,
      prepare: { screen, resource, isPreferred, _ in try prepare(screen, resource, isPreferred) },
      snapshot: { _ -> Never? in nil }, didMake: didMake, willDrop: willDrop)
  }
}

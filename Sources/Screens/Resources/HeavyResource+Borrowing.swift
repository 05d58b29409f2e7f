public import StagecraftPools

extension HeavyResource {
  /// A resource that is borrowed from a pool, and goes back there when it is dropped.
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
  /// Dropping it makes it idle and frees nothing by itself, so it reports 0 bytes. Have the pool
  /// give up what is idle in the same pass, after the heavy resources:
  /// `maps.registerForPressure(with: pressure, cost: .fetched, priority: .late)`. One that died is
  /// not lent again.
  ///
  /// - Parameters:
  ///   - screen: to whom it belongs; not kept alive.
  ///   - name: what it is called in reports; nil: as its type.
  ///   - bytes: how many bytes it holds, about; 0 if nobody knows.
  ///   - pool: lends it. It lives as long as this.
  ///   - preference: the key that it is to show: what last showed it is borrowed just as it was, if
  ///     it is idle. Nil: the screen itself is the key.
  ///   - prepare: makes it ready: whether it still shows the key, and the last snapshot if there is
  ///     one. If it throws, what was borrowed goes back, and it is tried again the next time.
  ///   - snapshot: says what it shows; nil keeps the snapshot before.
  ///   - didMake: puts it in its place.
  ///   - willDrop: takes it out of its place; keep no reference to it.
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
      ResourceWorks(
        make: { [weak screen] last in
          guard let screen else { return nil }
          let key = preference.map { $0(screen) } ?? AnyHashable(screen.id)
          let lease = pool.lease(preferring: key)
          try prepare(screen, lease.element, lease.isPreferred, last as? Snapshot)
          return ResourceHolding(lease)
        },
        takeSnapshot: { snapshot($0) },
        didMake: { [weak screen] resource in screen.map { didMake($0, resource) } },
        willDrop: { [weak screen] resource in screen.map { willDrop($0, resource) } }))
  }

  /// A resource that is borrowed from a pool, goes back there when it is dropped, and remembers
  /// nothing.
  ///
  /// - Parameters:
  ///   - screen: to whom it belongs; not kept alive.
  ///   - name: what it is called in reports; nil: as its type.
  ///   - bytes: how many bytes it holds, about; 0 if nobody knows.
  ///   - pool: lends it. It lives as long as this.
  ///   - preference: the key that it is to show. Nil: the screen itself is the key.
  ///   - prepare: makes it ready: whether it still shows the key.
  ///   - didMake: puts it in its place.
  ///   - willDrop: takes it out of its place; keep no reference to it.
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

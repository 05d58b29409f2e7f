extension HeavyResource {
  /// A resource that comes back as it was.
  ///
  /// - Parameters:
  ///   - screen: to whom it belongs; not kept alive.
  ///   - name: what it is called in reports; nil: as its type.
  ///   - bytes: how many bytes it holds, about; 0 if nobody knows.
  ///   - make: makes it, from its last snapshot if there is one. If it throws, the screen appears
  ///     without it, and it is tried again the next time: see ``failure``.
  ///   - snapshot: says what it shows; nil keeps the snapshot before.
  ///   - didMake: puts it in its place.
  ///   - willDrop: takes it out of its place, and may put something else there. It is out of reach
  ///     of ``current`` by then, and ends when nobody holds it any more.
  public convenience init<Owner: AnyScreen, Snapshot: Sendable>(
    of screen: Owner, _ name: String? = nil, bytes: Int = 0,
    make: @escaping @MainActor (Owner, Snapshot?) throws -> Resource,
    snapshot: @escaping @MainActor (Resource) -> Snapshot?,
    didMake: @escaping @MainActor (Owner, Resource) -> Void = { _, _ in },
    willDrop: @escaping @MainActor (Owner, Resource) -> Void = { _, _ in }
  ) {
    self.init(
      of: screen, name, bytes: bytes,
      ResourceWorks(
        make: { [weak screen] last in
          try screen.map { ResourceHolding(try make($0, last as? Snapshot)) }
        },
        takeSnapshot: { snapshot($0) },
        didMake: { [weak screen] resource in screen.map { didMake($0, resource) } },
        willDrop: { [weak screen] resource in screen.map { willDrop($0, resource) } }))
  }

  /// A resource that comes back as new.
  ///
  /// - Parameters:
  ///   - screen: to whom it belongs; not kept alive.
  ///   - name: what it is called in reports; nil: as its type.
  ///   - bytes: how many bytes it holds, about; 0 if nobody knows.
  ///   - make: makes it. If it throws, the screen appears without it, and it is tried again the next
  ///     time: see ``failure``.
  ///   - didMake: puts it in its place.
  ///   - willDrop: takes it out of its place.
  public convenience init<Owner: AnyScreen>(
    of screen: Owner, _ name: String? = nil, bytes: Int = 0,
    make: @escaping @MainActor (Owner) throws -> Resource,
    didMake: @escaping @MainActor (Owner, Resource) -> Void = { _, _ in },
    willDrop: @escaping @MainActor (Owner, Resource) -> Void = { _, _ in }
  ) {
    self.init(
      of: screen, name, bytes: bytes,
      make: { screen, _ in try make(screen) }, snapshot: { _ -> Never? in nil },
      didMake: didMake, willDrop: willDrop)
  }
}

extension HeavyResource {
  /// Creates a resource that is recreated from snapshots.
  ///
  /// - Parameters:
  ///   - screen: The screen that owns the resource; not retained.
  ///   - name: The name in reports; nil to use the name of the type.
  ///   - bytes: The approximate number of bytes that the resource holds; 0 if unknown.
  ///   - make: Creates the resource, from its last snapshot if there is one. If it throws, the
  ///     screen appears without the resource, and the next appearance tries again: see ``failure``.
  ///   - snapshot: Returns what the resource shows; nil to keep the previous snapshot.
  ///   - didMake: Installs the resource.
  ///   - willDrop: Removes the resource, and may install a placeholder. ``current`` is nil by then,
  ///     and the resource is destroyed when the last reference is released.
  public convenience init<Owner: AnyScreen, Snapshot: Sendable>(
    of screen: Owner, _ name: String? = nil, bytes: Int = 0,
    make: @escaping @MainActor (Owner, Snapshot?) throws -> Resource,
    snapshot: @escaping @MainActor (Resource) -> Snapshot?,
    didMake: @escaping @MainActor (Owner, Resource) -> Void = { _, _ in },
    willDrop: @escaping @MainActor (Owner, Resource) -> Void = { _, _ in }
  ) {
    self.init(
      of: screen, name, bytes: bytes,
      ResourceStorage(
        make: { [weak screen] last in
          try screen.map { MadeResource(try make($0, last as? Snapshot)) }
        },
        takeSnapshot: { snapshot($0) },
        didMake: { [weak screen] resource in screen.map { didMake($0, resource) } },
        willDrop: { [weak screen] resource in screen.map { willDrop($0, resource) } }))
  }

  /// Creates a resource that is recreated without snapshots.
  ///
  /// - Parameters:
  ///   - screen: The screen that owns the resource; not retained.
  ///   - name: The name in reports; nil to use the name of the type.
  ///   - bytes: The approximate number of bytes that the resource holds; 0 if unknown.
  ///   - make: Creates the resource. If it throws, the screen appears without the resource, and the
  ///     next appearance tries again: see ``failure``.
  ///   - didMake: Installs the resource.
  ///   - willDrop: Removes the resource.
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

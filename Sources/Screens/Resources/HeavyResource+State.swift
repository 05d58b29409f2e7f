extension HeavyResource {
  /// Saves what it shows with the state of its screen, so that it comes back after a restart of the
  /// process too.
  ///
  /// ```swift
  /// override func saveState(into state: inout StateWriter) {
  ///   map.save(into: &state, for: .region)
  /// }
  ///
  /// override func restoreState(from state: StateReader) {
  ///   map.restore(from: state, for: .region)
  /// }
  /// ```
  ///
  /// A snapshot is taken now, if the resource is there; otherwise the last one is saved. Without any,
  /// or if snapshots are of another type, nothing is saved. For the time that the process runs it
  /// remembers its snapshot by itself.
  ///
  /// - Parameters:
  ///   - state: that of the screen.
  ///   - key: under which name, for values of the type of the snapshots.
  public func save<Snapshot>(into state: inout StateWriter, for key: StateKey<Snapshot>) {
    takeSnapshot()
    if let snapshot = works.snapshot as? Snapshot { state.save(snapshot, for: key) }
  }

  /// Takes what was saved as its last snapshot, unless it has one.
  ///
  /// - Parameters:
  ///   - state: that of the screen.
  ///   - key: under which name it was saved.
  public func restore<Snapshot>(from state: StateReader, for key: StateKey<Snapshot>) {
    guard works.snapshot == nil else { return }
    works.snapshot = state.value(for: key)
  }
}

extension HeavyResource {
  /// Saves the snapshot with the state of the screen, so that it survives a restart of the process.
  ///
  /// ```swift
  /// override func saveState(into state: inout ScreenStateWriter) {
  ///   map.save(into: &state, for: .region)
  /// }
  ///
  /// override func restoreState(from state: ScreenStateReader) {
  ///   map.restore(from: state, for: .region)
  /// }
  /// ```
  ///
  /// Takes a snapshot if the resource exists; otherwise saves the last one. Saves nothing without a
  /// snapshot, or if its type is not `Snapshot`. Within the process, the resource keeps its
  /// snapshot anyway.
  ///
  /// - Parameters:
  ///   - state: The state of the screen.
  ///   - key: The key, whose values have the type of the snapshots.
  public func save<Snapshot>(into state: inout ScreenStateWriter, for key: ScreenStateKey<Snapshot>)
  {
    takeSnapshot()
    if let snapshot = storage.snapshot as? Snapshot { state.save(snapshot, for: key) }
  }

  /// Restores the snapshot, unless there is one already.
  ///
  /// - Parameters:
  ///   - state: The state of the screen.
  ///   - key: The key under which the snapshot was saved.
  public func restore<Snapshot>(from state: ScreenStateReader, for key: ScreenStateKey<Snapshot>) {
    guard storage.snapshot == nil else { return }
    storage.snapshot = state.value(for: key)
  }
}

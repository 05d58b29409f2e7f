extension Engine {
  /// Adds an operation without a parent and with any number of edges: many are linked in slices.
  func add(_ handle: AnyOperationHandle, all edges: [Edge], isSubmitted: Bool = true) {
    guard edges.count > Self.slice else {
      return add(handle, edges: edges, isSubmitted: isSubmitted)
    }
    var rest = beginAdding(handle, edges, isSubmitted: isSubmitted)
    while addSlice(of: &rest, to: handle) {}
    if isSubmitted { _ = submit(handle) }
  }

  /// Adds the operation with the first slice of its edges; returns the others.
  ///
  /// Until it has all its edges, it is only prepared, so that it starts after all of them, and no
  /// method returns its handle: an edge to it could close a cycle with one that is yet to be added,
  /// and its dependencies supply values by position.
  func beginAdding(
    _ handle: AnyOperationHandle, _ edges: [Edge], isSubmitted: Bool
  ) -> ArraySlice<Edge> {
    let first = Array(edges.prefix(Self.slice))
    handle.isPrepared = true
    handle.details.isLinking = true
    if isSubmitted { surround(handle, only: nil, edges: first) }
    add(handle, edges: first, isSubmitted: false)
    return edges.dropFirst(Self.slice)
  }

  /// Links one slice of the edges and removes it from them; returns whether there are more.
  func addSlice(of edges: inout ArraySlice<Edge>, to handle: AnyOperationHandle) -> Bool {
    let some = edges.prefix(Self.slice)
    edges = edges.dropFirst(Self.slice)
    var isAwaited = false
    modify { effects in
      isAwaited = lock.hasSleepers
      sliceCount += 1
      if edges.isEmpty { handle.details.isLinking = false }
      // It may have been cancelled, by one of the first or by `cancelAll()`.
      guard handle.details.verdict == nil else { return }
      for edge in some {
        link(handle, edge, isSubmitted: false, &effects)
        noteLink(of: handle, to: edge.dependency, &effects)
        handle.manager.linked(handle, edge)
      }
      machine.endLinking()
    }
    if isAwaited { yieldLock() }
    return !edges.isEmpty
  }
}

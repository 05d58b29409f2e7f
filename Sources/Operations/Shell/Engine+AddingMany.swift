extension Engine {
  /// Adds an operation without a parent and with any number of edges: many are linked in slices.
  func add(_ handle: AnyOperationHandle, all edges: [Edge], isSubmitted: Bool = true) {
    guard edges.count > Self.slice else {
      return add(handle, edges: edges, isSubmitted: isSubmitted)
    }
    // It is only prepared until it has all its edges, so that it starts after all of them.
    handle.isPrepared = true
    var rest = edges[...]
    add(handle, edges: Array(takeSlice(of: &rest)), isSubmitted: false)
    while !rest.isEmpty {
      let some = takeSlice(of: &rest)
      var isAwaited = false
      modify { effects in
        isAwaited = lock.hasSleepers
        sliceCount += 1
        // It may have been cancelled, by one of the first or by `cancelAll()`.
        guard handle.details.verdict == nil else { return }
        for edge in some {
          link(handle, edge, isSubmitted: false, &effects)
          handle.manager.linked(handle, edge)
        }
        machine.endLinking()
      }
      if isAwaited { yieldLock() }
    }
    if isSubmitted { _ = submit(handle) }
  }

  private func takeSlice(of edges: inout ArraySlice<Edge>) -> ArraySlice<Edge> {
    defer { edges = edges.dropFirst(Self.slice) }
    return edges.prefix(Self.slice)
  }
}

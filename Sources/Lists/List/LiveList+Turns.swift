public import StageFloor

// How edits enter and leave. An edit on its own works in place, under the lock of the head. All
// others work on a copy: transactions, and edits that call out and were joined by others meanwhile.

extension LiveList {
  /// The elements as the thread sees them that holds the writer lock.
  @inlinable
  @inline(__always)
  var tree: UnsafeMutablePointer<ListTree<Element>> {
    if desk.pointee.isOpen { return working }
    return withUnsafeMutablePointer(to: &state.pointee.tree) { $0 }
  }

  /// Runs an edit that is one of its own, or that joins the one around it.
  @inlinable
  @inline(__always)
  func edit<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if writer.isMine {
      open()
      return try body()
    }
    writer.lock()
    let result: Result
    do {
      result = try body()
    } catch {
      leave(publishing: false)
      throw error
    }
    leave(publishing: true)
    return result
  }

  /// From here on the edits go to a copy.
  @usableFromInline
  func open() {
    guard !desk.pointee.isOpen else { return }
    working.initialize(to: state.pointee.tree.copy())
    desk.pointee.isOpen = true
    desk.pointee.origins = .none
    desk.pointee.isNoted = false
  }

  /// Leaves the writer lock, lets go of what is gone, and tells the observers.
  @inlinable
  @inline(__always)
  func leave(publishing: Bool) {
    if desk.pointee.isOpen { return close(publishing: publishing) }
    let hasNews = desk.pointee.hasNews
    desk.pointee.hasNews = false
    let stale = desk.pointee.stale.take()
    var garbage = TreeGarbage<Element>()
    swap(&garbage, &desk.pointee.garbage)
    writer.unlock()
    if hasNews { bell.ring() }
    garbage.free()
    withExtendedLifetime(stale) {}
  }

  /// Leaves, with a copy that is published or dropped.
  @usableFromInline
  func close(publishing: Bool) {
    let hasNews = desk.pointee.hasNews && publishing
    desk.pointee.hasNews = false
    desk.pointee.isOpen = false
    desk.pointee.origin = nil
    let origins = desk.pointee.origins
    desk.pointee.origins = .none
    let garbage = working.pointee.takeGarbage()
    let stale = hasNews ? publish(origins) : nil
    // What the copy is now dies at the end of this function: the old tree, or the dropped one.
    let dead = working.move()
    writer.unlock()
    if hasNews { bell.ring() }
    garbage.free()
    withExtendedLifetime(stale) {}
    _ = consume dead
  }

  /// - Returns: what to let go of without the locks.
  private func publish(_ origins: ListOrigins) -> ListVersion<Element>? {
    headLock.lock()
    swap(&state.pointee.tree, &working.pointee)
    state.pointee.version &+= 1
    state.pointee.log.record(origins, for: state.pointee.version)
    let stale = state.pointee.cached.take()
    headLock.unlock()
    return stale
  }

  /// Takes the lock of the head for one edit in place.
  @inlinable
  @inline(__always)
  func beginInPlace(_ origin: ListOrigin?) {
    desk.pointee.edits &+= 1
    desk.pointee.hasNews = true
    headLock.lock()
    if state.pointee.cached != nil {
      if isKnownUniquelyReferenced(&state.pointee.cached) {
        // No snapshot of this version is left. It shares its nodes with the tree, but for those of
        // rows that were given new order keys since: few end here, and no row does.
        state.pointee.cached = nil
      } else {
        desk.pointee.stale = state.pointee.cached.take()
      }
    }
    state.pointee.version &+= 1
    if origin != nil || !state.pointee.log.endsAnonymously {
      state.pointee.log.record(origin, for: state.pointee.version)
    }
  }

  /// Leaves the lock of the head after an edit in place.
  @inlinable
  @inline(__always)
  func endInPlace() {
    let garbage = state.pointee.tree.takeGarbage()
    headLock.unlock()
    if !garbage.isEmpty { keep(garbage) }
  }

  /// Leaves the lock of the head without the edit, which is begun again: its version was never seen.
  @usableFromInline
  @inline(never)
  func takeBackInPlace() {
    state.pointee.version &-= 1
    headLock.unlock()
    // The edit begins again, and may store another version here while it holds the lock.
    desk.pointee.stale = nil
  }

  /// Deals order keys anew around a position, under the writer lock.
  ///
  /// It is no version of its own: a comparison with an older one finds no change.
  @usableFromInline
  @inline(never)
  func makeRoom(at position: Int) {
    let stretch = state.pointee.tree.stretch(around: position)
    if stretch.count > Self.maximumInPlace { return makeRoomAside(stretch) }
    headLock.lock()
    // As for an edit in place.
    if isKnownUniquelyReferenced(&state.pointee.cached) { state.pointee.cached = nil }
    state.pointee.tree.relabel(stretch)
    headLock.unlock()
  }

  /// How many rows get new keys while readers wait, at most: for a fraction of a millisecond, also if
  /// all nodes are shared with a snapshot and must be copied.
  ///
  /// To deal keys on a copy costs several times as much, because it always copies all nodes; most
  /// stretches are short.
  private static var maximumInPlace: Int { 128 }

  /// Deals order keys anew on a copy, while readers go on with what they have.
  private func makeRoomAside(_ stretch: CrowdedStretch) {
    var tree = state.pointee.tree.copy()
    tree.relabel(stretch)
    headLock.lock()
    swap(&state.pointee.tree, &tree)
    // It shares nodes with the old tree, which would end together with it under the lock.
    let cached = state.pointee.cached.take()
    headLock.unlock()
    let stale = desk.pointee.stale.take()
    // All that ends here has the rows of the new tree, so that no row ends.
    withExtendedLifetime((cached, stale)) {}
  }

  @usableFromInline
  func keep(_ garbage: consuming TreeGarbage<Element>) {
    desk.pointee.garbage = garbage
  }
}

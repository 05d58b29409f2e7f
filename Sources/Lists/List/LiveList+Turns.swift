public import StageFloor

// How edits begin and end. A single edit works in place, under the head lock. All others work on a
// copy: transactions, and edits whose closure has made further edits.

extension LiveList {
  /// The elements as seen by the thread that holds the writer lock.
  @inlinable
  @inline(__always)
  var tree: UnsafeMutablePointer<ListTree<Element>> {
    if desk.pointee.isOpen { return working }
    return withUnsafeMutablePointer(to: &state.pointee.tree) { $0 }
  }

  /// Runs an edit, either a separate one or one that joins the enclosing edit.
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

  /// Redirects the following edits to a copy.
  @usableFromInline
  func open() {
    guard !desk.pointee.isOpen else { return }
    working.initialize(to: state.pointee.tree.copy())
    desk.pointee.isOpen = true
    desk.pointee.origins = .none
    desk.pointee.isNoted = false
  }

  /// Releases the writer lock, notifies the observers, and releases what was replaced.
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

  /// Like ``leave(publishing:)``, for edits on a copy, which is published or discarded.
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
    // `working` now holds what is released at the end of this function: the old tree, or the
    // discarded copy.
    let dead = working.move()
    writer.unlock()
    if hasNews { bell.ring() }
    garbage.free()
    withExtendedLifetime(stale) {}
    _ = consume dead
  }

  /// - Returns: The replaced version, to be released after unlocking.
  private func publish(_ origins: ListOrigins) -> ListVersion<Element>? {
    headLock.lock()
    swap(&state.pointee.tree, &working.pointee)
    state.pointee.version &+= 1
    state.pointee.log.record(origins, for: state.pointee.version)
    let stale = state.pointee.cached.take()
    headLock.unlock()
    return stale
  }

  /// Acquires the head lock for one edit in place.
  @inlinable
  @inline(__always)
  func beginInPlace(_ origin: ListOrigin?) {
    desk.pointee.edits &+= 1
    desk.pointee.hasNews = true
    headLock.lock()
    if state.pointee.cached != nil {
      if isKnownUniquelyReferenced(&state.pointee.cached) {
        // No snapshot of this version is left. The version shares its nodes with the tree, except
        // for those of rows relabelled since: few nodes are freed here, and no row is destroyed.
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

  /// Releases the head lock after an edit in place.
  @inlinable
  @inline(__always)
  func endInPlace() {
    let garbage = state.pointee.tree.takeGarbage()
    headLock.unlock()
    if !garbage.isEmpty { keep(garbage) }
  }

  /// Releases the head lock without the edit, which is then retried; no reader has seen its
  /// version.
  @usableFromInline
  @inline(never)
  func takeBackInPlace() {
    state.pointee.version &-= 1
    headLock.unlock()
    // The retried edit may store another version here while it holds the lock.
    desk.pointee.stale = nil
  }

  /// Relabels the order keys around a position, under the writer lock.
  ///
  /// This does not create a version: a comparison with an older version finds no change.
  @usableFromInline
  @inline(never)
  func makeRoom(at position: Int) {
    let stretch = state.pointee.tree.stretch(around: position)
    if stretch.count > Self.maximumInPlace { return makeRoomAside(stretch) }
    headLock.lock()
    // As in `beginInPlace`.
    if isKnownUniquelyReferenced(&state.pointee.cached) { state.pointee.cached = nil }
    state.pointee.tree.relabel(stretch)
    headLock.unlock()
  }

  /// The maximum number of rows that are relabelled while readers wait: for a fraction of a
  /// millisecond, even if all nodes are shared with a snapshot and must be copied.
  ///
  /// Relabelling on a copy takes several times as long, because it always copies all nodes; most
  /// stretches are short.
  private static var maximumInPlace: Int { 128 }

  /// Relabels on a copy, while readers continue with the present tree.
  private func makeRoomAside(_ stretch: CrowdedStretch) {
    var tree = state.pointee.tree.copy()
    tree.relabel(stretch)
    headLock.lock()
    swap(&state.pointee.tree, &tree)
    // The cached version shares nodes with the old tree; it is taken out so that neither is freed
    // under the lock.
    let cached = state.pointee.cached.take()
    headLock.unlock()
    let stale = desk.pointee.stale.take()
    // The new tree has all rows of what is released here, so no row is destroyed.
    withExtendedLifetime((cached, stale)) {}
  }

  @usableFromInline
  func keep(_ garbage: consuming TreeGarbage<Element>) {
    desk.pointee.garbage = garbage
  }
}

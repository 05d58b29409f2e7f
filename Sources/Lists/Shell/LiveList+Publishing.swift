public import CStageFloor
public import StageFloor

// The lowest of the four layers of editing: how edits begin and end. A single edit works in place,
// under the head lock. All others work on a copy: transactions, and edits whose closure has made
// further edits.
//
// There is no state machine for edits: what an edit changes is decided by `ListTree`, a value
// without locks, and this layer only determines who edits, and when readers see the result.

extension LiveList {
  @inlinable
  @inline(__always)
  var writerTree: UnsafeMutablePointer<ListTree<Element>> {
    if writerState.pointee.isEditingCopy { return workingCopy }
    return withUnsafeMutablePointer(to: &state.pointee.tree) { $0 }
  }

  /// Runs an edit, either a separate one or one that joins the enclosing edit.
  @inlinable
  @inline(__always)
  func edit<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if writerLock.isHeldByCurrentThread {
      beginCopy()
      return try body()
    }
    writerLock.lock()
    let result: Result
    do {
      result = try body()
    } catch {
      finishEdit(publishing: false)
      throw error
    }
    finishEdit(publishing: true)
    return result
  }

  @usableFromInline
  func beginCopy() {
    guard !writerState.pointee.isEditingCopy else { return }
    workingCopy.initialize(to: state.pointee.tree.copy())
    writerState.pointee.isEditingCopy = true
    writerState.pointee.origins = .none
    writerState.pointee.hasDefaultOrigin = false
  }

  /// Releases the writer lock, notifies the observers, and releases what was replaced.
  @inlinable
  @inline(__always)
  func finishEdit(publishing: Bool) {
    if writerState.pointee.isEditingCopy { return finishCopy(publishing: publishing) }
    let hasChanges = writerState.pointee.hasChanges
    writerState.pointee.hasChanges = false
    let stale = writerState.pointee.stale.take()
    var garbage = TreeGarbage<Element>()
    swap(&garbage, &writerState.pointee.garbage)
    writerLock.unlock()
    if hasChanges { changeSignal.signal() }
    garbage.free()
    withExtendedLifetime(stale) {}
  }

  /// Like ``finishEdit(publishing:)``, for edits on a copy, which is published or discarded.
  @usableFromInline
  func finishCopy(publishing: Bool) {
    let hasChanges = writerState.pointee.hasChanges && publishing
    writerState.pointee.hasChanges = false
    writerState.pointee.isEditingCopy = false
    writerState.pointee.origin = nil
    let origins = writerState.pointee.origins
    writerState.pointee.origins = .none
    let garbage = workingCopy.pointee.takeGarbage()
    let hasStep = writerState.pointee.stepEdits == writerState.pointee.editCount
    let step = writerState.pointee.step.take()
    let stale = hasChanges ? publish(origins, hasStep ? step : nil) : nil
    // `workingCopy` now holds what is released at the end of this function: the old tree, or the
    // discarded copy.
    let dead = workingCopy.move()
    writerLock.unlock()
    if hasChanges { changeSignal.signal() }
    garbage.free()
    withExtendedLifetime(stale) {}
    _ = consume dead
  }

  /// Returns what it replaces, to be released after unlocking.
  private func publish(
    _ origins: ListOrigins, _ step: ListStep?
  ) -> (version: ListVersion<Element>?, step: ListStep?) {
    headLock.lock()
    swap(&state.pointee.tree, &workingCopy.pointee)
    state.pointee.version &+= 1
    state.pointee.log.record(origins, for: state.pointee.version)
    let stale = (state.pointee.cached.take(), state.pointee.step)
    state.pointee.step = step
    headLock.unlock()
    return stale
  }

  /// Whether no snapshot holds the cached version, so that its nodes can be edited in place; the
  /// caller holds the head lock.
  ///
  /// Never under the thread sanitizer. What another thread read through a snapshot is ordered
  /// before the edit by the reference count, which the runtime changes without the sanitizer: it
  /// reports a race, as it does for an `Array` that is copied under a lock, read, dropped, and then
  /// changed in place by the thread that holds the lock.
  @inlinable var isCachedVersionUnused: Bool {
    isKnownUniquelyReferenced(&state.pointee.cached) && !stage_sanitizer_is_on()
  }

  @inlinable
  @inline(__always)
  func beginInPlace(_ origin: ListOrigin?) {
    writerState.pointee.editCount &+= 1
    writerState.pointee.hasChanges = true
    headLock.lock()
    if state.pointee.cached != nil {
      if isCachedVersionUnused {
        // No snapshot of this version is left. The version shares its nodes with the tree, except
        // for those of rows relabelled since: few nodes are freed here, and no row is destroyed.
        state.pointee.cached = nil
      } else {
        writerState.pointee.stale = state.pointee.cached.take()
      }
    }
    state.pointee.version &+= 1
    if origin != nil || !state.pointee.log.endsAnonymously {
      state.pointee.log.record(origin, for: state.pointee.version)
    }
  }

  @inlinable
  @inline(__always)
  func finishInPlace() {
    let garbage = state.pointee.tree.takeGarbage()
    headLock.unlock()
    if !garbage.isEmpty { storeGarbage(garbage) }
  }

  /// The edit is then retried; no reader has seen its version.
  @usableFromInline
  @inline(never)
  func cancelInPlace() {
    state.pointee.version &-= 1
    headLock.unlock()
    // The retried edit may store another version here while it holds the lock.
    writerState.pointee.stale = nil
  }

  /// This does not create a version: a comparison with an older version finds no change.
  @usableFromInline
  @inline(never)
  func relabel(around position: Int) {
    let stretch = state.pointee.tree.stretch(around: position)
    if stretch.count > Self.maximumRelabelledInPlace {
      relabelOnCopy(stretch)
    } else {
      relabelInPlace(stretch)
    }
  }

  /// Readers wait for a fraction of a millisecond; a copy takes several times as long.
  private static var maximumRelabelledInPlace: Int { 128 }

  private func relabelInPlace(_ stretch: CrowdedStretch) {
    headLock.lock()
    // As in `beginInPlace`.
    if isCachedVersionUnused { state.pointee.cached = nil }
    state.pointee.tree.relabel(stretch)
    headLock.unlock()
  }

  private func relabelOnCopy(_ stretch: CrowdedStretch) {
    var tree = state.pointee.tree.copy()
    tree.relabel(stretch)
    headLock.lock()
    swap(&state.pointee.tree, &tree)
    // The cached version shares nodes with the old tree; it is taken out so that neither is freed
    // under the lock.
    let cached = state.pointee.cached.take()
    headLock.unlock()
    let stale = writerState.pointee.stale.take()
    // The new tree has all rows of what is released here, so no row is destroyed.
    withExtendedLifetime((cached, stale)) {}
  }

  @usableFromInline
  @inline(never)
  func renewIndex() {
    var index = state.pointee.tree.makeIndex()
    headLock.lock()
    swap(&state.pointee.tree.index, &index)
    state.pointee.tree.staleEntries = 0
    headLock.unlock()
  }

  @usableFromInline
  func storeGarbage(_ garbage: consuming TreeGarbage<Element>) {
    writerState.pointee.garbage = garbage
  }
}

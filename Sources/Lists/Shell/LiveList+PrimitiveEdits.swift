// The layer above `LiveList+Publishing`: the four primitive edits, which all others consist of, in
// place or on the copy, for the thread that holds the writer lock. The caller has checked the
// arguments: ids are new, positions exist.
//
// An edit in place never relabels order keys, because readers would wait for it and it can take
// long.

extension LiveList {
  @inlinable
  @inline(__always)
  var nextVersion: UInt64 { state.pointee.version &+ 1 }

  @inlinable
  func primitiveInsert(_ element: Element, at position: Int, _ origin: ListOrigin?) {
    requireItself(element.id)
    if writerState.pointee.isEditingCopy {
      writerState.pointee.recordEdit(origin)
      workingCopy.pointee.insert(element, at: position, version: nextVersion)
      return
    }
    beginInPlace(origin)
    while !state.pointee.tree.insertIfRoom(element, at: position, version: state.pointee.version) {
      cancelInPlace()
      relabel(around: position)
      beginInPlace(origin)
    }
    finishInPlace()
  }

  @inlinable
  func primitiveRemove(at position: Int, _ origin: ListOrigin?) -> Element {
    if writerState.pointee.isEditingCopy {
      writerState.pointee.recordEdit(origin)
      let element = workingCopy.pointee.remove(at: position)
      if workingCopy.pointee.hasTooManyStaleEntries { workingCopy.pointee.renewIndex() }
      return element
    }
    beginInPlace(origin)
    let element = state.pointee.tree.remove(at: position)
    finishInPlace()
    if state.pointee.tree.hasTooManyStaleEntries { renewIndex() }
    return element
  }

  /// The tree was built without the head lock, so that readers have not waited for it.
  @inlinable
  func install(_ tree: consuming ListTree<Element>, _ origin: ListOrigin?) {
    beginCopy()
    writerState.pointee.recordEdit(origin)
    // Deinitializers of elements may edit the list, so the old rows are released only after the new
    // ones have been installed.
    swap(&tree, &workingCopy.pointee)
  }

  @inlinable
  func primitiveMove(from source: Int, to target: Int, _ origin: ListOrigin?) {
    guard source != target else { return }
    if writerState.pointee.isEditingCopy {
      writerState.pointee.recordEdit(origin)
      workingCopy.pointee.move(from: source, to: target, version: nextVersion)
      return
    }
    let gap = source < target ? target + 1 : target
    if !state.pointee.tree.hasRoom(at: gap) { relabel(around: gap) }
    beginInPlace(origin)
    state.pointee.tree.move(from: source, to: target, version: state.pointee.version)
    finishInPlace()
  }

  @inlinable
  func primitiveReplace(
    at position: Int, with element: Element, _ origin: ListOrigin?
  ) -> Element {
    if writerState.pointee.isEditingCopy {
      writerState.pointee.recordEdit(origin)
      return workingCopy.pointee.replace(at: position, with: element, version: nextVersion)
    }
    beginInPlace(origin)
    let old = state.pointee.tree.replace(
      at: position, with: element, version: state.pointee.version)
    finishInPlace()
    return old
  }
}

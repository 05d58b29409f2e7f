// The four steps of which all edits consist, for the thread that holds the writer lock. What they
// are given has been looked at: ids are new, positions exist.

extension LiveList {
  /// The version that the edits make.
  @inlinable
  @inline(__always)
  var stamp: UInt64 { state.pointee.version &+ 1 }

  @inlinable
  func stepInsert(_ element: Element, at position: Int, _ origin: ListOrigin?) {
    if desk.pointee.isOpen {
      desk.pointee.note(origin)
      working.pointee.insert(element, at: position, version: stamp)
      return
    }
    beginInPlace(origin)
    state.pointee.tree.insert(element, at: position, version: state.pointee.version)
    endInPlace()
  }

  @inlinable
  func stepRemove(at position: Int, _ origin: ListOrigin?) -> Element {
    if desk.pointee.isOpen {
      desk.pointee.note(origin)
      return working.pointee.remove(at: position)
    }
    beginInPlace(origin)
    let element = state.pointee.tree.remove(at: position)
    endInPlace()
    return element
  }

  @inlinable
  func stepMove(from source: Int, to target: Int, _ origin: ListOrigin?) {
    guard source != target else { return }
    if desk.pointee.isOpen {
      desk.pointee.note(origin)
      working.pointee.move(from: source, to: target, version: stamp)
      return
    }
    beginInPlace(origin)
    state.pointee.tree.move(from: source, to: target, version: state.pointee.version)
    endInPlace()
  }

  @inlinable
  func stepReplace(
    at position: Int, with element: Element, _ origin: ListOrigin?
  ) -> Element {
    if desk.pointee.isOpen {
      desk.pointee.note(origin)
      return working.pointee.replace(at: position, with: element, version: stamp)
    }
    beginInPlace(origin)
    let old = state.pointee.tree.replace(
      at: position, with: element, version: state.pointee.version)
    endInPlace()
    return old
  }
}

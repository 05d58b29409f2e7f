// The four primitive edits.
extension ListTree {
  /// Inserts a new element at `position`, which may be the end.
  ///
  /// No other element may have its id.
  ///
  /// - Complexity: O(log *n*), amortised.
  @inlinable
  mutating func insert(_ element: Element, at position: Int, version: UInt64) {
    let key = put(element, at: position, place: version, revision: version)
    index.insert(hash: Self.hash(of: element.id), key: key)
  }

  /// Like ``insert(_:at:version:)``, but only if an order key is available.
  ///
  /// - Returns: Whether the element was inserted; otherwise the list is unchanged.
  /// - Complexity: O(log *n*).
  @inlinable
  mutating func insertIfRoom(_ element: Element, at position: Int, version: UInt64) -> Bool {
    guard let opening = makeOpening(at: position, version: version) else { return false }
    let key = fill(opening, with: element, at: position, place: version, revision: version)
    index.insert(hash: Self.hash(of: element.id), key: key)
    return true
  }

  /// Removes the element at `position`.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  mutating func remove(at position: Int) -> Element {
    let taken = take(at: position)
    index.remove(hash: Self.hash(of: taken.element.id), key: taken.key) {
      ListMisuse.identityHasChanged(taken.element.id, at: position)
    }
    return taken.element
  }

  /// Moves the element at position `source` to `target`, its position after the move.
  ///
  /// - Complexity: O(log *n*), amortised.
  @inlinable
  mutating func move(from source: Int, to target: Int, version: UInt64) {
    precondition(target >= 0 && target < count, "there is no such position in the result")
    guard source != target else { return }
    let taken = take(at: source)
    let hash = Self.hash(of: taken.element.id)
    let key = put(taken.element, at: target, place: version, revision: taken.revision)
    index.rekey(hash: hash, from: taken.key, to: key) {
      ListMisuse.identityHasChanged(taken.element.id, at: source)
    }
  }

  /// Replaces the element at `position` by another one with the same id, and returns the old one.
  ///
  /// - Complexity: O(log *n*).
  @inlinable
  @discardableResult
  mutating func replace(at position: Int, with element: Element, version: UInt64) -> Element {
    var slot = position
    let leaf = ownLeaf(holding: &slot)
    leaf.revisions[slot] = version
    let old = (leaf.elements + slot).move()
    (leaf.elements + slot).initialize(to: element)
    return old
  }
}

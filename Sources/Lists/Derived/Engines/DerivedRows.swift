internal import CStageFloor

/// The rows of a derived list, and the version that its readers see.
///
/// An engine first decides what to do, calling the user's closures; meanwhile the rows are
/// unchanged, and `head` can be read. Then it edits, and calls no user code except for the
/// identities of rows.
@usableFromInline
struct DerivedRows<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  @usableFromInline var tree: ListTree<Element>
  @usableFromInline private(set) var version: UInt64 = 0
  private(set) var log = OriginLog()
  let lineage = ListLineage.next()
  private let comparison: ListComparison<Element>
  /// Nil while the rows are being edited.
  private(set) var head: ListVersion<Element>?
  @usableFromInline var deferred = DeferredReleases()
  @usableFromInline private(set) var isEditing = false

  /// What the edits of one update have replaced, to be released after unlocking.
  @usableFromInline
  struct DeferredReleases: ~Copyable {
    @usableFromInline var rows: [Element] = []
    var version: ListVersion<Element>?
    var garbage = TreeGarbage<Element>()
    var others: [any Sendable] = []
  }

  init(comparison: @escaping ListComparison<Element>) {
    self.comparison = comparison
    tree = ListTree()
    publish()
  }

  @inlinable var count: Int { tree.count }

  // MARK: - Steps

  @usableFromInline
  mutating func commit(from origins: ListOrigins) {
    guard isEditing else { return }
    isEditing = false
    version += 1
    log.record(origins, for: version)
    publish()
  }

  private mutating func publish() {
    head = makeVersion()
  }

  private func makeVersion() -> ListVersion<Element> {
    ListVersion(tree: tree.copy(), number: version, lineage: lineage, comparison: comparison)
  }

  @usableFromInline
  mutating func beginEditing() {
    isEditing = true
    // If there is no other reference to this version, the following edits are made in place; under
    // the thread sanitizer they never are (see `LiveList.isCachedVersionUnused`).
    let isUnused = isKnownUniquelyReferenced(&head) && !stage_sanitizer_is_on()
    deferred.version = isUnused ? nil : head
    head = nil
  }

  @inlinable
  mutating func touch() {
    if !isEditing { beginEditing() }
  }

  @usableFromInline
  mutating func deferRelease(of other: some Sendable) { deferred.others.append(other) }

  mutating func takeDeferred() -> DeferredReleases {
    var taken = DeferredReleases()
    swap(&taken, &deferred)
    taken.garbage = tree.takeGarbage()
    return taken
  }

  // MARK: - Edits

  @inlinable
  mutating func insert(_ element: Element, at position: Int) {
    touch()
    tree.insert(element, at: position, version: version + 1)
  }

  @inlinable
  mutating func remove(at position: Int) {
    touch()
    deferred.rows.append(tree.remove(at: position))
  }

  @inlinable
  mutating func move(from source: Int, to target: Int) {
    guard source != target else { return }
    touch()
    tree.move(from: source, to: target, version: version + 1)
  }

  @inlinable
  mutating func replace(at position: Int, with element: Element) {
    touch()
    deferred.rows.append(tree.replace(at: position, with: element, version: version + 1))
  }

  /// The identities of the new rows must be distinct.
  @inlinable
  mutating func replaceAll(with elements: [Element]) {
    touch()
    replaceTree(
      by: .make(ofDistinct: elements, version: version + 1, relabellings: tree.relabellings))
    if Element.self is AnyObject.Type { requireDistinctRows() }
  }

  /// The rows of another list are distinct, unless they are objects whose ids have changed.
  @inlinable
  mutating func requireDistinctRows() {
    var rejected: [Element] = []
    _ = ListTree(rows, version: 0, duplicates: &rejected)
    if let row = rejected.first { ListMisuse.identityIsDoubled(row.id) }
  }

  @inlinable var rows: [Element] { tree.elements }

  /// The other tree's stamps are at most the next version.
  @usableFromInline
  mutating func replaceTree(by other: consuming ListTree<Element>) {
    touch()
    // This defers the destruction of the old rows.
    deferReleaseOfAllRows()
    tree = other
  }

  /// Sharing the index of the source costs no memory until the source has changed.
  @inlinable static var staleEntriesPerRow: Int { 16 }

  @inlinable
  mutating func dropStaleEntries() {
    if tree.staleEntries > Self.staleEntriesPerRow * tree.count + 64 { tree.renewIndex() }
  }

  @usableFromInline
  mutating func deferReleaseOfAllRows() {
    if tree.count == 0 { return }
    deferRelease(of: ListSnapshot(makeVersion()))
  }
}

/// The rows of a list that is made of another, and the version that its readers see.
///
/// An engine first decides what to do, with closures of the user's; meanwhile the rows stand still,
/// and `head` can be read. Then it edits, and nothing but the rows' identities is asked of the user.
@usableFromInline
struct DerivedRows<Element: Identifiable & Sendable>: ~Copyable where Element.ID: Sendable {
  @usableFromInline var tree: ListTree<Element>
  @usableFromInline private(set) var version: UInt64 = 0
  private(set) var log = OriginLog()
  let lineage = ListLineage.next()
  private let comparison: ListComparison<Element>
  /// The version that readers see; nil while the rows are being edited.
  private(set) var head: ListVersion<Element>?
  /// What is let go of once the lock has been left.
  @usableFromInline var waste = Waste()
  @usableFromInline private(set) var isEditing = false

  /// What the edits of one step left over.
  @usableFromInline
  struct Waste: ~Copyable {
    @usableFromInline var rows: [Element] = []
    var version: ListVersion<Element>?
    var garbage = TreeGarbage<Element>()
    /// Whatever else an engine let go of.
    var others: [any Sendable] = []
  }

  init(comparison: @escaping ListComparison<Element>) {
    self.comparison = comparison
    tree = ListTree()
    publish()
  }

  @inlinable var count: Int { tree.count }

  // MARK: - Steps

  /// Makes what was edited the version that readers see.
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
    // If nobody else has this version, the edits are made in place from here on.
    waste.version = isKnownUniquelyReferenced(&head) ? nil : head
    head = nil
  }

  /// Makes a new version although no row has changed.
  @inlinable
  mutating func touch() {
    if !isEditing { beginEditing() }
  }

  /// Lets go of something once the lock has been left.
  @usableFromInline
  mutating func discard(_ other: some Sendable) { waste.others.append(other) }

  /// What is to be dropped once the lock has been left.
  mutating func takeWaste() -> Waste {
    var taken = Waste()
    swap(&taken, &waste)
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
    waste.rows.append(tree.remove(at: position))
  }

  /// Moves a row; `target` is the position in the result.
  @inlinable
  mutating func move(from source: Int, to target: Int) {
    guard source != target else { return }
    touch()
    tree.move(from: source, to: target, version: version + 1)
  }

  @inlinable
  mutating func replace(at position: Int, with element: Element) {
    touch()
    waste.rows.append(tree.replace(at: position, with: element, version: version + 1))
  }

  /// Begins anew with other rows, whose identities are all different.
  @inlinable
  mutating func replaceAll(with elements: [Element]) {
    touch()
    // The rows that were end with this.
    discardTree()
    var rejected: [Element] = []
    tree = ListTree(elements, version: version + 1, duplicates: &rejected)
    if let row = rejected.first { ListMisuse.identityIsDoubled(row.id) }
  }

  /// Lets go of all rows once the lock has been left.
  @usableFromInline
  mutating func discardTree() {
    discard(ListSnapshot(makeVersion()))
  }
}

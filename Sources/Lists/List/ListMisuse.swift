internal import StageFloor

/// Not inlined, so that a check on a hot path is only a comparison and a branch.
@usableFromInline
enum ListMisuse {
  static func name(_ value: some Any) -> String {
    let text = String(describing: value)
    return text.utf8.count > 100 ? "“\(text.prefix(100))…”" : "“\(text)”"
  }

  @usableFromInline
  @inline(never)
  static func noRow(_ position: Int, count: Int, in rows: StaticString) -> Never {
    misuse(
      """
      There is no row \(position) in \(rows), which has \(count). Compare positions with `count`, \
      and take both from the same version of the list.
      """)
  }

  @usableFromInline
  @inline(never)
  static func identityIsNotItself<ID>(_ id: ID) -> Never {
    misuse(
      """
      The identity \(name(id)) is not equal to itself, so its row could never be found again. \
      Give the row another id.
      """)
  }

  @usableFromInline
  @inline(never)
  static func keyIsNotItself<Key>(_ key: Key) -> Never {
    misuse(
      """
      The key \(name(key)) of a section is not equal to itself, so its rows could never be found \
      again. Group by something else.
      """)
  }

  @usableFromInline
  @inline(never)
  static func identityHasChanged<ID>(_ id: ID, at position: Int? = nil) -> Never {
    let row = position.map { "The row at position \($0)" } ?? "A row"
    misuse(
      """
      \(row) has the identity \(name(id)), but was inserted with another one. An id must not \
      change while its row is in a list.
      """)
  }

  @usableFromInline
  @inline(never)
  static func identityWasUpdated<ID>(_ old: ID, to new: ID) -> Never {
    misuse(
      """
      A closure that updates the row \(name(old)) must not change its identity, but changed it to \
      \(name(new)). Remove the row and insert another instead.
      """)
  }

  @usableFromInline
  @inline(never)
  static func identityIsDoubled<ID>(_ id: ID) -> Never {
    misuse(
      """
      The source of a derived list has two rows with the identity \(name(id)). Each row of a list \
      needs a unique identity, also in lists that you implement yourself.
      """)
  }

  @usableFromInline
  @inline(never)
  static func otherList() -> Never {
    misuse(
      """
      This snapshot or transition belongs to another list. Take one from this list, or call \
      `replaceAll(with:)`.
      """)
  }

  @usableFromInline
  @inline(never)
  static func otherRows(_ expected: Int, _ given: Int) -> Never {
    misuse(
      """
      These changes begin with \(expected) rows, and cannot be applied to \(given). Apply them to \
      the rows of the version at which they begin.
      """)
  }
}

/// Stops the program unless an identity is equal to itself; `Double.nan` is not.
@inlinable
@inline(__always)
func requireItself<ID: Hashable>(_ id: ID) {
  if _fastPath(id == id) { return }
  ListMisuse.identityIsNotItself(id)
}

internal import StageFloor

/// What is said to a caller that breaks a rule, before the program stops.
///
/// Out of line, so that a check on a hot path is a comparison and a branch.
@usableFromInline
enum ListMisuse {
  /// How an identity or a key is named in a sentence: not all of it, if it is long.
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
      The identity \(name(id)) is not equal to itself, so that its row could never be found again. \
      Give the row another id.
      """)
  }

  @usableFromInline
  @inline(never)
  static func keyIsNotItself<Key>(_ key: Key) -> Never {
    misuse(
      """
      The key \(name(key)) of a section is not equal to itself, so that its rows could never be \
      found again. Group by something else.
      """)
  }

  @usableFromInline
  @inline(never)
  static func identityHasChanged<ID>(_ id: ID, at position: Int? = nil) -> Never {
    let row = position.map { "The row at position \($0)" } ?? "A row"
    misuse(
      """
      \(row) has the identity \(name(id)), under which it was not inserted. An id must not change \
      while its row is in a list.
      """)
  }

  @usableFromInline
  @inline(never)
  static func identityWasUpdated<ID>(_ old: ID, to new: ID) -> Never {
    misuse(
      """
      A closure that updates the row \(name(old)) must not change its identity, but left \
      \(name(new)). Remove the row and insert another instead.
      """)
  }

  @usableFromInline
  @inline(never)
  static func identityIsDoubled<ID>(_ id: ID) -> Never {
    misuse(
      """
      A list that another one follows has two rows with the identity \(name(id)). Each row of a \
      list needs an identity of its own, also in lists that you implement yourself.
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

/// Stops the program unless an identity is equal to itself, which `Double.nan` is not.
@inlinable
@inline(__always)
func requireItself<ID: Hashable>(_ id: ID) {
  if _fastPath(id == id) { return }
  ListMisuse.identityIsNotItself(id)
}

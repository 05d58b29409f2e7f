@usableFromInline
struct OrderRules<Element: Sendable, Key: Hashable & Sendable>: Sendable {
  @usableFromInline var key: @Sendable (Element) -> Key
  @usableFromInline var sectionOrder: @Sendable (Key, Key) -> Bool
  /// Nil for the order of the source.
  @usableFromInline var rows: RowOrder<Element>?
  @usableFromInline var keepsEmptySections: Bool

  @inlinable
  init(
    key: @escaping @Sendable (Element) -> Key,
    sectionOrder: @escaping @Sendable (Key, Key) -> Bool,
    rows: RowOrder<Element>?, keepsEmptySections: Bool = false
  ) {
    self.key = key
    self.sectionOrder = sectionOrder
    self.rows = rows
    self.keepsEmptySections = keepsEmptySections
  }

  @inlinable var rowOrder: (@Sendable (Element, Element) -> Bool)? { rows?.precedes }
}

@usableFromInline
struct RowOrder<Element: Sendable>: Sendable {
  @usableFromInline let precedes: @Sendable (Element, Element) -> Bool
  /// Stable; it is created where the user's closure is known, so that the compiler can make one
  /// function of both.
  @usableFromInline let sort: @Sendable (UnsafeMutableBufferPointer<Element>) -> Void

  @inlinable
  @inline(__always)
  init(_ areInIncreasingOrder: @escaping @Sendable (Element, Element) -> Bool) {
    precedes = areInIncreasingOrder
    // The sort of the standard library is stable.
    sort = { rows in
      var rows = rows
      rows.sort(by: areInIncreasingOrder)
    }
  }
}

@usableFromInline
struct WholeList: Hashable, Sendable {
  @inlinable init() {}
}

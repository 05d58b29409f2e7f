/// By what rows are put in order: first by the section that they belong to, then in it.
@usableFromInline
struct OrderRules<Element: Sendable, Key: Hashable & Sendable>: Sendable {
  /// To which section a row belongs.
  @usableFromInline var key: @Sendable (Element) -> Key
  /// Whether one section comes before another.
  @usableFromInline var sectionOrder: @Sendable (Key, Key) -> Bool
  /// Whether one row comes before another in their section; nil: as in the source.
  @usableFromInline var rowOrder: (@Sendable (Element, Element) -> Bool)?
  /// Whether sections stay that have no rows left.
  @usableFromInline var keepsEmptySections: Bool

  @inlinable
  init(
    key: @escaping @Sendable (Element) -> Key,
    sectionOrder: @escaping @Sendable (Key, Key) -> Bool,
    rowOrder: (@Sendable (Element, Element) -> Bool)?, keepsEmptySections: Bool = false
  ) {
    self.key = key
    self.sectionOrder = sectionOrder
    self.rowOrder = rowOrder
    self.keepsEmptySections = keepsEmptySections
  }
}

/// What all rows of a list without sections have in common.
@usableFromInline
struct WholeList: Hashable, Sendable {
  @inlinable init() {}
}

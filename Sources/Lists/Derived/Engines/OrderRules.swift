/// The rules by which rows are ordered: first by section, then within the section.
@usableFromInline
struct OrderRules<Element: Sendable, Key: Hashable & Sendable>: Sendable {
  /// Returns the key of a row's section.
  @usableFromInline var key: @Sendable (Element) -> Key
  /// Returns whether one section precedes another.
  @usableFromInline var sectionOrder: @Sendable (Key, Key) -> Bool
  /// Returns whether one row precedes another in their section; nil for the order of the source.
  @usableFromInline var rowOrder: (@Sendable (Element, Element) -> Bool)?
  /// Whether sections without rows are kept.
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

/// The common key of all rows in a list without sections.
@usableFromInline
struct WholeList: Hashable, Sendable {
  @inlinable init() {}
}

/// The rows of a list, each made into something else.
public typealias MappedList<ID: Hashable & Sendable, Value: Sendable> =
  DerivedList<MappedElement<ID, Value>>

extension ListReading {
  /// Makes each row into something else.
  ///
  /// ```swift
  /// let lines = orders.mapped { "\($0.title), due \($0.due)" }
  /// print(lines.snapshot().first?.value ?? "")
  /// ```
  ///
  /// - Parameter transform: makes a row into something; called once for each row, and again when its
  ///   content has changed. See ``DerivedList`` for when.
  /// - Returns: a list that follows this one.
  @inlinable
  public func mapped<Value: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Value
  ) -> MappedList<Element.ID, Value> {
    makeMapped(areSame: nil, transform)
  }

  /// Makes each row into something else, and does not tell of changes that do not show in it.
  ///
  /// - Parameter transform: makes a row into something; called once for each row, and again when its
  ///   content has changed. If the result is equal to the one before, the row has not changed, as
  ///   far as this list is concerned.
  /// - Returns: a list that follows this one.
  @inlinable
  public func mapped<Value: Sendable & Equatable>(
    _ transform: @escaping @Sendable (Element) -> Value
  ) -> MappedList<Element.ID, Value> {
    makeMapped(areSame: { $0.value == $1.value }, transform)
  }

  @inlinable
  func makeMapped<Value: Sendable>(
    areSame: (
      @Sendable (MappedElement<Element.ID, Value>, MappedElement<Element.ID, Value>) -> Bool
    )?,
    _ transform: @escaping @Sendable (Element) -> Value
  ) -> MappedList<Element.ID, Value> {
    let rules = Renewal<@Sendable (Element) -> MappedElement<Element.ID, Value>?> { element in
      MappedElement(id: element.id, value: transform(element))
    }
    let engine = SiftEngine(self, isFilter: false, renewal: rules, areSame: areSame)
    return DerivedList(
      DerivedCore(bell: bell, comparison: ListVersion.comparison) { engine.catchUp($0) })
  }
}

/// A list with the results of mapping the rows of another one.
public typealias MappedList<ID: Hashable & Sendable, Value: Sendable> =
  DerivedList<MappedElement<ID, Value>>

extension ListReading {
  /// Returns a list with the results of mapping each row.
  ///
  /// ```swift
  /// let lines = orders.mapped { "\($0.title), due \($0.due)" }
  /// print(lines.snapshot().first?.value ?? "")
  /// ```
  ///
  /// - Parameter transform: Maps a row; called once for each row, and again when its content has
  ///   changed. ``DerivedList`` describes when it is called.
  /// - Returns: A list derived from this one.
  @inlinable
  public func mapped<Value: Sendable>(
    _ transform: @escaping @Sendable (Element) -> Value
  ) -> MappedList<Element.ID, Value> {
    makeMapped(areSame: nil, transform)
  }

  /// Returns a list with the results of mapping each row, which omits updates that do not change
  /// the result.
  ///
  /// - Parameter transform: Maps a row; called once for each row, and again when its content has
  ///   changed. If the result is equal to the previous one, there is no update in the derived list.
  /// - Returns: A list derived from this one.
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
    let rules = RuleBox<@Sendable (Element) -> MappedElement<Element.ID, Value>?> { element in
      MappedElement(id: element.id, value: transform(element))
    }
    let engine = FilterMapEngine(self, isFilter: false, ruleBox: rules, areSame: areSame)
    return DerivedList(
      DerivedCore(changeSignal: changeSignal, comparison: ListVersion.comparison) {
        engine.catchUp($0)
      })
  }
}

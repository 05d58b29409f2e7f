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
    let ruleBox = RuleBox(
      RowRules<Element, MappedElement<Element.ID, Value>>(
        selection: nil, output: { MappedElement(id: $0.id, value: transform($0)) }))
    let engine = FilterMapEngine(self, ruleBox: ruleBox, areSame: areSame)
    return DerivedList(
      DerivedCore(changeSignal: changeSignal, comparison: ListVersion.comparison) {
        engine.update($0, quickly: $1)
      })
  }
}

/// The result of mapping a row, with the identity of that row.
public struct MappedElement<ID: Hashable & Sendable, Value: Sendable>: Identifiable, Sendable {
  /// The identity of the row.
  public let id: ID
  /// The result of mapping the row.
  public var value: Value

  /// Creates a value with an identity.
  ///
  /// - Parameters:
  ///   - id: The identity of the row.
  ///   - value: The result of mapping the row.
  @inlinable
  public init(id: ID, value: Value) {
    self.id = id
    self.value = value
  }
}

extension MappedElement: Equatable where Value: Equatable {}
extension MappedElement: Hashable where Value: Hashable {}

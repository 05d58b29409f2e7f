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

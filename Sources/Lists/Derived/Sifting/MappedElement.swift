/// What a row of a list was made into, under the identity of that row.
public struct MappedElement<ID: Hashable & Sendable, Value: Sendable>: Identifiable, Sendable {
  /// The identity of the row.
  public let id: ID
  /// What it was made into.
  public var value: Value

  /// A value under an identity.
  ///
  /// - Parameters:
  ///   - id: the identity of the row.
  ///   - value: what it was made into.
  @inlinable
  public init(id: ID, value: Value) {
    self.id = id
    self.value = value
  }
}

extension MappedElement: Equatable where Value: Equatable {}
extension MappedElement: Hashable where Value: Hashable {}

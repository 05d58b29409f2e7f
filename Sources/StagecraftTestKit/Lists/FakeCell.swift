/// What a ``FakeTable`` or a ``FakeListView`` shows of one row.
public struct FakeCell: Hashable {
  /// Whose row it is.
  public var id: AnyHashable
  /// What is to be seen of it.
  public var content: AnyHashable

  /// What is shown of one row.
  ///
  /// - Parameters:
  ///   - id: whose row it is.
  ///   - content: what is to be seen of it.
  public init(id: some Hashable, content: some Hashable) {
    self.id = AnyHashable(id)
    self.content = AnyHashable(content)
  }
}

extension FakeCell: CustomStringConvertible {
  /// Both parts, as in `17 (ready)`.
  public var description: String { "\(id.base) (\(content.base))" }
}

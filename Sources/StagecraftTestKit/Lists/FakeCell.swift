/// The content that a ``FakeTable`` shows for one row.
public struct FakeCell: Hashable {
  /// The identity of the row.
  public var id: AnyHashable
  /// The visible content of the row.
  public var content: AnyHashable

  /// Creates a cell.
  ///
  /// - Parameters:
  ///   - id: The identity of the row.
  ///   - content: The visible content of the row.
  public init(id: some Hashable, content: some Hashable) {
    self.id = AnyHashable(id)
    self.content = AnyHashable(content)
  }
}

extension FakeCell: CustomStringConvertible {
  /// The identity and the content, as in `17 (ready)`.
  public var description: String { "\(id.base) (\(content.base))" }
}

/// A person with a card of the library.
public struct Reader: Identifiable, Hashable, Codable, Sendable {
  public var id: Int
  public var name: String
  public var card: String
  /// In the clear, as the whole file is made up; a library would have a hash here.
  public var pin: String
}

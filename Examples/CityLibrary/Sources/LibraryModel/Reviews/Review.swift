/// What a reader thinks of a title.
public struct Review: Identifiable, Hashable, Codable, Sendable {
  public var id: String
  public var title: Title.ID
  public var reader: Reader.ID
  public var name: String
  public var stars: Int
  public var text: String
  public var day: Day
}

/// A title that a reader has marked.
public struct Favourite: Identifiable, Hashable, Codable, Sendable {
  public var id: String
  public var title: Title.ID
  public var reader: Reader.ID
}

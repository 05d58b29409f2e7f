/// What a reader thinks of a title.
package struct Review: Identifiable, Hashable, Codable, Sendable {
  package var id: String
  package var title: Title.ID
  package var reader: Reader.ID
  package var name: String
  package var stars: Int
  package var text: String
  package var day: Day
}

/// A title that a reader has marked.
package struct Favourite: Identifiable, Hashable, Codable, Sendable {
  package var id: String
  package var title: Title.ID
  package var reader: Reader.ID
}

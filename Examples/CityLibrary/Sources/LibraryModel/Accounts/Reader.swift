/// A person with a card of the library.
package struct Reader: Identifiable, Hashable, Codable, Sendable {
  package var id: Int
  package var name: String
  package var card: String
  /// In the clear, as the whole file is made up; a library would have a hash here.
  package var pin: String
}

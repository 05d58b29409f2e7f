/// A copy that a reader picks up at the desk.
package struct Order: Identifiable, Hashable, Codable, Sendable {
  package enum State: String, CaseIterable, Codable, Sendable { case new, picking, ready }

  package var id: Int
  package var title: Title.ID
  package var name: String
  package var reader: String
  package var state: State
  /// In which place of its column it is: a text of the list, which is compared.
  package var position: String
  /// When it was placed, in seconds since 1970.
  package var since: Double
}

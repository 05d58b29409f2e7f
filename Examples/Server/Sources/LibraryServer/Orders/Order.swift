/// A book that a reader picks up at a branch.
package struct Order: Identifiable, Hashable, Codable, Sendable {
  package enum State: String, Codable, Sendable { case new, picking, ready }

  package var id: String
  package var title: String
  package var reader: String
  package var state: State
  /// When it was placed, in seconds since 1970.
  package var since: Double
}

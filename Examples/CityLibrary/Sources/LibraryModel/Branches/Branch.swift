/// A house of the library.
package struct Branch: Identifiable, Hashable, Codable, Sendable {
  package var id: Int
  package var name: String
  package var street: String
  package var latitude: Double
  package var longitude: Double
  package var opens: Int
  package var closes: Int
  package var closesOnSaturday: Int
  package var titles: Int
  package var copies: Int
  package var lent: Int

  package var inStock: Int { copies - lent }
}

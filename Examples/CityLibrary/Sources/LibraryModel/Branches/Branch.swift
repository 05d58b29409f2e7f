/// A house of the library.
public struct Branch: Identifiable, Hashable, Codable, Sendable {
  public var id: Int
  public var name: String
  public var street: String
  public var latitude: Double
  public var longitude: Double
  public var opens: Int
  public var closes: Int
  public var closesOnSaturday: Int
  public var titles: Int
  public var copies: Int
  public var lent: Int

  public var inStock: Int { copies - lent }
}

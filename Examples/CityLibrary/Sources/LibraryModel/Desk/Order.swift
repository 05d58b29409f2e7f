/// A copy that a reader picks up at the desk.
public struct Order: Identifiable, Hashable, Codable, Sendable {
  public enum State: String, CaseIterable, Codable, Sendable { case new, picking, ready }

  public var id: Int
  public var title: Title.ID
  public var name: String
  public var reader: String
  public var state: State
  /// In which place of its column it is: a text of the list, which is compared.
  public var position: String
  /// When it was placed, in seconds since 1970.
  public var since: Double
}

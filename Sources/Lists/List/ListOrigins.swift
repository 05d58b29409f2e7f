/// The origins of the edits between two versions of a list.
public struct ListOrigins: Hashable, Sendable {
  /// The origins passed with the edits.
  public var named: Set<ListOrigin>
  /// Whether there are other edits: those without an origin, and those so old that the list has
  /// discarded their origins.
  public var hasOthers: Bool

  /// Creates a set of origins.
  ///
  /// - Parameters:
  ///   - named: The origins passed with the edits.
  ///   - hasOthers: Whether there are edits without an origin, or with a discarded one.
  public init(_ named: Set<ListOrigin> = [], hasOthers: Bool = false) {
    self.named = named
    self.hasOthers = hasOthers
  }

  /// No edits.
  public static var none: ListOrigins { ListOrigins() }

  /// Edits with unknown origins.
  public static var unknown: ListOrigins { ListOrigins(hasOthers: true) }

  /// Returns whether there are edits and all of them have this origin.
  ///
  /// - Parameter origin: The origin to check for.
  /// - Returns: Whether all edits have this origin.
  public func areOnly(_ origin: ListOrigin) -> Bool {
    !hasOthers && named.count == 1 && named.contains(origin)
  }

  /// Adds other origins to these.
  ///
  /// - Parameter others: The origins to add.
  public mutating func formUnion(_ others: ListOrigins) {
    named.formUnion(others.named)
    hasOthers = hasOthers || others.hasOthers
  }
}

extension ListOrigins: CustomStringConvertible {
  /// The names of the origins, as in `desk, screen and others`.
  public var description: String {
    let names = named.map(\.description).sorted().joined(separator: ", ")
    if names.isEmpty { return hasOthers ? "unknown origins" : "no edits" }
    return hasOthers ? names + " and others" : names
  }
}

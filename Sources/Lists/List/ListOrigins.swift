/// Where the edits between two versions of a list come from.
public struct ListOrigins: Hashable, Sendable {
  /// The origins that edits were given.
  public var named: Set<ListOrigin>
  /// Whether there are others: edits without an origin, or so old that their list has forgotten
  /// where they come from.
  public var hasOthers: Bool

  /// Origins of edits.
  ///
  /// - Parameters:
  ///   - named: the origins that edits were given.
  ///   - hasOthers: whether there are edits with no origin, or with one that is forgotten.
  public init(_ named: Set<ListOrigin> = [], hasOthers: Bool = false) {
    self.named = named
    self.hasOthers = hasOthers
  }

  /// No edits.
  public static var none: ListOrigins { ListOrigins() }

  /// Edits of which nothing is known.
  public static var unknown: ListOrigins { ListOrigins(hasOthers: true) }

  /// Whether there are edits, and all of them come from this origin.
  ///
  /// - Parameter origin: whose edits are asked for.
  /// - Returns: whether all edits are its own.
  public func areOnly(_ origin: ListOrigin) -> Bool {
    !hasOthers && named.count == 1 && named.contains(origin)
  }

  /// Adds other origins to these.
  ///
  /// - Parameter others: what to add.
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

/// The cost of rebuilding released memory, from free to impossible.
///
/// The cheapest is released first; the rest is kept if that is enough.
public enum RebuildCost: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// No cost: spare objects, empty buffers.
  case free

  /// A little CPU work: a layout, a thumbnail of an image in memory.
  case computed

  /// Reading a file or a database.
  case readFromDisk

  /// A fetch over the network.
  case fetched

  /// A delay that the user notices: an off-screen view has to be rebuilt.
  case noticed

  /// It cannot be rebuilt. Passes do not release it, except for
  /// ``PressureMonitor/relieve(_:target:includingLossy:)``.
  case lossy

  /// Returns whether the first cost is lower than the second.
  ///
  /// - Parameters:
  ///   - one: A cost.
  ///   - other: Another cost.
  /// - Returns: Whether the first cost is lower.
  public static func < (one: RebuildCost, other: RebuildCost) -> Bool {
    one.rawValue < other.rawValue
  }
}

extension RebuildCost: CustomStringConvertible {
  /// The cost in words, as used in reports.
  public var description: String {
    switch self {
    case .free: "free"
    case .computed: "computed"
    case .readFromDisk: "read from disk"
    case .fetched: "fetched"
    case .noticed: "noticed"
    case .lossy: "lossy"
    }
  }
}

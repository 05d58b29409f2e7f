/// What it costs to get back what is given up, from nothing to everything.
///
/// The cheapest goes first, and the rest stays if that is enough.
public enum RebuildCost: Int, Sendable, Hashable, Comparable, CaseIterable {
  /// Nothing: spare objects, buffers that are empty.
  case free

  /// A little work of the processor's: a layout, a thumbnail of what is in memory.
  case computed

  /// A file is read, or a database asked.
  case readFromDisk

  /// Something is fetched over the network.
  case fetched

  /// The user will notice: a screen that is out of sight has to be built again.
  case noticed

  /// It cannot be got back. It is never given up by itself; only by
  /// ``PressureMonitor/relieve(_:target:includingLossy:)``.
  case lossy

  /// Whether the first costs less than the second.
  public static func < (one: RebuildCost, other: RebuildCost) -> Bool {
    one.rawValue < other.rawValue
  }
}

extension RebuildCost: CustomStringConvertible {
  /// The cost in words, for reports.
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

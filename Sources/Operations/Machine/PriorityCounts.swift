/// The number of dependents that lend an operation each priority.
///
/// Only operations with many dependents have these counts; for a few dependents, the highest
/// priority is found by iterating.
struct PriorityCounts: PagedElement {
  /// The number of dependents up to which an operation has no counts.
  static var fewest: Int32 { 8 }

  private var counts = SIMD8<Int32>(repeating: 0)

  subscript(_ level: UInt8) -> Int32 {
    get { counts[Int(level)] }
    set { counts[Int(level)] = newValue }
  }

  var highest: UInt8 {
    for level in stride(from: UInt8(4), to: 0, by: -1) where self[level] > 0 { return level }
    return 0
  }

  /// Unused entries do not need their counts.
  var nextVacant: Int32 {
    get { counts[7] }
    set { counts[7] = newValue }
  }
}

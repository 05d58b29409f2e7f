/// How many dependents lend an operation each of the priorities.
///
/// Only operations with many dependents have one: of a few, the highest is found by looking.
struct Loans: PagedElement {
  /// With how many dependents an operation does without.
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

  /// A vacant place needs none of the counts.
  var nextVacant: Int32 {
    get { counts[7] }
    set { counts[7] = newValue }
  }
}

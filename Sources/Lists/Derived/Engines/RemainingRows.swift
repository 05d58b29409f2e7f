/// The rows that remain in order while others are taken out.
///
/// The remaining rows are not copied, but found by number among all rows.
@usableFromInline
struct RemainingRows {
  /// The positions of the rows that are taken out, ascending.
  let taken: [Int]

  @usableFromInline
  init(taken: [Int]) {
    self.taken = taken
  }

  /// Returns the number of remaining rows before a position.
  @usableFromInline
  func number(before position: Int) -> Int { position - taken.count(below: position) }

  /// Returns the position of the remaining row with this number.
  ///
  /// There are `taken[j] - j` remaining rows before `taken[j]`, a number that never decreases.
  @usableFromInline
  func position(of number: Int) -> Int {
    var (low, high) = (0, taken.count)
    while low < high {
      let middle = low + (high - low) / 2
      if taken[middle] - middle > number { high = middle } else { low = middle + 1 }
    }
    return number + low
  }
}

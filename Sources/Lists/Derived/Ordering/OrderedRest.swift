/// The rows that stay in order while others are taken out.
///
/// The rest is never made: its rows are found by number among all rows.
@usableFromInline
struct OrderedRest {
  /// The positions of the rows that are taken out, ascending.
  let taken: [Int]

  @usableFromInline
  init(taken: [Int]) {
    self.taken = taken
  }

  /// How many rows of the rest stand before a row.
  @usableFromInline
  func number(before position: Int) -> Int { position - taken.count(below: position) }

  /// Where the row of the rest with this number stands.
  ///
  /// Before `taken[j]` stand `taken[j] - j` rows of the rest, which never decreases.
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

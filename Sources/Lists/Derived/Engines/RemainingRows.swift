/// The rows that remain in order while others are taken out: not copied, but found by number.
@usableFromInline
struct RemainingRows {
  let taken: [Int]

  @usableFromInline
  init(taken: [Int]) {
    self.taken = taken
  }

  @usableFromInline
  func number(before position: Int) -> Int { position - taken.count(below: position) }

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

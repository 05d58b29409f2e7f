internal import Stagecraft

/// What is found when the stock is counted after closing time.
struct Stock: Sendable {
  /// How many copies the library owns.
  let owned: Int
  /// The check-outs stamped into each copy that is on the shelf.
  let stamps: [Int: Int]
  /// What the pool says at that moment.
  let inLine: Int
  let onLoan: Int

  /// Counts by taking each copy from the shelf, and putting all of them back.
  init(of books: BoundedPool<Book>, owned: Int) {
    let snapshot = books.snapshot
    var stamps: [Int: Int] = [:]
    Self.takeEach(of: books, into: &stamps)
    self.owned = owned
    self.stamps = stamps
    inLine = snapshot.waiting
    onLoan = snapshot.leased
  }

  /// Whether every copy is there, once, and nobody waits.
  var isComplete: Bool { stamps.count == owned && inLine == 0 && onLoan == 0 }

  /// How often the copies say they were lent.
  var checkOuts: Int { stamps.values.reduce(0, +) }

  /// Holds each copy while it looks for the next, so that none is counted twice.
  private static func takeEach(of books: BoundedPool<Book>, into stamps: inout [Int: Int]) {
    guard let lease = books.tryLease() else { return }
    stamps[lease.element.copy] = lease.element.checkOuts
    takeEach(of: books, into: &stamps)
  }
}

extension Narrator {
  /// States that a library has all its copies back.
  func promiseAllInStock(_ stock: Stock) {
    promise(
      "In stock again: \(stock.stamps.count) of \(stock.owned) copies; "
        + "\(stock.onLoan) on loan, \(stock.inLine) in line.",
      isKept: stock.isComplete)
  }
}

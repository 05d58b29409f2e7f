/// Those who wait for the end of an operation, in the order of their tickets.
///
/// They stand in pages, so that one of very many is found, added and removed without moving the
/// others.
struct WaiterList {
  private static var pageSize: Int { 128 }

  /// None of them is empty.
  private var pages: [[OperationWaiter]] = []

  var isEmpty: Bool { pages.isEmpty }

  /// How many there are.
  ///
  /// - Complexity: O(*n* / 128).
  var count: Int { pages.reduce(0) { $0 + $1.count } }

  /// Adds one whose ticket is the last that was drawn.
  mutating func append(_ waiter: OperationWaiter) {
    if pages.isEmpty || pages[pages.count - 1].count == Self.pageSize { pages.append([]) }
    pages[pages.count - 1].append(waiter)
  }

  /// The waiter with a ticket; to set it to nil removes it.
  subscript(_ ticket: UInt64) -> OperationWaiter? {
    get { place(of: ticket).map { pages[$0.page][$0.place] } }
    set {
      guard let (page, place) = place(of: ticket) else { return }
      if let newValue {
        pages[page][place] = newValue
      } else {
        pages[page].remove(at: place)
        if pages[page].isEmpty { pages.remove(at: page) }
      }
    }
  }

  /// Takes some out, the first first; empty if there are none.
  mutating func takeSome() -> [OperationWaiter] {
    pages.isEmpty ? [] : pages.removeFirst()
  }

  private func place(of ticket: UInt64) -> (page: Int, place: Int)? {
    let page = first(of: pages.count) { pages[$0][0].ticket > ticket } - 1
    guard page >= 0 else { return nil }
    let place = first(of: pages[page].count) { pages[page][$0].ticket >= ticket }
    guard place < pages[page].count, pages[page][place].ticket == ticket else { return nil }
    return (page, place)
  }

  /// The first of so many places, in order, of which something holds.
  private func first(of count: Int, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

internal import Foundation
internal import Harness

/// A list whose orders change; the screen holds its last version.
///
/// Every verb is repeated the given number of times, each time followed by a snapshot. Verbs that
/// would change the number of orders run in rounds; it is restored between rounds, which is not
/// timed.
protocol Desk<Order>: AnyObject {
  associatedtype Order: LibraryOrder

  /// The list begins with the orders 0, 1, 2 …
  init(_ orders: [Order])

  /// The number of orders.
  var count: Int { get }
  var numbers: Numbers { get set }
  /// The number of the next new order.
  var next: Int { get set }

  /// Changes the order at this position, and takes a snapshot.
  func advance(at position: Int)
  /// Changes the order with this id, and takes a snapshot.
  func advance(_ id: UUID)
  /// Inserts an order, and takes a snapshot.
  func insert(_ order: Order, at position: Int)
  /// Moves an order, and takes a snapshot.
  func move(_ id: UUID, from position: Int, to target: Int)
  /// Removes the order at this position, and takes a snapshot.
  @discardableResult
  func remove(at position: Int) -> Order
  /// The id of the order at this position.
  func id(at position: Int) -> UUID
}

extension Desk {
  /// The number of insertions or removals in a row that leave the length of the list about the
  /// same.
  private var round: Int { max(1, min(1_000, count / 10)) }

  @inline(__always)
  func advancePositions(_ times: Int) {
    for _ in 0..<times { advance(at: numbers.below(count)) }
  }

  @inline(__always)
  func advanceIDs(_ times: Int) {
    let count = count
    for _ in 0..<times { advance(UUID(number: numbers.below(count))) }
  }

  @inline(__always)
  func moveAnywhere(_ times: Int) {
    for _ in 0..<times {
      let source = numbers.below(count)
      move(id(at: source), from: source, to: numbers.below(count))
    }
  }

  /// Inserts new orders at random positions; they are removed between rounds.
  @inline(__always)
  func insertAnywhere(_ times: Int) -> Sample {
    inRounds(times) { times in
      for _ in 0..<times {
        insert(Order(number: next), at: numbers.below(count))
        next += 1
      }
    } restore: { times in
      for _ in 0..<times { remove(at: numbers.below(count)) }
    }
  }

  /// Removes orders at random positions; they are inserted again between rounds.
  @inline(__always)
  func removeAnywhere(_ times: Int) -> Sample {
    var removed: [Order] = []
    removed.reserveCapacity(round)
    return inRounds(times) { times in
      for _ in 0..<times { removed.append(remove(at: numbers.below(count))) }
    } restore: { _ in
      for order in removed { insert(order, at: numbers.below(count)) }
      removed.removeAll(keepingCapacity: true)
    }
  }

  @inline(__always)
  private func inRounds(
    _ times: Int, _ body: (Int) -> Void, restore: (Int) -> Void
  ) -> Sample {
    var time = TimeTaken.zero
    var left = times
    let round = round
    while left > 0 {
      let turns = min(round, left)
      let stopwatch = Stopwatch()
      body(turns)
      time += stopwatch.time
      restore(turns)
      left -= turns
    }
    return Sample(operations: times, time: time)
  }
}

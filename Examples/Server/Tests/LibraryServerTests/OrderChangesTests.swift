import Foundation
import Stagecraft
import Testing

@testable import LibraryServer

@Suite("Changes of orders")
struct OrderChangesTests {
  /// Applies what 2,000 random edits have sent, as JSON, and compares with the list.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func theRowsAfterTheChangesAreThoseOfTheList(seed: UInt64) throws {
    var random = Generator(seed: seed)
    let list = LiveList<Order>()
    var (page, old) = (Page(), list.snapshot())
    for number in 0..<2_000 {
      for _ in 0...Int.random(in: 0..<4, using: &random) { try edit(list, number, &random) }
      let transition = list.changes(since: old)
      old = transition.new
      let event =
        transition.changes.isReset
        ? OrderEvent.snapshot(rows: Array(old), isCurrent: true)
        : .changed(by: OrderChanges(transition))
      page.receive(
        try JSONDecoder().decode(OrderEvent.self, from: try JSONEncoder().encode(event)))
      try #require(page.rows == Array(old), "seed \(seed), edit \(number)")
    }
  }

  private func edit(
    _ list: LiveList<Order>, _ number: Int, _ random: inout Generator
  ) throws {
    let count = list.count
    let place = Int.random(in: 0...count, using: &random)
    guard place < count else {
      let order = Order(
        id: UUID().uuidString, title: "Emma", reader: "Ada", state: .new, since: Double(number))
      return try list.insert(order, at: Int.random(in: 0...count, using: &random))
    }
    let id = list.snapshot()[place].id
    switch Int.random(in: 0..<3, using: &random) {
    case 0: list.remove(id)
    case 1: list.update(id) { $0.since += 1 }
    default: try list.move(id, to: Int.random(in: 0..<count, using: &random))
    }
  }
}

/// A generator that gives the same numbers again.
private struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}

internal import Foundation
internal import StageFloor
internal import Stagecraft

/// An order, with what the tables of the scene need.
struct Order: Identifiable, Hashable, Sendable {
  enum State: Int, Comparable, CaseIterable, Sendable {
    case placed, ready, handedOut
    static func < (one: State, other: State) -> Bool { one.rawValue < other.rawValue }
    var next: State { State(rawValue: rawValue + 1) ?? .placed }
  }

  let id: Int
  var state: State
  /// The day of the month.
  let due: Int
  var isOverdue: Bool { due < 10 && state != .handedOut }
}

/// Makes orders: the same from the same seed.
struct OrderSlips {
  private var generator: SplitMix64
  private var id: Int

  init(seed: Int, from id: Int = 1) {
    generator = SplitMix64(seed: UInt64(seed))
    self.id = id
  }

  mutating func next() -> Order {
    defer { id += 1 }
    return Order(
      id: id, state: Order.State.allCases.randomElement(using: &generator) ?? .placed,
      due: Int.random(in: 1...31, using: &generator))
  }

  mutating func next(_ count: Int) -> [Order] { (0..<count).map { _ in next() } }
}

/// An edit of one row: the row before and after it; nil where there was none.
struct OrderEdit: Sendable {
  struct Row: Hashable, Sendable {
    let order: Order
    let position: Int
  }

  let old: Row?
  let new: Row?

  /// Edits an order of a live list; nil if that changes nothing.
  init?(
    of id: Order.ID, in draft: inout LiveList<Order>.Draft,
    _ edit: (inout LiveList<Order>.Draft) throws -> Void
  ) {
    func row(_ draft: borrowing LiveList<Order>.Draft) -> Row? {
      draft.index(of: id).map { Row(order: draft[$0], position: $0) }
    }
    old = row(draft)
    try? edit(&draft)
    new = row(draft)
    if old == new { return nil }
  }

  /// Repeats the edit on an array; returns whether it found the same row there.
  func apply(to rows: inout [Order]) -> Bool {
    if let old {
      guard rows.indices.contains(old.position), rows[old.position] == old.order else {
        return false
      }
      rows.remove(at: old.position)
    }
    if let new {
      guard new.position <= rows.count else { return false }
      rows.insert(new.order, at: new.position)
    }
    return true
  }
}

/// Random edits: the same from the same seed.
struct RandomEdits {
  private var generator: SplitMix64
  private var slips: OrderSlips

  init(seed: Int) {
    generator = SplitMix64(seed: UInt64(seed))
    slips = OrderSlips(seed: 1_000 + seed, from: 1_000_000 * seed)
  }

  /// Edits a known row; reserved rows, and those of a short list, are not removed.
  mutating func edit(
    _ draft: inout LiveList<Order>.Draft, known: some RandomAccessCollection<Order>,
    except reserved: Set<Order.ID> = []
  ) -> OrderEdit? {
    guard let one = known.randomElement(using: &generator)?.id,
      let other = known.randomElement(using: &generator)?.id
    else { return nil }
    switch Int.random(in: 0..<5, using: &generator) {
    case 0:
      let order = slips.next()
      return OrderEdit(of: order.id, in: &draft) { try $0.insert(order, after: one) }
    case 1 where known.count > 30 && !reserved.contains(one):
      return OrderEdit(of: one, in: &draft) { $0.remove(one) }
    case 2:
      return OrderEdit(of: one, in: &draft) { try $0.move(one, before: other) }
    default:
      return OrderEdit(of: one, in: &draft) { $0.update(one) { $0.state = $0.state.next } }
    }
  }
}

/// The edits of one thread, each with the version that it created.
struct EditLog: Sendable {
  private(set) var accepted: [(version: UInt64, edit: OrderEdit)] = []
  /// How many edits came too late.
  private(set) var refused = 0

  /// Makes random edits, and tries to remove the contested orders one by one, as other threads do.
  @available(*, noasync)
  init(
    _ count: Int, in list: LiveList<Order>, seed: Int, contestedIDs: [Order.ID] = [],
    at pace: Pace? = nil
  ) {
    let (reserved, interval) = (Set(contestedIDs), max(1, count / max(1, contestedIDs.count)))
    var random = RandomEdits(seed: seed)
    var known = list.snapshot()
    for turn in 0..<count {
      // An older snapshot contains rows that other threads have removed.
      if turn % 16 == 0 { known = list.snapshot() }
      make(in: list, at: pace) { random.edit(&$0, known: known, except: reserved) }
      guard turn % interval == 0, turn / interval < contestedIDs.count else { continue }
      let contested = contestedIDs[turn / interval]
      make(in: list, at: pace) { OrderEdit(of: contested, in: &$0) { $0.remove(contested) } }
    }
  }

  /// Makes an edit in a transaction, so that no other edit comes between it and its version.
  private mutating func make(
    in list: LiveList<Order>, at pace: Pace?, _ edit: (inout LiveList<Order>.Draft) -> OrderEdit?
  ) {
    pace?.wait(at: list.version)
    let made = list.transaction { draft in edit(&draft).map { (list.version + 1, $0) } }
    if let made { accepted.append(made) } else { refused += 1 }
  }
}

/// Makes threads wait while the screen is more than 40 versions behind them.
final class Pace: @unchecked Sendable {  // guard: `shown` is used under `condition`
  private let condition = NSCondition()
  private var shown: UInt64 = 0

  func wait(at version: UInt64) {
    condition.withLock {
      while version > shown + 40 { condition.wait() }
    }
  }

  func advance(to version: UInt64) {
    condition.withLock { shown = version }
    condition.broadcast()
  }
}

internal import Foundation
internal import Stagecraft

/// What a reader has ordered.
struct Order: Identifiable, Hashable, Sendable {
  enum State: Int, Comparable, CaseIterable, Sendable {
    case placed
    case ready
    case handedOut

    static func < (one: State, other: State) -> Bool { one.rawValue < other.rawValue }

    var next: State { State(rawValue: rawValue + 1) ?? .placed }
  }

  let id: UUID
  let number: Int
  let title: String
  let reader: String
  var state: State
  /// The day of the month.
  var due: Int

  var isOverdue: Bool { due < 10 && state != .handedOut }
}

/// Makes orders: the same from the same seed.
struct OrderSlips {
  private var generator: SeededGenerator
  private var number: Int

  init(seed: UInt64, from number: Int = 1) {
    generator = SeededGenerator(seed: seed)
    self.number = number
  }

  mutating func next() -> Order {
    defer { number += 1 }
    let numbers = (generator.next(), generator.next())
    return Order(
      id: UUID(uuid: withUnsafeBytes(of: numbers) { $0.load(as: uuid_t.self) }), number: number,
      title: Self.titles.randomElement(using: &generator) ?? "",
      reader: Self.readers.randomElement(using: &generator) ?? "",
      state: Order.State.allCases.randomElement(using: &generator) ?? .placed,
      due: Int.random(in: 1...31, using: &generator))
  }

  mutating func next(_ count: Int) -> [Order] { (0..<count).map { _ in next() } }

  private static let readers = Reader.crowd(of: 20).map(\.name)
  private static let titles = [
    "Emma", "Persuasion", "Middlemarch", "Villette", "Shirley", "Agnes Grey", "Cranford",
    "Moby-Dick", "Walden", "Dracula", "Kim", "Ulysses", "Dubliners", "Hard Times",
  ]
}

/// An edit that names rows by identity.
enum OrderEdit: Sendable {
  case add(Order, after: Order.ID)
  case advance(Order.ID)
  case move(Order.ID, before: Order.ID)
  case remove(Order.ID)

  /// Makes the edit, and returns whether something has changed.
  @discardableResult
  func make(in draft: inout ListDraft<Order>) -> Bool {
    switch self {
    case .add(let order, let neighbour):
      return (try? draft.insert(order, after: neighbour)) != nil
    case .advance(let id):
      return draft.update(id) { $0.state = $0.state.next } != nil
    case .move(let id, let neighbour):
      let former = draft.index(of: id)
      guard (try? draft.move(id, before: neighbour)) != nil else { return false }
      return draft.index(of: id) != former
    case .remove(let id):
      return draft.remove(id) != nil
    }
  }

  /// Repeats the edit on an array, to compare the list with; returns whether that was possible.
  func `repeat`(on rows: inout [Order]) -> Bool {
    func row(_ id: Order.ID) -> Int? { rows.firstIndex { $0.id == id } }
    switch self {
    case .add(let order, let neighbour):
      guard row(order.id) == nil, let row = row(neighbour) else { return false }
      rows.insert(order, at: row + 1)
    case .advance(let id):
      guard let row = row(id) else { return false }
      rows[row].state = rows[row].state.next
    case .move(let id, let neighbour):
      guard id != neighbour, let source = row(id), row(neighbour) != nil else { return false }
      let order = rows.remove(at: source)
      rows.insert(order, at: row(neighbour) ?? 0)
    case .remove(let id):
      guard let row = row(id) else { return false }
      rows.remove(at: row)
    }
    return true
  }
}

/// The edits of one thread.
struct EditLog: Sendable {
  private(set) var accepted: [(version: UInt64, edit: OrderEdit)] = []
  /// How many edits came too late.
  private(set) var refused = 0

  /// Makes an edit, and notes the version that it made: no other edit comes between.
  private mutating func make(_ edit: OrderEdit, in orders: LiveList<Order>) {
    let version = orders.transaction { draft in
      edit.make(in: &draft) ? orders.version + 1 : nil
    }
    if let version { accepted.append((version, edit)) } else { refused += 1 }
  }

  /// Makes random edits; a thread renews the rows that it has seen every 16 edits.
  @available(*, noasync)
  init(
    _ count: Int, in orders: LiveList<Order>, by number: Int, except reserved: Set<Order.ID> = [],
    through turnstile: Turnstile? = nil
  ) {
    var generator = SeededGenerator(seed: UInt64(number))
    var slips = OrderSlips(seed: UInt64(1_000 + number), from: 100_000 * number)
    var known = orders.snapshot()
    for turn in 0..<count {
      turnstile?.enter()
      if turn % 16 == 0 { known = orders.snapshot() }
      guard let one = known.randomElement(using: &generator),
        let other = known.randomElement(using: &generator)
      else { return }
      let edit: OrderEdit =
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: .add(slips.next(), after: one.id)
        case 1 where !reserved.contains(one.id): .remove(one.id)
        case 2 where one.id != other.id: .move(one.id, before: other.id)
        default: .advance(one.id)
        }
      make(edit, in: orders)
    }
  }

  /// Removes the same orders as another thread, each at the same moment.
  @available(*, noasync)
  init(
    removing prizes: [(id: Order.ID, meeting: Rendezvous)], in orders: LiveList<Order>,
    through turnstile: Turnstile?
  ) {
    for prize in prizes {
      turnstile?.enter()
      prize.meeting.arrive()
      make(.remove(prize.id), in: orders)
    }
  }
}

/// Admits as many edits as the screen is to show at once, and more when half of them have passed.
final class Turnstile: @unchecked Sendable {  // guard: the variables are used under `condition`
  private let requests: AsyncStream<Void>
  private let request: AsyncStream<Void>.Continuation
  private let condition = NSCondition()
  private var admitted = 0
  private var reserve = 0
  private var isRequested = true

  init() {
    (requests, request) = AsyncStream.makeStream(of: Void.self)
    request.yield()
  }

  @available(*, noasync)
  func enter() {
    condition.lock()
    while admitted == 0 { condition.wait() }
    admitted -= 1
    let isShort = admitted <= reserve && !isRequested
    if isShort { isRequested = true }
    condition.unlock()
    if isShort { request.yield() }
  }

  /// Admits edits, from one to 80 at a time, until `close()`.
  @MainActor
  func admit(seed: UInt64) async {
    var generator = SeededGenerator(seed: seed)
    for await _ in requests {
      let count = Int.random(in: 1...80, using: &generator)
      condition.withLock { (admitted, reserve, isRequested) = (admitted + count, count / 2, false) }
      condition.broadcast()
    }
  }

  func close() { request.finish() }
}

/// A priority queue of numbers ordered by deadline, from which any entry can be removed early.
///
/// A binary heap with each entry's position: a cancelled entry is removed immediately, so the heap
/// contains no garbage. Entries with equal deadlines keep the order of insertion.
package struct DeadlineHeap: Sendable {
  /// Identifies one entry; never reused, even after the entry has been removed.
  package struct Ticket: Hashable, Sendable {
    fileprivate let slot: Int
    fileprivate let generation: UInt64
  }

  package struct Entry: Equatable, Sendable {
    package var deadline: Int64
    package var id: UInt64
  }

  private struct Item {
    var entry: Entry
    var generation: UInt64
    var slot: Int

    func isBefore(_ other: Item) -> Bool {
      entry.deadline != other.entry.deadline
        ? entry.deadline < other.entry.deadline : generation < other.generation
    }
  }

  private var items: [Item] = []
  /// The position of each slot's item; -1 if the slot is free.
  private var positions: [Int] = []
  private var freeSlots: [Int] = []
  private var insertions: UInt64 = 0

  package init() {}

  package var count: Int { items.count }
  package var isEmpty: Bool { items.isEmpty }

  package var earliest: Int64? { items.first?.entry.deadline }

  package mutating func insert(_ id: UInt64, at deadline: Int64) -> Ticket {
    insertions += 1
    let slot = freeSlots.popLast() ?? positions.count
    if slot == positions.count { positions.append(-1) }
    items.append(
      Item(entry: Entry(deadline: deadline, id: id), generation: insertions, slot: slot))
    rise(from: items.count - 1)
    return Ticket(slot: slot, generation: insertions)
  }

  /// Removes the first entry if its deadline is not after `now`; O(log n).
  package mutating func popDue(at now: Int64) -> Entry? {
    guard let first = items.first?.entry, first.deadline <= now else { return nil }
    remove(at: 0)
    return first
  }

  /// Returns the entry's number, or `nil` if it has already been removed; O(log n).
  @discardableResult
  package mutating func cancel(_ ticket: Ticket) -> UInt64? {
    let position = positions[ticket.slot]
    guard position >= 0, items[position].generation == ticket.generation else { return nil }
    let id = items[position].entry.id
    remove(at: position)
    return id
  }

  private mutating func remove(at position: Int) {
    let slot = items[position].slot
    positions[slot] = -1
    freeSlots.append(slot)
    let last = items.removeLast()
    guard position < items.count else { return }
    items[position] = last
    sink(from: position)
    rise(from: positions[last.slot])
  }

  private mutating func rise(from start: Int) {
    var position = start
    let item = items[start]
    while position > 0 {
      let parent = (position - 1) / 2
      guard item.isBefore(items[parent]) else { break }
      place(items[parent], at: position)
      position = parent
    }
    place(item, at: position)
  }

  private mutating func sink(from start: Int) {
    var position = start
    let item = items[start]
    while true {
      var child = 2 * position + 1
      guard child < items.count else { break }
      if child + 1 < items.count, items[child + 1].isBefore(items[child]) { child += 1 }
      guard items[child].isBefore(item) else { break }
      place(items[child], at: position)
      position = child
    }
    place(item, at: position)
  }

  private mutating func place(_ item: Item, at position: Int) {
    items[position] = item
    positions[item.slot] = position
  }
}

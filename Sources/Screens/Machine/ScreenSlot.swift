/// The place of a screen in the ``TreeMachine``, from its creation to its destruction.
struct ScreenSlot: Hashable, Sendable {
  let index: Int32

  static let none = ScreenSlot(index: -1)

  var isNone: Bool { index < 0 }
  var place: Int { Int(index) }
}

struct RequestNumber: Hashable, Sendable {
  let index: Int32
}

/// A list of screens, which allocates nothing while it has at most one.
struct SlotList: Hashable, Sendable {
  private var first = ScreenSlot.none
  /// The others; nil if there are none, so that a copy retains nothing.
  private var rest: [ScreenSlot]?

  init() {}

  init(_ slots: some Sequence<ScreenSlot>) {
    for slot in slots { append(slot) }
  }

  var isEmpty: Bool { first.isNone }
  var count: Int { first.isNone ? 0 : (rest?.count ?? 0) + 1 }

  subscript(index: Int) -> ScreenSlot { index == 0 ? first : rest?[index - 1] ?? .none }

  mutating func append(_ slot: ScreenSlot) {
    if first.isNone {
      first = slot
    } else {
      if rest == nil { rest = [] }
      rest?.append(slot)
    }
  }

  func contains(_ slot: ScreenSlot) -> Bool {
    if first == slot { return !slot.isNone }
    return rest?.contains(slot) ?? false
  }
}

/// Whether a screen is in a list, in O(1) also if the list is long.
struct SlotLookup {
  private let list: SlotList
  private let slots: Set<ScreenSlot>?

  init(_ list: SlotList) {
    self.list = list
    // A few are found faster without hashing.
    slots = list.count < 8 ? nil : Set(list)
  }

  func contains(_ slot: ScreenSlot) -> Bool { slots?.contains(slot) ?? list.contains(slot) }
}

extension SlotList: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }
}

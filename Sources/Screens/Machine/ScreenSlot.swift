/// The place of a screen in the ``TreeMachine``, from its creation to its destruction.
struct ScreenSlot: Hashable, Sendable {
  let index: Int32

  /// No screen.
  static let none = ScreenSlot(index: -1)

  var isNone: Bool { index < 0 }
  /// The index in the machine's tables.
  var place: Int { Int(index) }
}

/// A list of screens, which allocates nothing while it has at most one.
struct SlotList: Hashable, Sendable {
  private var first = ScreenSlot.none
  private var rest: [ScreenSlot] = []

  init() {}

  init(_ slots: some Sequence<ScreenSlot>) {
    for slot in slots { append(slot) }
  }

  var isEmpty: Bool { first.isNone }
  var count: Int { first.isNone ? 0 : rest.count + 1 }

  subscript(index: Int) -> ScreenSlot { index == 0 ? first : rest[index - 1] }

  mutating func append(_ slot: ScreenSlot) {
    if first.isNone { first = slot } else { rest.append(slot) }
  }

  func contains(_ slot: ScreenSlot) -> Bool {
    if first == slot { return !slot.isNone }
    return !rest.isEmpty && rest.contains(slot)
  }
}

extension SlotList: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }
}

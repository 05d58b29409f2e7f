import TestSupport
import Testing

@testable import StagecraftScreens

/// All edits of all small layouts, against a naive definition of an edit and of a change.
@Suite(.timeLimit(.minutes(3)))
struct ContainerLayoutModelTests {
  /// A layout, as an array.
  struct Naive: Hashable {
    let kind: ContainerLayout.Kind
    var items: [ContainerLayout.Item]
    var current: Int?
    var count: Int

    var screens: [ScreenSlot] { items.map(\.screen) }

    /// The visible screens, from the bottom to the top.
    var visible: [ScreenSlot] {
      guard let current else { return [] }
      guard kind == .modal else { return [items[current].screen] }
      return items.indices.filter { index in
        items[(index + 1)...].allSatisfy { !$0.isOpaque }
      }.map { items[$0].screen }
    }

    func applying(_ edit: LayoutEdit) -> Naive {
      var after = self
      switch edit {
      case .push(let screen, let isOpaque):
        after.items.append(.init(screen: screen, isOpaque: isOpaque, position: items.count))
        after.current = items.count
      case .keep(let count):
        after.items = Array(items[..<count])
        after.current = count - 1
      case .select(let index): after.current = index
      case .setAll(let screens, let current):
        after.items = screens.map { .init(screen: $0, position: 0) }
        after.current = current
      case .insert(let screen, let index):
        after.items.insert(.init(screen: screen, position: 0), at: index)
        after.current = current.map { after.index(of: items[$0].screen) } ?? 0
      case .remove(let index):
        let next = items.indices.contains(index + 1) ? index + 1 : index - 1
        after.items.remove(at: index)
        let selected = current == index ? next : current ?? next
        after.current = after.items.isEmpty ? nil : after.index(of: items[selected].screen)
      case .replace(let index, let screen): after.items[index].screen = screen
      case .addPages(let pages):
        after.items = (items + pages).sorted { $0.position < $1.position }
        after.current = current.map { after.index(of: items[$0].screen) }
      case .keepPages(let reach):
        guard let current else { break }
        let open = items[current].position
        after.items = items.filter { ((open - reach)...(open + reach)).contains($0.position) }
        after.current = after.index(of: items[current].screen)
      case .open(let page):
        after.items = (items + [page]).sorted { $0.position < $1.position }
        after.current = after.index(of: page.screen)
      case .reload(let count, let page):
        after.items = page.map { [$0] } ?? []
        after.current = page.map { _ in 0 }
        after.count = count
      }
      guard kind != .pages else { return after }
      for index in after.items.indices { after.items[index].position = index }
      after.count = after.items.count
      return after
    }

    private func index(of screen: ScreenSlot) -> Int {
      items.firstIndex { $0.screen == screen } ?? -1
    }
  }

  private static let spare = ScreenSlot(index: 9)
  private static func slots(_ count: Int) -> [ScreenSlot] {
    (0..<count).map { ScreenSlot(index: Int32($0)) }
  }

  /// All sequences of different screens, of a length up to `length`.
  private static func arrangements(of screens: [ScreenSlot], upTo length: Int) -> [[ScreenSlot]] {
    var (all, last): ([[ScreenSlot]], [[ScreenSlot]]) = ([[]], [[]])
    for _ in 0..<length {
      last = last.flatMap { start in
        screens.filter { !start.contains($0) }.map { start + [$0] }
      }
      all += last
    }
    return all
  }

  private func check(_ before: Naive, _ edit: LayoutEdit) throws {
    let layout = ContainerLayout(
      before.kind, items: before.items, current: before.current, count: before.count)
    try #require(layout.visible.map { layout.items[$0].screen } == before.visible)
    var edited = layout
    let change = edited.apply(edit)
    let after = before.applying(edit)
    let text: Comment = "\(before.kind) \(before.items) \(before.current ?? -1): \(edit)"
    try #require(edited.items == after.items, text)
    try #require(edited.current == after.current && edited.count == after.count, text)
    try #require(edited.visible.map { edited.items[$0].screen } == after.visible, text)
    try #require(
      Array(change.incoming) == after.visible.filter { !before.visible.contains($0) }, text)
    try #require(
      Array(change.outgoing)
        == before.visible.filter { !after.visible.contains($0) }.reversed(), text)
    if case .addPages(let pages) = edit {
      try #require(Array(change.added) == pages.map(\.screen), text)
    } else {
      try #require(
        Array(change.added) == after.screens.filter { !before.screens.contains($0) }, text)
    }
    try #require(
      Array(change.removed)
        == before.screens.filter { !after.screens.contains($0) }.reversed(), text)
    try #require(change.isVisible == (Set(before.visible) != Set(after.visible)), text)
    try #require(edited.undoing(change) == layout, text)
    // Below `firstMoved`, each index is that of the same screen as before.
    let same = zip(before.screens, after.screens).prefix { $0 == $1 }.count
    try #require(min(change.firstMoved, after.items.count) <= same, text)
  }

  private func items(_ screens: [ScreenSlot]) -> [ContainerLayout.Item] {
    screens.enumerated().map { .init(screen: $1, position: $0) }
  }

  @Test
  func everyEditOfEveryStack() throws {
    for count in 0...4 {
      let screens = Self.slots(count)
      let stack = Naive(
        kind: .stack, items: items(screens), current: count > 0 ? count - 1 : nil, count: count)
      try check(stack, .push(Self.spare, isOpaque: true))
      for kept in 0..<count { try check(stack, .keep(kept + 1)) }
      for others in Self.arrangements(of: screens + [Self.spare], upTo: 5) where !others.isEmpty {
        try check(stack, .setAll(others, current: others.count - 1))
      }
    }
  }

  @Test
  func everyEditOfAllTabs() throws {
    for count in 0...4 {
      let screens = Self.slots(count)
      for current in count > 0 ? (0..<count).map(Int?.some) : [nil] {
        let tabs = Naive(kind: .tabs, items: items(screens), current: current, count: count)
        for index in 0...count { try check(tabs, .insert(Self.spare, at: index)) }
        for index in 0..<count {
          if index != current { try check(tabs, .select(index)) }
          try check(tabs, .remove(at: index))
          try check(tabs, .replace(at: index, with: Self.spare))
        }
        for others in Self.arrangements(of: screens + [Self.spare], upTo: 4) {
          // Any screen may be selected afterwards, not only the one that was.
          for current in others.indices { try check(tabs, .setAll(others, current: current)) }
          if others.isEmpty { try check(tabs, .setAll([], current: nil)) }
        }
      }
    }
  }

  @Test
  func everyEditOfAllPages() throws {
    for count in 0...4 {
      for made in 0..<(1 << count) {
        let pages = (0..<count).filter { made >> $0 & 1 == 1 }.map {
          ContainerLayout.Item(screen: ScreenSlot(index: Int32($0)), position: $0)
        }
        let missing = (0..<count).filter { made >> $0 & 1 == 0 }.map {
          ContainerLayout.Item(screen: ScreenSlot(index: Int32($0 + 4)), position: $0)
        }
        for current in pages.isEmpty ? [nil] : pages.indices.map(Int?.some) {
          let layout = Naive(kind: .pages, items: pages, current: current, count: count)
          for index in pages.indices where index != current { try check(layout, .select(index)) }
          for page in missing { try check(layout, .open(page)) }
          for chosen in 0..<(1 << missing.count) {
            let chosen = missing.indices.filter { chosen >> $0 & 1 == 1 }.map { missing[$0] }
            try check(layout, .addPages(chosen))
            for reach in 0...3 { try check(layout, .keepPages(within: reach)) }
            try check(layout, .addPages(chosen.reversed()))
          }
          for count in 0...4 {
            try check(layout, .reload(count: count, open: nil))
            for position in 0..<count {
              try check(
                layout, .reload(count: count, open: .init(screen: Self.spare, position: position)))
            }
          }
        }
      }
    }
  }

  @Test
  func everyEditOfEveryWindow() throws {
    for count in 1...4 {
      for opacity in 0..<(1 << (count - 1)) {
        var layers = items(Self.slots(count))
        for index in 1..<count { layers[index].isOpaque = opacity >> (index - 1) & 1 == 1 }
        let window = Naive(kind: .modal, items: layers, current: count - 1, count: count)
        for isOpaque in [false, true] { try check(window, .push(Self.spare, isOpaque: isOpaque)) }
        for kept in 1...count { try check(window, .keep(kept)) }
        for index in 0..<count { try check(window, .replace(at: index, with: Self.spare)) }
        for index in 0..<count {
          let layout = ContainerLayout(
            .modal, items: layers, current: count - 1, count: count)
          let covers = layers[(index + 1)...].filter(\.isOpaque).count
          #expect(layout.covers(above: index) == covers)
        }
      }
    }
  }

  /// Undoing several edits in the opposite order restores each layout in between.
  @Test
  func undoingMany() throws {
    try withEverySeed(in: 0..<100) { generator in
      var (layout, next) = (ContainerLayout(.modal, [ScreenSlot(index: 0)], current: 0), Int32(1))
      var history: [(ContainerLayout, LayoutChange)] = []
      for _ in 0..<30 {
        let before = layout
        let edit: LayoutEdit
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: edit = .keep(Int.random(in: 1...layout.items.count, using: &generator))
        case 1: edit = .replace(at: 0, with: ScreenSlot(index: next))
        default: edit = .push(ScreenSlot(index: next), isOpaque: generator.oneIn(2))
        }
        next += 1
        history.append((before, layout.apply(edit)))
      }
      for (before, change) in history.reversed() {
        layout = layout.undoing(change)
        try #require(layout == before)
      }
    }
  }
}

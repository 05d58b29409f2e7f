import TestSupport
import Testing

@testable import StagecraftScreens

@Suite(.timeLimit(.minutes(3)))
struct ContainerChangeTests {
  /// Compared with sets.
  @Test
  func theDifferenceOfAnyTwoLayouts() throws {
    try withEverySeed(in: 0..<300) { generator in
      let (before, after) = (layout(&generator), layout(&generator))
      let change = ContainerChange(.replace, .none, in: .stack, from: before, to: after)
      let (old, new) = (before.items.map(\.screen), after.items.map(\.screen))
      #expect(change.added == new.filter { !old.contains($0) })
      #expect(change.removed == old.filter { !new.contains($0) }.reversed())
      let (seen, toBeSeen) = (visible(before), visible(after))
      #expect(Set(change.incoming) == Set(toBeSeen).subtracting(seen))
      #expect(Set(change.outgoing) == Set(seen).subtracting(toBeSeen))
      #expect(change.isVisible == (Set(seen) != Set(toBeSeen)))
      #expect(!change.hidden.isVisible)
    }
  }

  private func layout(_ generator: inout SeededGenerator) -> ContainerLayout {
    let screens = (1...6).map { ScreenID(number: $0) }
      .shuffled(using: &generator).prefix(Int.random(in: 0...6, using: &generator))
    let items = (generator.oneIn(3) ? screens.sorted() : Array(screens)).enumerated().map {
      ContainerLayout.Item(
        screen: $1, position: $0, isVisible: Bool.random(using: &generator))
    }
    return ContainerLayout(
      items: items, current: items.isEmpty ? nil : items.count - 1, count: items.count)
  }

  private func visible(_ layout: ContainerLayout) -> [ScreenID] {
    layout.items.filter(\.isVisible).map(\.screen)
  }
}

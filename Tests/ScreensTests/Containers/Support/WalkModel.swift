@testable import StagecraftScreens

/// The expected contents of each container, as plain arrays.
///
/// It shares no code with the machines.
struct WalkModel {
  struct Layer {
    var screen: ScreenID
    var isOpaque: Bool
    var presenter: ScreenID?
  }

  struct Tabs {
    var screens: [ScreenID]
    var selected: Int?
  }

  struct Pages {
    var count: Int
    var open: Int
  }

  typealias Outcome = TransitionRequest.Outcome

  var stacks: [ScreenID: [ScreenID]] = [:]
  var tabs: [ScreenID: Tabs] = [:]
  var pages: [ScreenID: Pages] = [:]
  var layers: [Layer] = []

  /// The screen above `screen` that has no parent; nil for a screen in the window.
  func top(of screen: ScreenID) -> ScreenID? {
    var one = screen
    while !layers.contains(where: { $0.screen == one }) {
      guard let parent = parent(of: one) else { return one }
      one = parent
    }
    return nil
  }

  func isInWindow(_ screen: ScreenID) -> Bool { top(of: screen) == nil }

  func parent(of screen: ScreenID) -> ScreenID? {
    stacks.first { $0.value.contains(screen) }?.key
      ?? tabs.first { $0.value.screens.contains(screen) }?.key
  }

  func isInside(_ screen: ScreenID, _ other: ScreenID) -> Bool {
    var one: ScreenID? = screen
    while let here = one, here != other { one = parent(of: here) }
    return one == other
  }

  private func isTaken(_ screen: ScreenID) -> Bool {
    parent(of: screen) != nil || layers.contains { $0.screen == screen }
  }

  // MARK: Requests

  mutating func push(_ screen: ScreenID, on stack: ScreenID) -> Outcome {
    guard !isTaken(screen) else { return .refused(.isTaken) }
    stacks[stack]?.append(screen)
    return .completed
  }

  mutating func pop(_ stack: ScreenID) -> Outcome {
    guard stacks[stack, default: []].count > 1 else { return .refused(.isLast) }
    stacks[stack]?.removeLast()
    return .completed
  }

  mutating func pop(_ stack: ScreenID, to screen: ScreenID) -> Outcome {
    guard let index = stacks[stack]?.firstIndex(of: screen) else { return .refused(.isUnknown) }
    stacks[stack]?.removeSubrange((index + 1)...)
    return .completed
  }

  mutating func popToRoot(_ stack: ScreenID) -> Outcome {
    stacks[stack]?.removeSubrange(1...)
    return .completed
  }

  mutating func set(_ stack: ScreenID, to screens: [ScreenID]) -> Outcome {
    if screens.isEmpty { return .refused(.isEmpty) }
    stacks[stack] = screens
    return .completed
  }

  mutating func select(_ index: Int, in id: ScreenID) -> Outcome {
    guard tabs[id]?.screens.indices.contains(index) == true else {
      return .refused(.noSuchPosition)
    }
    tabs[id]?.selected = index
    return .completed
  }

  mutating func add(_ screen: ScreenID, to id: ScreenID, at index: Int) -> Outcome {
    guard var row = tabs[id], index <= row.screens.count else {
      return .refused(.noSuchPosition)
    }
    guard !isTaken(screen) else { return .refused(.isTaken) }
    row.screens.insert(screen, at: index)
    if let selected = row.selected {
      row.selected = selected >= index ? selected + 1 : selected
    } else {
      row.selected = 0
    }
    tabs[id] = row
    return .completed
  }

  mutating func remove(_ screen: ScreenID, from id: ScreenID) -> Outcome {
    guard var row = tabs[id], let index = row.screens.firstIndex(of: screen),
      let selected = row.selected
    else { return .refused(.isUnknown) }
    row.screens.remove(at: index)
    if row.screens.isEmpty {
      row.selected = nil
    } else if index < selected || selected == row.screens.count {
      row.selected = selected - 1
    }
    tabs[id] = row
    return .completed
  }

  mutating func turn(to position: Int, in id: ScreenID) -> Outcome {
    guard let count = pages[id]?.count, (0..<count).contains(position) else {
      return .refused(.noSuchPosition)
    }
    pages[id]?.open = position
    return .completed
  }

  mutating func reload(_ id: ScreenID, count: Int) -> Outcome {
    let open = pages[id]?.open ?? 0
    pages[id] = Pages(count: count, open: max(0, min(open, count - 1)))
    return .completed
  }

  mutating func present(
    _ screen: ScreenID, from presenter: ScreenID, isOpaque: Bool
  ) -> Outcome {
    guard isInWindow(presenter) else { return .refused(.containerIsGone) }
    guard !isTaken(screen) else { return .refused(.isTaken) }
    layers.append(Layer(screen: screen, isOpaque: isOpaque, presenter: presenter))
    return .completed
  }

  mutating func dismiss(from screen: ScreenID) -> Outcome {
    guard isInWindow(screen) else { return .refused(.nothingPresented) }
    let presented = layers.indices.dropFirst().first { index in
      layers[index].presenter.map { isInside($0, screen) } ?? false
    }
    let own = layers.firstIndex { isInside(screen, $0.screen) } ?? 0
    let lowest = presented ?? own
    guard lowest > 0 else { return .refused(.nothingPresented) }
    layers.removeSubrange(lowest...)
    return .completed
  }
}

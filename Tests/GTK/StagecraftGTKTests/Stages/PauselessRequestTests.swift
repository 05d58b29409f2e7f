#if GTK
import CGTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftGTK

extension WindowTests {
  /// Requests that follow each other without a pause: what waits for the end of one makes the next
  /// at once, and not in a later frame.
  @MainActor
  @Suite("Requests without a pause", .timeLimit(.minutes(2)))
  struct PauselessRequestTests {
    enum Place: CaseIterable, Sendable { case root, tab, hiddenTab, sheet, cover }

    private let scenario: Scenario

    init() {
      GTKTest.prepare(animates: true)
      scenario = Scenario()
    }

    private func window(
      showing screen: AnyScreen, in place: Place
    ) async throws -> ScreenWindow<Widget> {
      let other = scenario.screen("Other")
      switch place {
      case .root: return try await scenario.window(screen)
      case .tab, .hiddenTab:
        let tabs = TabScreen([screen, other], stage: TabStage(), in: scenario.application)
        let window = try await scenario.window(tabs)
        if place == .hiddenTab { _ = await tabs.select(1).outcome }
        return window
      case .sheet, .cover:
        let window = try await scenario.window(other)
        _ = await other.present(screen, as: place == .sheet ? .sheet : .full).outcome
        return window
      }
    }

    /// Each round is what `requests` makes, and ends when all of it has ended.
    private func play(
      _ rounds: Int, seed: UInt64, _ requests: (inout SeededGenerator) -> [TransitionRequest]
    ) async throws {
      var dice = SeededGenerator(seed: seed)
      for round in 0..<rounds {
        for (number, request) in requests(&dice).enumerated() {
          let isOver = await hasEnded(request)
          try #require(isOver, "round \(round): request \(number) hangs")
        }
      }
    }

    /// Shortens the animations of the stack that a stage shows, to play more rounds.
    private func hasten(_ view: Widget?) throws {
      let stack = try #require(view?.children.last as? StageStack)
      stack.setDuration(milliseconds: 20)
    }

    private func expectShown(
      _ screen: AnyScreen?, in place: Place, _ location: SourceLocation = #_sourceLocation
    ) async {
      guard place != .hiddenTab else { return }
      let isShown = await GTKTest.until {
        let view = screen?.anyViewIfLoaded as? Widget
        return screen?.appearance == .visible && view?.isMapped == true && view?.width ?? 0 > 0
      }
      #expect(isShown, sourceLocation: location)
    }

    @Test(arguments: Place.allCases, [true, false])
    func reloadsAndTurnsOfPagesEnd(in place: Place, animates: Bool) async throws {
      do {
        GTKTest.animates = animates
        let pages = PageScreen(count: 5, stage: CarouselStage(), in: scenario.application) {
          scenario.screen("Page \($0)")
        }
        let window = try await window(showing: pages, in: place)
        var wanted: Int?
        try await play(300, seed: 3) { dice in
          if let wanted { #expect(pages.openPosition == wanted) }
          let count = 2 + dice.roll(8)
          let target = dice.roll(count)
          wanted = target
          var requests = [pages.reload(count: count)]
          if dice.roll(3) == 0 { requests.append(pages.turn(to: dice.roll(count))) }
          requests.append(pages.turn(to: target, animated: dice.roll(4) > 0))
          return requests
        }
        #expect(pages.openPosition == wanted)
        await expectShown(pages.openPage, in: place)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    /// In each place turns alone, which are animated to their end.
    @Test(arguments: Place.allCases)
    func turnsOfPagesEnd(in place: Place) async throws {
      do {
        let pages = PageScreen(count: 9, stage: CarouselStage(), in: scenario.application) {
          scenario.screen("Page \($0)")
        }
        let window = try await window(showing: pages, in: place)
        try await play(4, seed: 4) { dice in
          let turns = [pages.turn(to: dice.roll(9)), pages.turn(to: dice.roll(9))]
          if dice.roll(3) == 0 { pages.settle() }
          return turns
        }
        await expectShown(pages.openPage, in: place)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test(arguments: Place.allCases, [true, false])
    func pushesAndPopsEnd(in place: Place, animates: Bool) async throws {
      do {
        GTKTest.animates = animates
        let stack = NavigationScreen(
          root: scenario.screen("Root"), stage: StackStage(), in: scenario.application)
        let window = try await window(showing: stack, in: place)
        try hasten(stack.view)
        try await walk(stack, rounds: animates ? 25 : 200)
        await expectShown(stack.topScreen, in: place)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test(arguments: [Place.root, .sheet], [true, false])
    func pushesAndPopsOfALeafletEnd(in place: Place, animates: Bool) async throws {
      do {
        GTKTest.animates = animates
        let stack = NavigationScreen(
          root: scenario.screen("Root"), stage: LeafletStage(), in: scenario.application)
        let window = try await window(showing: stack, in: place)
        try await walk(stack, rounds: animates ? 6 : 200)
        await expectShown(stack.topScreen, in: place)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    private func walk(_ stack: NavigationScreen<Widget>, rounds: Int) async throws {
      try await play(rounds, seed: 5) { dice in
        let isAnimated = dice.roll(4) > 0
        switch dice.roll(5) {
        case 0, 1:
          let next = scenario.screen("Next")
          return [
            stack.push(scenario.screen("Pushed"), animated: isAnimated), stack.push(next),
            stack.pop(),
          ]
        case 2: return [stack.pop(animated: isAnimated)]
        case 3: return [stack.popToRoot(animated: isAnimated)]
        default:
          return [
            stack.setScreens(
              [stack.rootScreen, scenario.screen("Replacement")], animated: isAnimated)
          ]
        }
      }
    }

    @Test(arguments: Place.allCases, [true, false])
    func selectionsAndReplacementsOfTabsEnd(in place: Place, animates: Bool) async throws {
      do {
        GTKTest.animates = animates
        let tabs = TabScreen(
          (0..<3).map { scenario.screen("Tab \($0)") }, stage: TabStage(),
          in: scenario.application)
        let window = try await window(showing: tabs, in: place)
        try hasten(tabs.view)
        try await play(animates ? 25 : 200, seed: 6) { dice in
          let isAnimated = dice.roll(4) > 0
          let selection = tabs.select(dice.roll(tabs.screens.count), animated: isAnimated)
          switch dice.roll(4) {
          case 0:
            let screens = (0...dice.roll(4)).map { scenario.screen("New tab \($0)") }
            return [selection, tabs.setScreens(screens, animated: isAnimated)]
          case 1: return [selection, tabs.add(scenario.screen("Added"))]
          default: return [selection, tabs.select(0, animated: true)]
          }
        }
        await expectShown(tabs.selectedScreen, in: place)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test(arguments: [true, false])
    func presentationsAndDismissalsEnd(animates: Bool) async throws {
      do {
        GTKTest.animates = animates
        let root = scenario.screen("Root")
        let window = try await scenario.window(root)
        let stack = try #require(window.view as? StageWindow).stack
        stack.setDuration(milliseconds: 20)
        try await play(animates ? 25 : 200, seed: 7) { dice in
          let isAnimated = dice.roll(4) > 0
          let layers = window.presentedScreens
          guard layers.count < 4, dice.roll(2) == 0 else {
            return [(layers.randomElement(using: &dice) ?? root).dismiss(animated: isAnimated)]
          }
          let (first, second) = (scenario.screen("First"), scenario.screen("Second"))
          return [
            (layers.last ?? root).present(
              first, as: dice.roll(2) == 0 ? .sheet : .full, animated: isAnimated),
            first.present(second, as: dice.roll(2) == 0 ? .sheet : .full),
            second.dismiss(),
          ]
        }
        await expectShown(window.presentedScreens.last ?? root, in: .root)
        window.close()
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif

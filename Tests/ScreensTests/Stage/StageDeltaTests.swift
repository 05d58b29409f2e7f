import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// What a stage is told of screens that come, go and change.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct StageDeltaTests {
  let application = ScreenApplication()
  let stage = DeltaStage()

  private func named(_ name: String) -> NamedScreen { NamedScreen(name, in: application) }

  private func show(_ root: AnyScreen) -> ScreenWindow<FakeView> {
    let window = ScreenWindow(root: root, stage: DeltaStage(), in: application)
    window.open()
    return window
  }

  @Test
  func aStageReceivesWhatComesAndGoes() {
    let stack = NavigationScreen(root: named("A"), stage: stage, in: application)
    let window = show(stack)
    #expect(stage.takeDeltas() == ["insert A at 0", "refresh A at 0"])
    stack.push(named("B"))
    #expect(stage.takeDeltas() == ["insert B at 1"])
    stack.topScreen.title = "B2"
    #expect(stage.takeDeltas() == ["refresh B2 at 1"])
    stack.pop()
    #expect(stage.takeDeltas() == ["remove B2"])
    #expect(stage.faults.isEmpty && window.isOpen)
  }

  @Test
  func tabsInAnotherOrderAreGivenAnew() {
    let (a, b, c) = (named("A"), named("B"), named("C"))
    let tabs = TabScreen([a, b], stage: stage, in: application)
    let window = show(tabs)
    _ = stage.takeDeltas()
    tabs.setScreens([a, c, b])
    #expect(stage.takeDeltas() == ["insert C at 1"])
    tabs.setScreens([b, a, c])
    #expect(
      stage.takeDeltas() == [
        "remove A", "remove C", "remove B", "insert B at 0", "insert A at 1", "insert C at 2",
      ])
    tabs.setScreens([b, c])
    #expect(stage.takeDeltas() == ["remove A", "refresh B at 0"], "B is selected and gets a view.")
    #expect(stage.faults.isEmpty && window.isOpen)
  }

  /// The stage receives a screen when the push has ended: no title before that.
  @Test
  func titlesThatChangeDuringATransition() throws {
    let (a, b) = (named("A"), named("B"))
    let stack = NavigationScreen(root: a, stage: stage, in: application)
    let window = show(stack)
    _ = stage.takeDeltas()
    stage.isByHand = true
    b.acts[.didAppear] = { $0.title = "B3" }
    stack.push(b)
    (a.title, b.title) = ("A2", "B2")
    #expect(stage.takeDeltas().isEmpty)
    stage.transition?.animationDidEnd()
    #expect(stage.takeDeltas() == ["insert B2 at 1", "refresh A2 at 0", "refresh B3 at 1"])
    b.acts = [:]
    let pop = try stack.beginPop()
    (a.title, b.title) = ("A3", "B4")
    pop.cancel()
    stage.transition?.animationDidEnd()
    #expect(Set(stage.takeDeltas()) == ["refresh A3 at 0", "refresh B4 at 1"])
    #expect(stage.faults.isEmpty && window.isOpen)
  }

  @Test
  func aContainerWhoseViewIsCreatedDuringItsOwnChange() {
    let (a, b) = (named("A"), named("B"))
    let stack = NavigationScreen(root: a, stage: stage, in: application)
    b.acts[.willMove] = { _ in stack.loadViewIfNeeded() }
    stack.push(b)
    #expect(stage.rows.map(\.title) == ["A", "B"])
    stack.push(named("C"))
    #expect(stage.rows.map(\.title) == ["A", "B", "C"])
    #expect(stage.faults.isEmpty)
  }

  @Test
  func aViewThatIsUnloadedAndCreatedAgain() throws {
    let (a, b) = (named("A"), named("B"))
    let tabs = TabScreen([a, b], stage: stage, in: application)
    let window = show(tabs)
    tabs.select(1)
    _ = stage.takeDeltas()
    try a.unloadView()
    #expect(stage.takeDeltas() == ["letGo A"])
    a.loadViewIfNeeded()
    #expect(stage.takeDeltas() == ["refresh A at 0"])
    #expect(stage.faults.isEmpty && window.isOpen)
  }

  /// Pushes, pops, whole stacks in another order, tabs, pages, titles, loading and unloading,
  /// gestures, a window that closes: the list that a stage keeps by deltas is always the scene's.
  @Test
  func aStageThatKeepsItsOwnList() throws {
    var arrangeCount = 0
    try withEverySeed(in: 0..<60) { generator in
      let walk = DeltaWalk(generator)
      for _ in 0..<120 { walk.step() }
      walk.finish()
      try #require(walk.faults.isEmpty, "\(generator): \(walk.faults.first ?? "")")
      arrangeCount += walk.arrangeCount
    }
    #expect(arrangeCount > 3_000)
  }
}

/// Random changes of a stack, tabs and pages in one window.
@MainActor
private final class DeltaWalk {
  private let application = ScreenApplication()
  private let stages = (0..<4).map { _ in DeltaStage() }
  private let stack: NavigationScreen<FakeView>
  private let tabs: TabScreen<FakeView>
  private let pages: PageScreen<FakeView>
  private let window: ScreenWindow<FakeView>
  private var generator: SeededGenerator
  private var finger: InteractiveTransition?
  private var number = 0

  init(_ generator: SeededGenerator) {
    self.generator = generator
    let application = application
    stack = NavigationScreen(
      root: NamedScreen("root", in: application), stage: stages[0], in: application)
    pages = PageScreen(count: 6, open: 2, stage: stages[1], in: application) {
      NamedScreen("page \($0)", in: application)
    }
    pages.preloadReach = 1
    tabs = TabScreen([stack, pages], stage: stages[2], in: application)
    window = ScreenWindow(root: tabs, stage: stages[3], in: application)
    window.open()
  }

  var faults: [String] { stages.flatMap(\.faults) }
  var arrangeCount: Int { stages.reduce(0) { $0 + $1.arrangeCount } }

  func step() {
    let isAnimated = generator.oneIn(2)
    switch below(20) {
    case 0...2: stack.push(new(), animated: isAnimated)
    case 3: stack.pop(animated: isAnimated)
    case 4: stack.setScreens(mixed(stack.screens, adding: below(2)), animated: isAnimated)
    case 5: tabs.setScreens(mixed(tabs.screens, adding: below(3)), animated: isAnimated)
    case 6: tabs.add(new(), at: below(2))
    case 7:
      let tab = tabs.screens.filter { $0 is NamedScreen }.randomElement(using: &generator)
      if let tab { tabs.remove(tab) }
    case 8: tabs.select(below(3), animated: isAnimated)
    case 9: pages.turn(to: below(6), animated: isAnimated)
    case 10: pages.reload(count: 2 + below(5))
    case 11, 12: everyScreen().randomElement(using: &generator)?.title = "title \(next())"
    case 13: everyScreen().randomElement(using: &generator)?.loadViewIfNeeded()
    case 14: try? everyScreen().randomElement(using: &generator)?.unloadView()
    case 15: _ = application.unloadHiddenViews()
    case 16: finger = try? generator.oneIn(2) ? stack.beginPop() : pages.beginTurn(to: below(6))
    case 17: if generator.oneIn(2) { finger?.finish() } else { finger?.cancel() }
    case 18:
      if window.isOpen { window.close() } else { window.open() }
    default:
      for stage in stages { stage.isByHand = generator.oneIn(2) }
    }
    if generator.oneIn(2) { for stage in stages { stage.transition?.animationDidEnd() } }
    if generator.oneIn(6) { window.settle() }
  }

  func finish() {
    finger?.cancel()
    for stage in stages { stage.isByHand = false }
    while window.isTransitionInProgress { window.settle() }
    stack.title = "end"
  }

  private func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

  private func next() -> Int {
    number += 1
    return number
  }

  private func new() -> NamedScreen { NamedScreen("screen \(next())", in: application) }

  private func everyScreen() -> [AnyScreen] { window.tree.filter { $0 !== window } }

  private func mixed(_ screens: [AnyScreen], adding count: Int) -> [AnyScreen] {
    var screens = screens + (0..<count).map { _ in new() }
    screens.shuffle(using: &generator)
    // The stack and the pages stay.
    if screens.count > 2, generator.oneIn(2), screens.last is NamedScreen { screens.removeLast() }
    return screens
  }
}

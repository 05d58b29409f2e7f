#if GTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftGTK

extension SeededGenerator {
  /// A number from 0 up to but not including `count`.
  mutating func roll(_ count: Int) -> Int { Int(next() % UInt64(count)) }
}

/// An application with every stage, driven at random through its real windows.
@MainActor
final class StageWalk {
  let scenario: Scenario
  let stack: NavigationScreen<Widget>
  let leaflet: NavigationScreen<Widget>
  let pages: PageScreen<Widget>
  let tabs: TabScreen<Widget>
  let window: ScreenWindow<Widget>
  private var dice: SeededGenerator
  private var number = 0
  private(set) var history: [String] = []
  /// Whether screens do something from inside their callbacks.
  var acts = false

  init(seed: Int, _ scenario: Scenario) {
    self.scenario = scenario
    dice = SeededGenerator(seed: UInt64(seed))
    let application = scenario.application
    stack = NavigationScreen(root: scenario.screen("Stack"), stage: StackStage(), in: application)
    leaflet = NavigationScreen(
      root: scenario.screen("Leaflet"), stage: LeafletStage(), in: application)
    pages = PageScreen(count: 5, open: 2, stage: CarouselStage(), in: application) {
      scenario.screen("Page \($0)")
    }
    tabs = TabScreen([stack, leaflet, pages], stage: TabStage(), in: application)
    window = ScreenWindow(
      root: tabs, stage: WindowStage(width: 480, height: 400), in: application)
    window.open()
  }

  private func newScreen() -> FormScreen {
    number += 1
    let screen = scenario.screen("S\(number)")
    screen.mayLeave = dice.roll(5) > 0
    if acts {
      screen.onStep = { [weak self] in
        guard let self, dice.roll(12) == 0 else { return }
        history.append("in a callback:")
        step()
      }
    }
    return screen
  }

  private var stageWindow: StageWindow? { window.viewIfLoaded as? StageWindow }
  private var carousel: Carousel? { pages.viewIfLoaded?.children.first as? Carousel }

  /// Does one thing that a user or a program does.
  func step() {
    let (action, number) = (dice.roll(24), dice.roll(5))
    switch action {
    case 0, 1, 2:
      note("tab \(number % 3)")
      (tabs.viewIfLoaded?.first(named: "tabs") as? TabBar)?.click(number % 3)
    case 3, 4:
      note("push on the stack")
      stack.push(newScreen(), animated: number > 0)
    case 5, 6:
      note("push on the leaflet")
      leaflet.push(newScreen(), animated: number > 0)
    case 7, 8:
      note("back \(number + 1) times")
      guard let back = stageWindow?.bar.first(named: "back") as? Button, back.isMapped else {
        return
      }
      for _ in 0...number { back.click() }
    case 9:
      note("the leaflet goes back")
      (leaflet.viewIfLoaded?.children.last as? Leaflet)?.navigateBack()
    case 10:
      // As the user who catches an animation; and further than any user can.
      note("the leaflet goes to \(number)")
      guard let view = leaflet.viewIfLoaded?.children.last as? Leaflet, view.isMapped,
        view.children.indices.contains(number)
      else { return }
      view.show(view.children[number], animated: true)
    case 11, 12, 13:
      guard let carousel, carousel.isMapped else { return }
      note("the carousel scrolls to \(number)")
      if carousel.children.indices.contains(number) {
        carousel.scroll(to: carousel.children[number], animated: true)
      }
    case 14:
      note("turn to \(number)")
      pages.turn(to: number, animated: number > 2)
    case 15:
      note("present \(number < 3 ? "a sheet" : "a cover")")
      let top = window.presentedScreens.last ?? tabs
      if window.presentedScreens.count < 3 {
        top.present(newScreen(), as: number < 3 ? .sheet : .full)
      }
    case 16, 17:
      note("close the top sheet")
      if number > 0, let sheet = stageWindow?.sheets.last, sheet.isVisible {
        sheet.requestClose()
      } else if let top = window.presentedScreens.last {
        top.dismiss(animated: number > 2)
      }
    case 18:
      note("unload")
      scenario.application.unloadHiddenViews()
    case 19:
      note("settle")
      tabs.settle()
    case 20:
      note("close and open")
      window.close()
      window.open()
    case 21:
      note("replace the screens of the leaflet")
      leaflet.setScreens([leaflet.rootScreen, newScreen()], animated: number > 2)
    case 22:
      note("a gesture of the program's")
      guard let pop = try? (number > 2 ? stack : leaflet).beginPop() else { return }
      pop.update(0.4)
      if number % 2 == 0 { pop.cancel() } else { pop.finish() }
    default:
      note("reload \(number) pages")
      pages.reload(count: number)
    }
  }

  func pause() async {
    switch dice.roll(4) {
    case 0: break
    case 1: await GTKTest.idle()
    default: for _ in 0..<dice.roll(12) { await GTKTest.idle() }
    }
  }

  private func note(_ step: String) { history.append(step) }

  // MARK: Checking

  /// What is not as it should be when nothing moves; nil if all is well.
  var fault: String? {
    let moving = scenario.application.liveScreens.first {
      $0.appearance != .visible && $0.appearance != .gone
    }
    if let moving { return "\(moving.name) is \(moving.appearance)" }
    guard let stageWindow, stageWindow.isVisible else { return "the window is hidden" }
    let layers = window.presentedScreens
    let sheets = layers.filter { stageWindow.sheet(of: $0.id) != nil }
    let covers = layers.filter { stageWindow.sheet(of: $0.id) == nil }
    if stageWindow.sheets.count != sheets.count { return "there are sheets too many" }
    for sheet in stageWindow.sheets {
      guard let screen = layers.first(where: { $0.id == sheet.screen }) else { return "a sheet" }
      if sheet.isVisible != (screen.appearance == .visible) {
        return "the sheet \(screen.name) is \(screen.appearance)"
      }
      if sheet.isVisible, let place = sheet.content, !isInPlace(screen, in: place) {
        return "the sheet \(screen.name) is not in its place"
      }
    }
    return fault(of: covers.last ?? tabs, in: stageWindow.stack, others: [tabs] + covers)
      ?? (covers.isEmpty ? faultOfTabs : nil)
  }

  private func fault(of current: AnyScreen, in place: Widget?, others: [AnyScreen]) -> String? {
    guard let place, isInPlace(current, in: place) else {
      let frame = place.flatMap { (current.anyViewIfLoaded as? Widget)?.frame(in: $0) }
      return "\(current.name) is not in its place, but at \(frame as Any)"
    }
    let other = others.first {
      $0 !== current && ($0.anyViewIfLoaded as? Widget)?.isMapped == true
    }
    return other.map { "\($0.name) is shown, and should not" }
  }

  private var faultOfTabs: String? {
    guard let selected = tabs.selectedScreen else { return "no tab is selected" }
    let bar = tabs.viewIfLoaded?.first(named: "tabs") as? TabBar
    if bar?.selected != tabs.selectedIndex { return "another tab is marked" }
    let place = tabs.viewIfLoaded?.children.last
    if let fault = fault(of: selected, in: place, others: tabs.screens) { return fault }
    if let stack = selected as? NavigationScreen<Widget> {
      return fault(
        of: stack.topScreen, in: stack.viewIfLoaded?.children.last, others: stack.screens)
    }
    guard let page = pages.openPage, let carousel, let position = pages.openPosition else {
      return nil
    }
    let isThere = CarouselTrack.page(at: carousel.position) == position
    return isThere ? fault(of: page, in: carousel, others: []) : "the carousel is elsewhere"
  }

  /// Waits for two frames, but not for ever: a window that the window manager has not mapped again
  /// draws none, although GTK calls it visible.
  private func twoFrames() async {
    var frames = 0
    window.view.onFrame {
      frames += 1
      return frames < 2
    }
    _ = await GTKTest.until(.seconds(2)) { frames == 2 }
  }

  /// Waits until nothing moves, and returns what is wrong then.
  func rest() async -> String? {
    guard await GTKTest.until(.seconds(30), { fault == nil }) else { return fault }
    // What is still under way would change it now.
    await twoFrames()
    await GTKTest.idle()
    return await GTKTest.until(.seconds(30)) { fault == nil } ? nil : fault
  }
}

extension WindowTests {
  @MainActor
  @Suite("Random walks on stages", .timeLimit(.minutes(10)))
  struct StageWalkTests {
    private nonisolated static let length = number("GTK_WALK_LENGTH") ?? 80
    private nonisolated static let seeds =
      number("GTK_WALK_SEED").map { [$0] } ?? Array(0..<(number("GTK_WALKS") ?? 6))

    private nonisolated static func number(_ variable: String) -> Int? {
      environment(variable).flatMap { Int($0) }
    }

    @Test(arguments: seeds)
    func whatIsShownIsWhatTheContainersDecided(seed: Int) async throws {
      GTKTest.prepare(animates: seed % 2 == 1)
      let scenario = Scenario()
      do {
        let walk = StageWalk(seed: seed, scenario)
        walk.acts = seed % 3 == 2
        for step in 0..<Self.length {
          walk.step()
          await walk.pause()
          guard step % 4 == 3 else { continue }
          let fault = await walk.rest()
          let last = walk.history.suffix(10).joined(separator: ", ")
          #expect(fault == nil, "seed \(seed), step \(step), after: \(last)")
          #expect(scenario.recorder.illegalSteps.isEmpty)
          if fault != nil || !scenario.recorder.illegalSteps.isEmpty { break }
        }
        walk.window.close()
        scenario.application.unloadHiddenViews()
        for _ in 0..<3 { await GTKTest.idle() }
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif

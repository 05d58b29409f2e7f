import StagecraftMemory
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// A view whose lifetime is tracked.
final class CountedView: FakeView {
  private let life: Tracked

  init(_ name: String, _ tracker: LifetimeTracker) {
    life = tracker.make()
    super.init(name)
  }
}

/// A screen with a text that the user changes, whose callbacks perform random actions.
final class WalkScreen: Screen<FakeView> {
  private let label: String
  private weak var house: WalkingHouse?
  var policy = AnyScreen.UnloadPolicy.automatic
  /// State that is saved besides the text.
  var ballast: [UInt8] = []
  /// The size of that state when it was last saved.
  private(set) var savedBallast = 0
  private(set) lazy var map = HeavyResource(
    of: self, "map", bytes: 10,
    make: { (screen: WalkScreen, region: String?) in
      let map = CountedView("map", screen.tracker)
      map.text = region ?? ""
      return map
    },
    snapshot: { [unowned self] map in
      house?.isCalled()
      return map.text
    },
    willDrop: { screen, _ in screen.house?.isCalled() })

  private let tracker: LifetimeTracker

  init(_ label: String, hasMap: Bool, in house: WalkingHouse) {
    self.label = label
    self.house = house
    tracker = house.tracker
    super.init(in: house.application)
    if hasMap { map.isWanted = true }
  }

  override var name: String { label }
  override var unloadPolicy: UnloadPolicy { policy }
  override var estimatedViewBytes: Int { 100 }
  override func loadView() -> FakeView { CountedView(label, tracker) }
  override func viewDidLoad() { house?.isCalled() }

  override func saveState(into state: inout ScreenStateWriter) {
    state.save(view.text, for: .paneText)
    state.save(ballast, for: ScreenStateKey("ballast"))
    savedBallast = ballast.count
    house?.isCalled()
  }

  override func restoreState(from state: ScreenStateReader) {
    view.text = state.value(for: .paneText) ?? "nothing was restored"
  }

  override func viewWillUnload() { house?.isCalled() }
  override func viewDidUnload() { house?.isCalled() }
  override func didReceiveMemoryWarning() { house?.isCalled() }
  override func viewWillAppear(_ context: TransitionContext) { house?.isCalled() }
  override func viewDidDisappear(_ context: TransitionContext) { house?.isCalled() }
}

/// A window with random events, and a model of the invariants.
@MainActor
final class WalkingHouse {
  private let clock = ManualClock()
  let application: ScreenApplication
  let tracker = LifetimeTracker()
  var generator: SeededGenerator
  /// The texts of the user, which must be restored.
  var texts: [ScreenID: String] = [:]
  /// The expected region of each map.
  var regions: [ScreenID: String] = [:]
  private(set) var stages: [RecorderStage<FakeView>] = []
  private(set) var window: ScreenWindow<FakeView>?
  private var recorder: LifecycleRecorder?
  private var observation: ObservationToken?
  private var spare: [WalkScreen] = []
  private var holds: [AnyScreen.Hold] = []
  private var finger: InteractiveTransition?
  private var depth = 0
  private var count = 0
  /// The violations.
  private(set) var failures: [String] = []
  private(set) var unloads = 0
  private(set) var drops = 0
  private(set) var refusals: Set<String> = []

  init(_ generator: SeededGenerator) {
    self.generator = generator
    application = ScreenApplication(clock: clock)
    recorder = LifecycleRecorder(application)
    observation = application.observe { [weak self] event in self?.check(event) }
    let stack = NavigationScreen(root: screen(), stage: stage(), in: application)
    let pages = PageScreen(count: 5, stage: stage(), in: application) { [unowned self] _ in
      screen()
    }
    let inner = TabScreen(
      [NavigationScreen(root: screen(), stage: stage(), in: application), screen()],
      stage: stage(), in: application)
    let tabs = TabScreen([stack, pages, inner, screen()], stage: stage(), in: application)
    window = ScreenWindow(root: tabs, stage: stage(), in: application)
    window?.open()
  }

  private func stage() -> RecorderStage<FakeView> {
    let stage = RecorderStage(generator.oneIn(3) ? .byHand : .atOnce)
    stages.append(stage)
    return stage
  }

  private func screen() -> WalkScreen {
    count += 1
    let screen = WalkScreen("screen \(count)", hasMap: generator.oneIn(2), in: self)
    let policies: [AnyScreen.UnloadPolicy] = [.automatic, .automatic, .automatic, .eager, .never]
    screen.policy = policies.randomElement(using: &generator)!
    return screen
  }

  // MARK: Acting

  /// From inside callbacks of a screen, other events occur occasionally.
  func isCalled() {
    guard depth > 0, depth < 3, generator.oneIn(12) else { return }
    act()
  }

  /// Makes a random step, and occasionally ends transitions in progress.
  func step() {
    act()
    if generator.oneIn(4) { lift() }
    guard generator.oneIn(2) else { return }
    for stage in stages { stage.finishAnimation() }
  }

  private func act() {
    depth += 1
    defer { depth -= 1 }
    let screens = application.liveScreens
    let walkers = screens.compactMap { $0 as? WalkScreen }
    guard let one = walkers.randomElement(using: &generator) else { return }
    let isAnimated = generator.oneIn(2)
    switch Int.random(in: 0..<32, using: &generator) {
    case 0, 1: stacks(screens)?.push(newcomer(), animated: isAnimated)
    case 2: stacks(screens)?.pop(animated: isAnimated)
    case 3: stacks(screens)?.popToRoot(animated: isAnimated)
    case 4: take(try? stacks(screens)?.beginPop())
    case 5, 6:
      let tabs = screens.compactMap { $0 as? TabScreen<FakeView> }
      tabs.randomElement(using: &generator)?
        .select(Int.random(in: 0..<4, using: &generator), animated: isAnimated)
    case 7: pages(screens)?.turn(to: Int.random(in: 0..<5, using: &generator))
    case 8: take(try? pages(screens)?.beginTurn(to: Int.random(in: 0..<5, using: &generator)))
    case 9:
      guard one.root === window else { return }
      one.present(newcomer(), as: generator.oneIn(2) ? .full : .sheet, animated: isAnimated)
    case 10: one.dismiss(animated: isAnimated)
    case 11: take(try? one.beginDismissal())
    case 12, 13: finger?.update(Double.random(in: 0...1, using: &generator))
    case 14: lift()
    case 15: stages.randomElement(using: &generator)?.finishAnimation()
    case 16: stacks(screens)?.setScreens([screen(), screen()])
    case 17: pages(screens)?.reload()
    case 18: write(walkers)
    case 19: if holds.count < 2 { holds.append(one.hold("held")) }
    case 20: _ = holds.popLast()
    case 21: unload(screens)
    case 22: press()
    case 23: map(of: one)
    case 24: one.ballast = generator.oneIn(4) ? Array(repeating: 0, count: 100_000) : []
    case 25: openOrClose()
    case 26, 27: write(walkers)
    case 28: clock.advance(by: .seconds(6))
    default: press()
    }
  }

  private func stacks(_ screens: [AnyScreen]) -> NavigationScreen<FakeView>? {
    screens.compactMap { $0 as? NavigationScreen<FakeView> }.randomElement(using: &generator)
  }

  private func pages(_ screens: [AnyScreen]) -> PageScreen<FakeView>? {
    screens.compactMap { $0 as? PageScreen<FakeView> }.randomElement(using: &generator)
  }

  /// A screen that was used before, or a new one.
  private func newcomer() -> WalkScreen {
    if generator.oneIn(3), let old = spare.popLast() { return old }
    let screen = screen()
    if generator.oneIn(2) { spare.append(screen) }
    return screen
  }

  private func take(_ finger: InteractiveTransition?) {
    if let finger { self.finger = finger }
  }

  private func lift() {
    let finger = finger.take()
    guard let finger else { return }
    if generator.oneIn(2) { finger.finish() } else { finger.cancel() }
  }

  /// The user types, or moves the map.
  private func write(_ walkers: [WalkScreen]) {
    guard
      let screen = walkers.filter({ $0.appearance == .visible }).randomElement(using: &generator)
    else { return }
    count += 1
    screen.view.text = "text \(count)"
    texts[screen.id] = screen.view.text
    guard screen.map.isWanted, let map = screen.map.current else { return }
    map.text = "region \(count)"
    regions[screen.id] = map.text
  }

  private func unload(_ screens: [AnyScreen]) {
    guard let screen = screens.randomElement(using: &generator) else { return }
    if let reason = screen.refusalByHand() {
      refusals.insert("\(reason)".prefix { $0 != "(" && !$0.isNumber }.description)
    }
  }

  private func press() {
    switch Int.random(in: 0..<4, using: &generator) {
    case 0:
      application.warningPolicy = ScreenApplication.WarningPolicy.allCases.randomElement(
        using: &generator)!
      application.receiveMemoryWarning()
    case 1: application.dropHiddenResources(at: level())
    default:
      application.unloadHiddenViews(
        at: level(), target: generator.oneIn(2) ? nil : Int.random(in: 0...900, using: &generator))
    }
  }

  private func level() -> PressureLevel { PressureLevel.allCases.randomElement(using: &generator)! }

  private func map(of screen: WalkScreen) {
    guard screen.map.isWanted else { return }
    switch Int.random(in: 0..<3, using: &generator) {
    case 0: screen.map.drop()
    case 1: screen.map.makeIfNeeded()
    default:
      screen.map.takeSnapshot()
      screen.map.markLost()
    }
  }

  private func openOrClose() {
    guard let window else { return }
    if !window.isOpen {
      window.open()
    } else if generator.oneIn(4) {
      window.close()
    } else if window.isInBackground {
      window.enterForeground()
    } else {
      window.enterBackground()
    }
  }

  // MARK: Checking

  /// Checks during an event.
  private func check(_ event: ScreenEvent) {
    guard let screen = application.liveScreens.first(where: { $0.id == event.screen }) else {
      return failures.append("an event of a screen that is not alive: \(event)")
    }
    switch event.kind {
    case .unloaded(_, let cause):
      unloads += 1
      expect(screen.appearance == .gone, "\(screen.name) is \(screen.appearance)")
      expect(screen.holds.isEmpty, "\(screen.name) is held")
      expect(!screen.isInTransition, "\(screen.name) is in a transition")
      expect(screen.containedScreens.allSatisfy { !$0.isViewLoaded }, "a view in it is loaded")
      expect(cause == .byHand || screen.unloadPolicy != .never, "\(screen.name) is never unloaded")
      if let screen = screen as? WalkScreen {
        expect(screen.savedBallast < 65_536, "\(screen.name) lost what it saved")
      }
    case .droppedResource: drops += 1
    case .viewOutlived(let leak): failures.append("\(leak)")
    default: break
    }
  }

  /// Checks between two steps.
  func check() {
    expect(recorder?.illegalSteps == [], "\(recorder?.illegalSteps ?? [])")
    for stage in stages { failures += stage.violations.map { "\($0)" } }
    for screen in application.liveScreens {
      if screen.appearance != .gone { expect(screen.isViewLoaded, "\(screen.name) has no view") }
      guard let screen = screen as? WalkScreen else { continue }
      if let view = screen.viewIfLoaded {
        let text = texts[screen.id] ?? ""
        expect(view.text == text, "\(screen.name): “\(view.text)” instead of “\(text)”")
      }
      if screen.appearance == .visible, screen.map.isWanted, let map = screen.map.current {
        let region = regions[screen.id] ?? ""
        expect(map.text == region, "the map of \(screen.name): “\(map.text)”, not “\(region)”")
      }
    }
  }

  private func expect(_ isTrue: Bool, _ comment: @autoclosure () -> String) {
    if !isTrue { failures.append(comment()) }
  }

  /// Ends everything in progress, and checks every screen once more.
  func settle() {
    finger?.cancel()
    finger = nil
    for _ in 0..<1_000 where window?.isTreeIdle == false {
      for stage in stages { stage.finishAnimation() }
    }
    expect(window?.isTreeIdle == true, "it does not come to rest")
    holds = []
    application.unloadHiddenViews()
    check()
    for screen in application.liveScreens.compactMap({ $0 as? WalkScreen }) {
      screen.loadViewIfNeeded()
      if screen.map.isWanted { screen.map.makeIfNeeded() }
    }
    check()
  }

  /// Releases everything except the counts.
  func end() -> (views: Int, screens: Int) {
    spare = []
    window = nil
    stages = []
    return (tracker.alive, application.liveScreens.count)
  }
}

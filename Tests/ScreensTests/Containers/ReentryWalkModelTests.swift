import StagecraftMemory
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// Random requests from inside all callbacks of an app or a toolkit.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ReentryWalkModelTests {
  /// Trees of screens with random requests in each callback.
  @MainActor
  final class House {
    let application = ScreenApplication(clock: ManualClock())
    let recorder: LifecycleRecorder
    let catalog = ScreenCatalog()
    var generator: SeededGenerator
    var window: ScreenWindow<FakeView>?
    private(set) var stages: [RecorderStage<FakeView>] = []
    private(set) var requests: [TransitionRequest] = []
    private var finger: InteractiveTransition?
    private var holds: [AnyScreen.Hold] = []
    private var hosts: [ScreenHost] = []
    private var archive = ScreenArchive()
    private var observation: ObservationToken?
    private var depth = 0
    private var isBuilding = false
    /// The number of requests still to be made from inside, so that each walk ends.
    var budget = 0

    init(seed: UInt64) {
      recorder = LifecycleRecorder(application)
      generator = SeededGenerator(seed: seed)
      for letter in ["a", "b"] {
        catalog.register(letter) { [unowned self] _ in
          meddle()
          return oneIn(3) ? container(1) : Guest(letter, in: self)
        }
      }
      application.delegate = delegate
      delegate.house = self
      application.stateBudget = ScreenApplication.StateBudget(perScreen: 200, inAll: 1_000)
      observation = application.observe { [unowned self] _ in if oneIn(10) { meddle() } }
      makeWindow()
    }

    private let delegate = Delegate()

    final class Delegate: ScreenApplicationDelegate {
      unowned var house: House?
      func applicationDidReceiveMemoryWarning(_ application: ScreenApplication) { house?.meddle() }
    }

    /// A stage that makes a request during a callback.
    final class MeddlingStage: ScreenStage {
      unowned let house: House
      let inner: RecorderStage<FakeView>

      init(_ inner: RecorderStage<FakeView>, in house: House) {
        self.house = house
        self.inner = inner
      }

      func makeView() -> FakeView {
        house.meddle()
        return inner.makeView()
      }
      func arrange(_ scene: ScreenStageScene<FakeView>) {
        inner.arrange(scene)
        house.meddle()
      }
      func begin(_ transition: ScreenStageTransition<FakeView>) {
        inner.begin(transition)
        house.meddle()
      }
      func update(_ transition: ScreenStageTransition<FakeView>, to progress: Double) {
        inner.update(transition, to: progress)
        house.meddle()
      }
      func conclude(
        _ transition: ScreenStageTransition<FakeView>, as outcome: TransitionContext.Outcome
      ) {
        inner.conclude(transition, as: outcome)
        house.meddle()
      }
    }

    /// A value whose encoding makes a request.
    struct Mischief: Codable, Sendable {
      func encode(to encoder: any Encoder) throws {
        MainActor.assumeIsolated { House.current?.meddle() }
        var container = encoder.singleValueContainer()
        try container.encode(1)
      }
      init(from decoder: any Decoder) throws {
        MainActor.assumeIsolated { House.current?.meddle() }
        _ = try decoder.singleValueContainer().decode(Int.self)
      }
      init() {}
    }

    weak static var current: House?

    final class Guest: Screen<FakeView> {
      unowned let house: House
      let letter: String
      @ViewBound var label: FakeView
      private lazy var map = HeavyResource(
        of: self, "map", bytes: 100,
        make: { screen, _ in
          screen.house.meddle()
          return FakeView("map")
        },
        snapshot: { [unowned self] (map: FakeView) -> Int? in
          house.meddle()
          return 1
        },
        didMake: { screen, _ in screen.house.meddle() },
        willDrop: { screen, _ in screen.house.meddle() })

      init(_ letter: String, in house: House) {
        self.house = house
        self.letter = letter
        super.init(in: house.application)
      }

      override var name: String { letter }
      override var restorationName: String? {
        if house.oneIn(8) { house.meddle() }
        return letter == "nameless" ? nil : letter
      }
      override var unloadPolicy: UnloadPolicy {
        if house.oneIn(8) { house.meddle() }
        return letter == "a" ? .eager : .automatic
      }
      override var estimatedViewBytes: Int {
        if house.oneIn(8) { house.meddle() }
        return 10
      }
      override func loadView() -> FakeView {
        house.meddle()
        return FakeView(letter)
      }
      override func viewDidLoad() {
        label = FakeView("label")
        map.isWanted = letter == "b"
        house.meddle(self)
      }
      override func viewWillAppear(_ context: TransitionContext) { house.meddle(self) }
      override func viewDidAppear(_ context: TransitionContext) { house.meddle(self) }
      override func viewWillDisappear(_ context: TransitionContext) { house.meddle(self) }
      override func viewDidDisappear(_ context: TransitionContext) { house.meddle(self) }
      override func willMove(toParent parent: AnyScreen?) { house.meddle(self) }
      override func didMove(toParent parent: AnyScreen?) { house.meddle(self) }
      override func shouldDismiss() -> Bool {
        house.meddle(self)
        return !house.oneIn(4)
      }
      override func didAttemptToDismiss() { house.meddle(self) }
      override func willDismiss() { house.meddle(self) }
      override func didDismiss() { house.meddle(self) }
      override func didBecomeForeground() { house.meddle(self) }
      override func didResignForeground() { house.meddle(self) }
      override func didEnterBackground() { house.meddle(self) }
      override func willEnterForeground() { house.meddle(self) }
      override func didReceiveMemoryWarning() { house.meddle(self) }
      override func saveState(into state: inout ScreenStateWriter) {
        house.meddle(self)
        state.save(Mischief(), for: ScreenStateKey("mischief"))
      }
      override func restoreState(from state: ScreenStateReader) {
        _ = state.value(for: ScreenStateKey<Mischief>("mischief"))
        house.meddle(self)
      }
      override func saveIdentity(into state: inout ScreenStateWriter) { house.meddle(self) }
      override func viewWillUnload() { house.meddle(self) }
      override func viewDidUnload() { house.meddle(self) }
    }

    func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    private func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    private func pick<Value>(_ values: [Value]) -> Value? {
      values.randomElement(using: &generator)
    }

    func makeWindow() {
      isBuilding = true
      let window = ScreenWindow<FakeView>(root: container(0), stage: stage(), in: application)
      isBuilding = false
      self.window = window
      keep(window.open())
    }

    private func stage() -> MeddlingStage {
      let stage = RecorderStage(oneIn(3) ? .byHand : .atOnce)
      stages.append(stage)
      return MeddlingStage(stage, in: self)
    }

    private func guest() -> AnyScreen { Guest(pick(["a", "b", "nameless"]) ?? "a", in: self) }

    private func container(_ level: Int) -> AnyScreen {
      // Adding a screen to two containers before it is in either is a mistake of the caller.
      let wasBuilding = isBuilding
      isBuilding = true
      defer { isBuilding = wasBuilding }
      func child() -> AnyScreen { level < 2 && oneIn(3) ? container(level + 1) : guest() }
      switch number(3) {
      case 0:
        let stack = NavigationScreen<FakeView>(root: child(), stage: stage(), in: application)
        for _ in 0..<number(3) { keep(stack.push(child())) }
        return stack
      case 1:
        return TabScreen<FakeView>([child(), child()], stage: stage(), in: application)
      default:
        return PageScreen<FakeView>(count: 4, stage: stage(), in: application) { [unowned self] _ in
          meddle()
          return guest()
        }
      }
    }

    private func keep(_ request: TransitionRequest?) {
      if let request, !request.isOver { requests.append(request) }
    }

    /// Acts with some probability, from inside a callback.
    func meddle(_ screen: AnyScreen? = nil) {
      guard budget > 0, depth < 4, !isBuilding, oneIn(6) else { return }
      budget -= 1
      act(screen)
    }

    /// Performs a random action.
    func act(_ caller: AnyScreen? = nil) {
      depth += 1
      defer { depth -= 1 }
      let screen = (oneIn(2) ? caller : nil) ?? pick(application.liveScreens)
      guard let screen else { return makeWindow() }
      let isAnimated = oneIn(2)
      let containers = application.liveScreens
      switch number(30) {
      case 0..<8: changeContainer(pick(containers) ?? screen, isAnimated)
      case 8: changeContainer(screen.parent ?? screen, isAnimated)
      case 9:
        keep(screen.present(guest(), as: oneIn(2) ? .full : .sheet, animated: isAnimated))
      case 10: keep(screen.dismiss(animated: isAnimated))
      case 11: finger = try? screen.beginDismissal()
      case 12:
        switch number(4) {
        case 0: finger?.update(0.5)
        case 1: finger?.finish()
        case 2: finger?.cancel()
        default: finger = nil
        }
      case 13: pick(stages.filter(\.isAnimating))?.finishAnimation()
      case 14: window?.settle()
      case 15: keep(oneIn(2) ? window?.close() : window?.open())
      case 16: oneIn(2) ? window?.enterBackground() : window?.enterForeground()
      case 17: try? screen.unloadView()
      case 18: if screen.lifecycle.view == .absent { screen.loadViewIfNeeded() }
      case 19:
        #expect(!"\(application.unloadHiddenViews(at: oneIn(2) ? .high : .critical))".isEmpty)
      case 20: application.dropHiddenResources()
      case 21: application.receiveMemoryWarning()
      case 22: archive = oneIn(2) ? application.archive() : screen.archive()
      case 23: _ = application.restore(from: archive, catalog: catalog)
      case 24: _ = screen.restore(from: archive, catalog: catalog)
      case 25:
        if oneIn(2) { holds.append(screen.hold("a hold")) } else { _ = holds.popLast() }
      case 26: screen.title += "."
      case 27: host(screen)
      case 28:
        // The caller's container is released, and possibly the caller too.
        if oneIn(2) { keep(window?.close()) }
        window = nil
      default:
        if let window, oneIn(2) { keep(window.setRoot(container(1), animated: isAnimated)) }
        if window == nil { makeWindow() }
      }
    }

    private func changeContainer(_ screen: AnyScreen, _ isAnimated: Bool) {
      func fitting() -> AnyScreen {
        guard oneIn(3), let other = pick(application.liveScreens),
          (screen as? any RestorableContainer)?.obstacle(to: other) == nil
        else { return oneIn(4) ? container(1) : guest() }
        return other
      }
      if let stack = screen as? NavigationScreen<FakeView> {
        switch number(7) {
        case 0, 1: keep(stack.push(fitting(), animated: isAnimated))
        case 2: keep(stack.pop(animated: isAnimated))
        case 3: keep(pick(stack.screens).map { stack.pop(to: $0, animated: isAnimated) })
        case 4: keep(stack.popToRoot(animated: isAnimated))
        case 5: finger = try? stack.beginPop()
        default:
          keep(stack.setScreens(stack.screens.shuffled(using: &generator) + [guest()]))
        }
      } else if let tabs = screen as? TabScreen<FakeView> {
        switch number(5) {
        case 0, 1: keep(tabs.select(number(4), animated: isAnimated))
        case 2: keep(tabs.add(fitting(), at: number(3)))
        case 3: keep(pick(tabs.screens).map { tabs.remove($0, animated: isAnimated) })
        default: keep(tabs.setScreens(tabs.screens.shuffled(using: &generator) + [guest()]))
        }
      } else if let pages = screen as? PageScreen<FakeView> {
        switch number(6) {
        case 0, 1, 2: keep(pages.turn(to: number(5), animated: isAnimated))
        case 3: finger = try? pages.beginTurn(to: number(4))
        case 4: keep(pages.reload(count: number(5)))
        default: pages.preloadReach = number(4)
        }
      }
    }

    /// A toolkit shows and removes a screen, in any order.
    private func host(_ screen: AnyScreen) {
      if hosts.count < 2, screen.isFree, screen.host == nil, !(screen is any WindowContainer) {
        hosts.append(ScreenHost(screen))
      }
      guard let host = pick(hosts) else { return }
      let context = TransitionContext(.host)
      switch number(8) {
      case 0, 1:
        host.willAppear(context)
        host.didAppear(context)
      case 2: host.willAppear(context)
      case 3: host.didAppear(context)
      case 4: host.willDisappear(context)
      case 5:
        host.willDisappear(context)
        host.didDisappear(context)
      case 6: oneIn(2) ? host.enterBackground() : host.enterForeground()
      default: host.isActive.toggle()
      }
    }

    /// Ends everything in progress.
    func finish() {
      budget = 0
      finger = nil
      for host in hosts {
        host.willDisappear(TransitionContext(.host))
        host.didDisappear(TransitionContext(.host))
      }
      hosts = []
      for screen in application.liveScreens where screen.isRoot {
        while screen.isRoot && screen.stageContainer != nil && screen.isTransitionInProgress {
          (screen as? ContainerScreen<FakeView>)?.settle()
        }
      }
    }

    func end() {
      window = nil
      finger = nil
      holds = []
      requests = []
      archive = ScreenArchive()
    }
  }

  @Test
  func requestsFromInsideAreExecutedOrRefused() async {
    var screens: [() -> AnyScreen?] = []
    for seed in 1...200 as ClosedRange<UInt64> {
      let house = House(seed: seed)
      House.current = house
      for _ in 0..<80 {
        house.budget = 100
        house.act()
      }
      house.finish()
      // A dropped interactive transition ends in a later turn.
      await Task { @MainActor in }.value
      house.finish()
      let waiting = house.requests.count { !$0.isOver }
      #expect(waiting == 0, "seed \(seed): \(waiting) requests wait forever")
      for screen in house.application.liveScreens where screen.isRoot {
        #expect(screen.isTreeIdle, "seed \(seed): \(screen.name) is not idle")
        #expect(screen.tree.allSatisfy { !$0.isInTransition }, "seed \(seed)")
      }
      let illegal = house.recorder.illegalSteps.filter { !$0.contains("refused") }
      #expect(illegal.isEmpty, "seed \(seed): \(illegal)")
      #expect(house.stages.flatMap(\.violations).isEmpty, "seed \(seed)")
      for screen in house.application.liveScreens.prefix(20) {
        screens.append { [weak screen] in screen }
      }
      house.end()
    }
    #expect(screens.count { $0() != nil } == 0)
  }
}

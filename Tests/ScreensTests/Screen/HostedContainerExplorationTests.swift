import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// A toolkit sends random steps, also from inside callbacks, and screens make random requests in
/// callbacks: no screen receives an illegal step, and the final state is valid.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct HostedContainerExplorationTests {
  /// Creates pages that report their callbacks to it.
  @MainActor
  final class Maker {
    let application = ScreenApplication()
    let tracker: LifetimeTracker
    private(set) var made = 0
    var whenCalled: () -> Void = {}

    init(_ tracker: LifetimeTracker) { self.tracker = tracker }

    func page() -> Page {
      made += 1
      return Page("P\(made)", self)
    }

    func called() { whenCalled() }
  }

  final class Page: Screen<FakeView> {
    let label: String
    let maker: Maker
    @ViewBound var text: FakeView
    private let life: Tracked

    init(_ label: String, _ maker: Maker) {
      self.label = label
      self.maker = maker
      life = maker.tracker.make()
      super.init(in: maker.application)
    }

    override var name: String { label }
    override func loadView() -> FakeView { FakeView(label) }
    override func viewDidLoad() {
      text = view
      maker.called()
    }
    override func viewWillAppear(_ context: TransitionContext) {
      _ = text.name
      maker.called()
    }
    override func viewDidAppear(_ context: TransitionContext) { maker.called() }
    override func viewWillDisappear(_ context: TransitionContext) {
      _ = text.name
      maker.called()
    }
    override func viewDidDisappear(_ context: TransitionContext) { maker.called() }
    override func didBecomeForeground() { maker.called() }
    override func didResignForeground() { maker.called() }
    override func didReceiveMemoryWarning() { maker.called() }
    override func viewDidUnload() { maker.called() }
  }

  @MainActor
  final class World {
    var generator: SeededGenerator
    let maker: Maker
    let stages = (0..<3).map { _ in RecorderStage() }
    let recorder: LifecycleRecorder
    let stack: NavigationScreen<FakeView>
    let pages: PageScreen<FakeView>
    let tabs: TabScreen<FakeView>
    let host: ScreenHost
    var requests: [TransitionRequest] = []
    var interactive: InteractiveTransition?
    var depth = 0
    var isQuiet = false

    init(_ generator: SeededGenerator, _ tracker: LifetimeTracker) {
      self.generator = generator
      maker = Maker(tracker)
      let application = maker.application
      recorder = LifecycleRecorder(application)
      stack = NavigationScreen(root: maker.page(), stage: stages[0], in: application)
      pages = PageScreen(count: 4, stage: stages[1], in: application) { [maker] _ in maker.page() }
      tabs = TabScreen([stack, pages, maker.page()], stage: stages[2], in: application)
      host = ScreenHost(tabs)
      maker.whenCalled = { [unowned self] in called() }
    }

    var application: ScreenApplication { maker.application }

    /// Whether a screen is being called.
    func called() {
      guard !isQuiet, depth < 3, generator.oneIn(8) else { return }
      depth += 1
      act()
      depth -= 1
    }

    func act() {
      let context = TransitionContext(.host)
      switch Int.random(in: 0..<16, using: &generator) {
      case 0: host.willAppear(context)
      case 1: host.didAppear(context)
      case 2: host.willDisappear(context)
      case 3: host.didDisappear(context)
      case 4: requests.append(stack.push(maker.page()))
      case 5: requests.append(stack.pop())
      case 6: requests.append(tabs.select(Int.random(in: 0..<3, using: &generator), animated: true))
      case 7: requests.append(pages.turn(to: Int.random(in: 0..<4, using: &generator)))
      case 8: requests.append(stack.popToRoot())
      case 9:
        application.warningPolicy = ScreenApplication.WarningPolicy.allCases.randomElement(
          using: &generator)!
        application.receiveMemoryWarning()
      case 10: host.isActive.toggle()
      case 11: host.isInBackground ? host.enterForeground() : host.enterBackground()
      case 12: stages.randomElement(using: &generator)!.finishAnimation()
      case 13:
        let stage = stages.randomElement(using: &generator)!
        stage.animation = stage.animation == .atOnce ? .byHand : .atOnce
      case 14:
        if let interactive {
          self.interactive = nil
          generator.oneIn(2) ? interactive.finish() : interactive.cancel()
        } else {
          interactive = generator.oneIn(2) ? (try? stack.beginPop()) : (try? pages.beginTurn(to: 0))
        }
      default:
        application.liveScreens.randomElement(using: &generator)?.updateForeground()
      }
    }

    /// Ends everything in progress, with the screen visible or not.
    func rest(isSeen: Bool) {
      isQuiet = true
      interactive?.cancel()
      interactive = nil
      for stage in stages { stage.animation = .atOnce }
      for _ in 0..<3 { for stage in stages { stage.finishAnimation() } }
      let context = TransitionContext(.host)
      switch host.screen.appearance {
      case .appearing: host.didAppear(context)
      case .disappearing: host.didDisappear(context)
      case .gone, .visible: break
      }
      if isSeen, host.screen.appearance == .gone {
        host.willAppear(context)
        host.didAppear(context)
      } else if !isSeen, host.screen.appearance == .visible {
        host.willDisappear(context)
        host.didDisappear(context)
      }
      isQuiet = false
    }

    /// The foreground screens, by definition.
    var path: [AnyScreen] {
      guard host.isInFront, tabs.appearance == .visible else { return [] }
      var path: [AnyScreen] = [tabs]
      while let next = path.last?.childInFront { path.append(next) }
      return path
    }

    func expectNoViolations(isSeen: Bool) {
      #expect(recorder.illegalSteps == [], "\(Labels.text)")
      for stage in stages { #expect(stage.violations.isEmpty, "\(Labels.text)") }
      #expect(requests.filter { !$0.isOver }.isEmpty, "\(Labels.text)")
      #expect(!host.isSuspending && host.pending.isEmpty, "\(Labels.text)")
      #expect(tabs.isTreeIdle == true, "\(Labels.text)")
      var seen: [AnyScreen] = isSeen ? [tabs] : []
      var next = 0
      while next < seen.count {
        seen += seen[next].visibleChildren
        next += 1
      }
      for screen in application.liveScreens {
        let isSeen = seen.contains { $0 === screen }
        #expect(screen.appearance == (isSeen ? .visible : .gone), "\(Labels.text)")
        #expect(
          screen.isForeground == path.contains { $0 === screen }, "\(Labels.text)")
      }
    }
  }

  @Test
  func noScreenReceivesAnIllegalStep() throws {
    try withEverySeed(in: 0..<300) { generator in
      let seed = generator.next()
      try withLifetimeTracking { tracker in
        let world = World(SeededGenerator(seed: seed), tracker)
        for _ in 0..<12 {
          for _ in 0..<12 { world.act() }
          let isSeen = Bool.random(using: &generator)
          world.rest(isSeen: isSeen)
          world.expectNoViolations(isSeen: isSeen)
          world.requests = []
        }
        #expect(tracker.made > 1)
      }
    }
  }
}

import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// Restorations with random calls from the app, and a catalog with random answers.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RestorationWalkModelTests {
  /// A tree of screens that act at random while they are restored or created.
  @MainActor
  final class House {
    let application = ScreenApplication()
    let recorder: LifecycleRecorder
    let catalog = ScreenCatalog()
    var generator: SeededGenerator
    private var ownWindow: ScreenWindow<FakeView>?
    private(set) var stages: [RecorderStage<FakeView>] = []
    private var made: [AnyScreen] = []
    private var depth = 0
    var archive = ScreenArchive()
    var actsAtRandom = false

    final class Guest: Screen<FakeView> {
      unowned let house: House
      let letter: String

      init(_ letter: String, in house: House) {
        self.house = house
        self.letter = letter
        super.init(in: house.application)
      }

      override var name: String { letter }
      override var restorationName: String? { letter == "nameless" ? nil : letter }
      override func loadView() -> FakeView { FakeView(letter) }
      override func saveState(into state: inout ScreenStateWriter) { state.save(1, for: .number) }
      override func restoreState(from state: ScreenStateReader) { house.act(self) }
      override func viewDidLoad() { if house.oneIn(4) { house.act(self) } }
      override func viewDidDisappear(_ context: TransitionContext) {
        if house.oneIn(8) { house.act(self) }
      }
    }

    init(seed: UInt64) {
      recorder = LifecycleRecorder(application)
      generator = SeededGenerator(seed: seed)
      ownWindow = ScreenWindow(root: container(0), stage: stage(), in: application)
      for letter in ["a", "b", "c"] {
        catalog.register(letter) { [unowned self] _ in maker(letter) }
      }
      window.open()
      for _ in 0..<Int.random(in: 0..<3, using: &generator) {
        window.rootScreen.present(guest(), as: oneIn(2) ? .sheet : .full, animated: false)
      }
      while window.isTransitionInProgress { window.settle() }
      window.forEachInTree { if self.oneIn(2) { $0.loadViewIfNeeded() } }
    }

    var window: ScreenWindow<FakeView> {
      guard let ownWindow else { preconditionFailure("The window comes first.") }
      return ownWindow
    }

    func oneIn(_ count: Int) -> Bool { Int.random(in: 0..<count, using: &generator) == 0 }

    func stage() -> RecorderStage<FakeView> {
      let stage = RecorderStage(oneIn(3) ? .byHand : .atOnce)
      stages.append(stage)
      return stage
    }

    func guest() -> AnyScreen {
      Guest(["a", "b", "c", "nameless"].randomElement(using: &generator) ?? "a", in: self)
    }

    func container(_ level: Int) -> AnyScreen {
      func child() -> AnyScreen { level < 2 && oneIn(3) ? container(level + 1) : guest() }
      switch Int.random(in: 0..<3, using: &generator) {
      case 0:
        let stack = NavigationScreen<FakeView>(root: child(), stage: stage(), in: application)
        for _ in 0..<Int.random(in: 0..<3, using: &generator) { stack.push(child()) }
        return stack
      case 1:
        return TabScreen<FakeView>([child(), child()], stage: stage(), in: application)
      default:
        return PageScreen<FakeView>(count: 3, stage: stage(), in: application) { [unowned self] _ in
          guest()
        }
      }
    }

    /// The catalog's answers: a new screen, one that it created before, or an invalid one.
    private func maker(_ letter: String) -> AnyScreen? {
      if oneIn(4) { act(window) }
      switch Int.random(in: 0..<8, using: &generator) {
      case 0: return nil
      case 1: return made.randomElement(using: &generator)
      case 2: return application.liveScreens.randomElement(using: &generator)
      case 3: return RestorationReentryTests.BoardScreen(in: application)
      default:
        let screen = oneIn(4) ? container(1) : Guest(letter, in: self)
        made.append(screen)
        return screen
      }
    }

    /// Performs an action that an app may perform from inside any callback.
    func act(_ screen: AnyScreen) {
      guard actsAtRandom, depth < 3 else { return }
      depth += 1
      defer { depth -= 1 }
      let isAnimated = oneIn(2)
      let stack = screen.parent as? NavigationScreen<FakeView>
      switch Int.random(in: 0..<12, using: &generator) {
      case 0, 1: screen.dismiss(animated: isAnimated)
      case 2: stack?.pop(animated: isAnimated)
      case 3: stack?.push(guest(), animated: isAnimated)
      case 4: stack?.popToRoot(animated: isAnimated)
      case 5: screen.present(guest(), as: oneIn(2) ? .full : .sheet, animated: isAnimated)
      case 6: (screen.parent as? TabScreen<FakeView>)?.select(oneIn(2) ? 0 : 1)
      case 7: _ = oneIn(2) ? window.close() : window.open()
      case 8: window.settle()
      case 9: oneIn(2) ? window.enterBackground() : window.enterForeground()
      case 10: if depth == 1 { window.restore(from: archive, catalog: catalog) }
      default: try? application.liveScreens.randomElement(using: &generator)?.unloadView()
      }
    }
  }

  @Test
  func noCallDuringARestorationTraps() {
    for seed in 1...400 as ClosedRange<UInt64> {
      let house = House(seed: seed)
      for _ in 0..<4 {
        house.archive = house.window.archive()
        house.actsAtRandom = true
        let report = house.window.restore(from: house.archive, catalog: house.catalog)
        #expect(!"\(report)".isEmpty)
        house.actsAtRandom = false
        house.window.open()
        while house.window.isTransitionInProgress { house.window.settle() }
      }
      #expect(house.recorder.illegalSteps.isEmpty, "seed \(seed): \(house.recorder.illegalSteps)")
      #expect(house.stages.flatMap(\.violations).isEmpty, "seed \(seed)")
      #expect(house.window.isTreeIdle, "seed \(seed)")
    }
  }
}

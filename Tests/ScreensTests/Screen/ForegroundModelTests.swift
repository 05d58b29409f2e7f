import TestSupport
import Testing

@testable import StagecraftScreens

/// Random trees of screens that are added, removed, selected, and called from inside calls, against
/// the definition: a screen is foreground if it is visible, on the path, and in an active window.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ForegroundModelTests {
  /// A tree, and its expected state.
  @MainActor
  final class World {
    let application = ScreenApplication()
    let diary = Diary()
    var shelves: [ShelfScreen] = []
    var screens: [DiaryScreen] = []
    var root: ShelfScreen { shelves[0] }
    /// The foreground screens, according to the calls.
    var told: Set<ScreenID> = []
    var errors: [String] = []
    private var observation: ObservationToken?

    init(using generator: inout SeededGenerator) {
      shelves = [ShelfScreen("0", diary, in: application)]
      screens = [shelves[0]]
      for number in 1..<Int.random(in: 2..<12, using: &generator) {
        let parent = shelves.randomElement(using: &generator)!
        if generator.oneIn(3) {
          let shelf = ShelfScreen("\(number)", diary, in: application)
          shelves.append(shelf)
          screens.append(shelf)
          parent.add(shelf)
        } else {
          let page = DiaryScreen("\(number)", diary, in: application)
          screens.append(page)
          parent.add(page)
        }
      }
      observation = application.observe { [unowned self] event in receive(event) }
    }

    private func receive(_ event: ScreenEvent) {
      let screen = screens.first { $0.id == event.screen }!
      switch event.kind {
      case .becameForeground:
        if !told.insert(event.screen).inserted { errors.append("\(event.name) became twice") }
        if screen.appearance != .visible { errors.append("\(event.name) became foreground hidden") }
        if let parent = screen.parent, !told.contains(parent.id) {
          errors.append("\(event.name) became before \(parent.name)")
        }
        // The previous foreground screen in its place has resigned.
        for other in screens where told.contains(other.id) && other !== screen {
          if other.parent === screen.parent { errors.append("\(other.name) and \(event.name)") }
        }
      case .resignedForeground:
        if told.remove(event.screen) == nil { errors.append("\(event.name) resigned twice") }
        for child in screen.children where told.contains(child.id) {
          errors.append("\(event.name) resigned before \(child.name)")
        }
      case .willDisappear:
        if told.contains(event.screen) { errors.append("\(event.name) leaves while foreground") }
      default: break
      }
    }

    /// The state by definition.
    var expected: Set<ScreenID> {
      var path: Set<ScreenID> = []
      guard root.isWindowActive, root.appearance == .visible else { return path }
      var screen: AnyScreen? = root
      while let next = screen, next.appearance == .visible {
        path.insert(next.id)
        screen = (next as? ShelfScreen)?.currentInFront
      }
      return path
    }

    /// A possible event.
    func act(using generator: inout SeededGenerator) {
      let shelf = shelves.randomElement(using: &generator)!
      switch Int.random(in: 0..<5, using: &generator) {
      case 0:
        shelf.front = shelf.contents.randomElement(using: &generator)
      case 1:
        root.isWindowActive = !generator.oneIn(3)
      default:
        let screen = screens.randomElement(using: &generator)!
        let legal = ScreenAppearance.Step.allCases.filter {
          screen.lifecycle.permits($0) || ($0 == .willAppear && screen.appearance == .gone)
        }
        // A single screen, as when a container adds or removes one.
        (screen as? ShelfScreen)?.shown = []
        screen.deliver(legal.randomElement(using: &generator)!, TransitionContext(.host))
        (screen as? ShelfScreen)?.shown = nil
      }
    }
  }

  @Test
  func theForegroundIsAlwaysThePath() throws {
    try withEverySeed(in: 0..<300) { generator in
      let world = World(using: &generator)
      for _ in 0..<60 {
        world.act(using: &generator)
        // A foreground screen is visible, also before the foreground is determined again.
        for screen in world.screens where screen.isForeground {
          #expect(screen.appearance == .visible, "\(Labels.text)")
        }
        world.screens.randomElement(using: &generator)!.updateForeground()
        #expect(world.told == world.expected, "\(Labels.text)")
        #expect(
          Set(world.screens.filter(\.isForeground).map(\.id)) == world.expected, "\(Labels.text)")
      }
      #expect(world.errors == [], "\(Labels.text)")
    }
  }

  /// The same, with callbacks that cause further changes.
  @Test
  func theForegroundIsAlwaysThePathWithReentrantCalls() throws {
    try withEverySeed(in: 0..<300) { generator in
      let world = World(using: &generator)
      var inner = SeededGenerator(seed: generator.next())
      var calls = 0
      for screen in world.screens {
        for what in ["becomes", "resigns", "background"] {
          screen.reactions[what] = { [unowned world, unowned screen] in
            calls += 1
            guard calls % 4 == 0 else { return }
            let shelf = world.shelves.randomElement(using: &inner)!
            shelf.front = shelf.contents.randomElement(using: &inner)
            world.root.isWindowActive = !inner.oneIn(4)
            screen.updateForeground()
          }
        }
      }
      for _ in 0..<60 {
        world.act(using: &generator)
        world.screens.randomElement(using: &generator)!.updateForeground()
        #expect(world.told == world.expected, "\(Labels.text)")
        if generator.oneIn(5) { world.root.notifyDidEnterBackground() }
        world.root.updateForeground()
        #expect(world.told == world.expected, "\(Labels.text)")
      }
      #expect(world.errors == [], "\(Labels.text)")
    }
  }
}

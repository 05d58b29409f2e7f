import TestSupport
import Testing

@testable import StagecraftScreens

/// Random requests and events on large trees, also from inside all calls.
@Suite(.timeLimit(.minutes(3)))
struct TreeMachineWalkModelTests {
  /// A forest of screens with random inputs.
  final class Walk {
    let shell = TreeShell()
    var generator: SeededGenerator
    let order: TransitionOrder
    /// The number of inputs still to be made from inside calls.
    var budget = 0
    private var depth = 0
    private var gestures: [TreeShell.Gesture] = []
    private var windows: [Name] = []
    private var hosted: Set<Name> = []
    /// The screens, some of which may be gone.
    private var known: [Name] = []

    init(seed: UInt64, count: Int) {
      generator = SeededGenerator(seed: seed)
      order = [.uniform, .uikit, .uikitCurling][Int(seed % 3)]
      let window = shell.container(.modal, [container(size: count, level: 0)], order: order)
      windows = [window]
      known.append(window)
      shell.submit(.open, to: window)
      shell.makePage = { [unowned self] _, _ in
        // A page that is in a container already, or is another page too.
        if oneIn(6), let name = pick(), !shell.isContainer(name) { return name }
        return screen()
      }
      shell.permits = { [unowned self] _ in !oneIn(6) }
      shell.onCall = { [unowned self] _, _ in
        guard budget > 0, depth < 3, oneIn(12) else { return }
        budget -= 1
        act()
      }
    }

    private func oneIn(_ count: Int) -> Bool { generator.oneIn(count) }
    private func number(_ count: Int) -> Int { Int.random(in: 0..<count, using: &generator) }

    /// Any screen, or nil.
    private func pick() -> Name? {
      for _ in 0..<10 {
        guard let name = known.randomElement(using: &generator) else { return nil }
        if shell.isLive(name), !hosted.contains(name) { return name }
      }
      return nil
    }

    private func screen() -> Name {
      let name = shell.screen()
      known.append(name)
      if oneIn(3) { shell.stage = oneIn(2) ? .atOnce : .byHand }
      return name
    }

    /// A container with about this many screens.
    private func container(size: Int, level: Int) -> Name {
      let width = level > 2 ? size : min(size, 2 + number(12))
      let rest = size / max(1, width)
      func child() -> Name {
        rest > 2 && level < 3 ? container(size: rest, level: level + 1) : screen()
      }
      let name: Name
      switch number(3) {
      case 0:
        name = shell.container(.stack, (0..<max(1, width)).map { _ in child() }, order: order)
      case 1:
        let children = (0..<width).map { _ in child() }
        name = shell.container(
          .tabs, children, current: children.isEmpty ? 0 : number(children.count), order: order)
      default:
        name = shell.pages(width + 1, open: child(), at: number(width + 1), order: order)
      }
      known.append(name)
      return name
    }

    private func isInside(_ name: Name, _ other: Name) -> Bool {
      var slot = shell[name]
      while !slot.isNone {
        if slot == shell[other] { return true }
        slot = shell.machine[slot].parent
      }
      return false
    }

    /// A screen that may be added to a container: mostly a new one, sometimes one that is not free.
    private func newcomer(to container: Name) -> ScreenSlot {
      if oneIn(3), let name = pick(), shell.kind(name) != .modal, !isInside(container, name) {
        return ScreenSlot(name)
      }
      return ScreenSlot(oneIn(5) ? self.container(size: 1 + number(4), level: 2) : screen())
    }

    private func child(of container: Name) -> ScreenSlot {
      if oneIn(6), let name = pick() { return ScreenSlot(name) }
      return shell.children(container).randomElement(using: &generator).map { ScreenSlot($0) }
        ?? ScreenSlot(container)
    }

    private func shuffled(_ container: Name) -> [ScreenSlot] {
      var children = shell.children(container).map { ScreenSlot($0) }
      if children.count < 20 { children.shuffle(using: &generator) }
      if oneIn(2), !children.isEmpty { children.removeLast(1 + number(children.count)) }
      if oneIn(2) {
        let new = newcomer(to: container)
        if !children.contains(new) { children.insert(new, at: number(children.count + 1)) }
      }
      return children
    }

    private func action(for container: Name) -> TreeAction {
      switch shell.kind(container) {
      case .stack:
        switch number(8) {
        case 0, 1, 2: return .push(newcomer(to: container))
        case 3, 4: return .pop
        case 5: return .popTo(child(of: container))
        case 6: return .popToRoot
        default: return .setStack(shuffled(container))
        }
      case .tabs:
        switch number(7) {
        case 0, 1: return .selectIndex(number(shell.children(container).count + 1))
        case 2: return .select(child(of: container))
        case 3: return .insertTab(newcomer(to: container), at: oneIn(2) ? nil : number(4))
        case 4: return .removeTab(child(of: container))
        case 5: return .replaceTab(child(of: container), with: newcomer(to: container))
        default: return .setTabs(shuffled(container))
        }
      case .pages:
        let count = shell.layout(container).count
        switch number(4) {
        case 0, 1: return .turn(to: number(count + 2))
        case 2: return .makePages(shell.layout(container).neighbours(1 + number(3)))
        default: return .reload(count: oneIn(2) ? nil : number(6))
        }
      case .modal:
        switch number(7) {
        case 0, 1:
          return .present(
            newcomer(to: container), isOpaque: oneIn(2),
            from: ScreenSlot(pick() ?? container))
        case 2: return .dismiss(from: ScreenSlot(pick() ?? container))
        case 3: return .dismissLayer(child(of: container))
        case 4: return .setRoot(newcomer(to: container))
        case 5: return .open
        default: return .close
        }
      case nil: return .perform
      }
    }

    /// A random input.
    func act() {
      depth += 1
      defer { depth -= 1 }
      guard let name = pick() else { return makeWindow() }
      switch number(24) {
      case 0..<10:
        if let container = container(of: name) { submit(action(for: container), to: container) }
      case 10, 11, 12:
        guard let window = windows.randomElement(using: &generator), shell.isLive(window) else {
          return makeWindow()
        }
        submit(action(for: window), to: window)
      case 13: if let container = container(of: name) { submit(.perform, to: container) }
      case 14, 15:
        guard shell.isContainer(name) else { return }
        let action: TreeAction
        switch shell.kind(name) {
        case .stack: action = oneIn(2) ? .pop : .popToRoot
        case .tabs: action = .selectIndex(number(3))
        case .pages:
          action = .turn(
            to: shell.layout(name).items.randomElement(using: &generator)?.position ?? 0)
        default: action = .dismiss(from: child(of: name))
        }
        if let gesture = try? shell.begin(action, in: name) { gestures.append(gesture) }
      case 16: gestures.last.map { shell.follow($0) }
      case 17: gestures.popLast().map { shell.decide($0, oneIn(2) ? .completed : .cancelled) }
      case 18, 19:
        shell.moving.randomElement(using: &generator).map { shell.endAnimation(of: $0) }
      case 20: shell.settle(name)
      case 21: oneIn(2) ? shell.load(name) : shell.unload(name)
      case 22:
        if oneIn(2) {
          let root = shell.root(name)
          shell.setBehind(root, !shell.machine[shell[root]].flags.contains(.isBehind))
        } else {
          host()
        }
      default: drop(name)
      }
    }

    /// The screen itself if it is a container, or else its container.
    private func container(of name: Name) -> Name? {
      if shell.isContainer(name) { return name }
      let parent = shell.machine[shell[name]].parent
      return parent.isNone ? nil : shell.name(parent)
    }

    private func submit(_ action: TreeAction, to container: Name) {
      // A call for a new container may have destroyed what was chosen before.
      guard shell.isLive(container), action.mentioned.allSatisfy({ shell.isLive($0.name) }) else {
        return
      }
      // Opening is never asked about.
      shell.submit(
        action, to: container, isAsking: action != .open && oneIn(4), isFirst: oneIn(12),
        isAnimated: oneIn(2))
    }

    private func drop(_ name: Name) {
      // A window is destroyed seldom.
      if shell.kind(name) == .modal && !oneIn(4) { return }
      if oneIn(3) { shell.hold(name) } else { shell.drop(name) }
    }

    private func makeWindow() {
      let window = shell.container(
        .modal, [container(size: 5, level: 1)], order: order)
      known.append(window)
      windows = windows.filter { shell.isLive($0) } + [window]
      shell.submit(.open, to: window)
    }

    /// A toolkit shows and removes a root that is in no container.
    private func host() {
      guard depth == 1, shell.depth == 0 else { return }
      if let name = hosted.randomElement(using: &generator) {
        switch shell.appearance(name) {
        case .gone:
          if oneIn(2) {
            hosted.remove(name)
            shell.setHosted(name, false)
            shell.drop(name)
          } else {
            shell.deliver(.willAppear, to: name)
          }
        case .appearing: shell.deliver(oneIn(3) ? .willDisappear : .didAppear, to: name)
        case .visible: shell.deliver(.willDisappear, to: name)
        case .disappearing: shell.deliver(oneIn(3) ? .willAppear : .didDisappear, to: name)
        }
      } else {
        let name = container(size: 4, level: 1)
        hosted.insert(name)
        shell.setHosted(name, true)
      }
    }

    /// Ends everything in progress.
    func end() {
      budget = 0
      shell.stage = .atOnce
      for name in hosted where shell.isLive(name) {
        if shell.appearance(name) == .appearing { shell.deliver(.didAppear, to: name) }
        if shell.appearance(name) == .disappearing { shell.deliver(.didDisappear, to: name) }
      }
      for _ in 0..<1_000 where !shell.moving.isEmpty {
        for container in shell.moving { shell.settle(container) }
      }
    }
  }

  private func walk(_ seed: UInt64, count: Int, steps: Int, checkedEvery period: Int) throws {
    let walk = Walk(seed: seed, count: count)
    for step in 0..<steps {
      walk.budget = 12
      walk.act()
      let isSatisfied = walk.shell.laws.isSatisfied
      try #require(isSatisfied, "seed \(seed), step \(step): \(walk.shell.laws.violations)")
      if step % period == 0 {
        let mistakes = walk.shell.mistakes()
        try #require(mistakes.isEmpty, "seed \(seed), step \(step): \(mistakes)")
      }
    }
    walk.end()
    let mistakes = walk.shell.mistakes()
    try #require(mistakes.isEmpty, "seed \(seed): \(mistakes)")
    let waiting = walk.shell.laws.unansweredRequests
    try #require(waiting.isEmpty, "seed \(seed): requests wait forever: \(waiting)")
  }

  @Test
  func smallTrees() throws {
    for seed in 0..<500 as Range<UInt64> { try walk(seed, count: 12, steps: 60, checkedEvery: 5) }
  }

  @Test
  func treesOfHundredScreens() throws {
    for seed in 1_000..<1_020 as Range<UInt64> {
      try walk(seed, count: 100, steps: 200, checkedEvery: 20)
    }
  }

  @Test
  func treesOfThousandScreens() throws {
    for seed in 2_000..<2_004 as Range<UInt64> {
      try walk(seed, count: 1_000, steps: 300, checkedEvery: 100)
    }
  }
}

import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// A walk over nested containers with random requests at any time, also from inside callbacks.
///
/// A model follows the requests; after each step both are compared.
@MainActor
final class ContainerWalk {
  /// A request, and its outcome in the model.
  private struct Pending {
    var request: TransitionRequest?
    let effect: (inout WalkModel) -> TransitionRequest.Outcome
  }

  let application = ScreenApplication()
  let recorder: LifecycleRecorder
  let window: ScreenWindow<FakeView>
  /// Other events between two steps, such as memory pressure.
  var disturbance: (@MainActor (inout SeededGenerator, ContainerWalk) -> Void)?
  /// All screens, in the order of creation.
  private(set) var screens: [AnyScreen] = []

  private var generator: SeededGenerator
  private var model = WalkModel()
  private var stages: [RecorderStage<FakeView>] = []
  private var pending: [Pending] = []
  private var finger: InteractiveTransition?
  private var trail: [String] = []

  init(_ generator: SeededGenerator, order: TransitionOrder) {
    self.generator = generator
    recorder = LifecycleRecorder(application)
    recorder.contents = []
    let leaf = NamedScreen("root", in: application)
    let stack = NavigationScreen(root: leaf, stage: RecorderStage(), in: application)
    let tabs = TabScreen([stack], stage: RecorderStage(), in: application)
    let stage = RecorderStage()
    window = ScreenWindow(root: tabs, stage: stage, in: application)
    window.transitionOrder = order
    screens = [leaf, stack, tabs]
    stages = [stage, tabs, stack].compactMap {
      $0 as? RecorderStage<FakeView> ?? ($0 as? ContainerScreen<FakeView>)?.stage
        as? RecorderStage<FakeView>
    }
    model.stacks[stack.id] = [leaf.id]
    model.tabs[tabs.id] = WalkModel.Tabs(screens: [stack.id], selected: 0)
    model.layers = [WalkModel.Layer(screen: tabs.id, isOpaque: true)]
    window.open()
  }

  /// Makes one step, and compares.
  func step() throws {
    act()
    disturbance?(&generator, self)
    try check()
  }

  /// Ends everything in progress, and compares.
  func finish() throws {
    window.enterForeground()
    finger = nil
    while window.isTransitionInProgress { window.settle() }
    window.open()
    while window.isTransitionInProgress { window.settle() }
    try check()
    try require(pending.isEmpty, "requests are left over")
    try require(window.isTreeIdle, "the tree is not idle")
  }

  // MARK: Acting

  private func pick<Value>(_ values: [Value]) -> Value? { values.randomElement(using: &generator) }
  private func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &generator) }

  private func act() {
    switch number(0..<22) {
    case 0..<9: ask()
    case 9..<13:
      let playing = stages.filter(\.isAnimating)
      note("end")
      pick(playing)?.finishAnimation()
    case 13:
      note("stage")
      pick(stages)?.animation = generator.oneIn(2) ? .atOnce : .byHand
    case 14, 15: moveGesture()
    case 16:
      note("settle")
      window.settle()
    case 17: turnWindow()
    case 18: load()
    case 19: rename()
    default: plot()
    }
  }

  /// The screens in the window, except pages, which the model does not cover.
  private var presenters: [AnyScreen] {
    screens.filter { $0.root === window && !($0.parent is PageScreen<FakeView>) }
  }

  /// Makes a request to a container.
  private func ask() {
    let isAnimated = generator.oneIn(2)
    let stacks = screens.compactMap { $0 as? NavigationScreen<FakeView> }
    let tabs = screens.compactMap { $0 as? TabScreen<FakeView> }
    let pages = screens.compactMap { $0 as? PageScreen<FakeView> }
    switch number(0..<16) {
    case 0..<3:
      guard let stack = pick(stacks) else { return }
      let screen = make()
      for _ in 0..<(generator.oneIn(8) ? 2 : 1) {
        follow(stack.push(screen, animated: isAnimated), "push") {
          $0.push(screen.id, on: stack.id)
        }
      }
    case 3, 4:
      guard let stack = pick(stacks) else { return }
      follow(stack.pop(animated: isAnimated), "pop") { $0.pop(stack.id) }
    case 5:
      guard let stack = pick(stacks), let screen = pick(screens) else { return }
      follow(stack.pop(to: screen, animated: isAnimated), "pop to") {
        $0.pop(stack.id, to: screen.id)
      }
    case 6:
      guard let stack = pick(stacks) else { return }
      follow(stack.popToRoot(), "pop to root") { $0.popToRoot(stack.id) }
    case 7:
      guard let stack = pick(stacks) else { return }
      var list = stack.screens.filter { _ in generator.oneIn(2) }
      if generator.oneIn(2) { list.insert(make(), at: number(0..<list.count + 1)) }
      list.shuffle(using: &generator)
      let ids = list.map(\.id)
      follow(stack.setScreens(list, animated: isAnimated), "set") { $0.set(stack.id, to: ids) }
    case 8, 9:
      guard let tabs = pick(tabs) else { return }
      let index = number(0..<4)
      follow(tabs.select(index, animated: isAnimated), "select") {
        $0.select(index, in: tabs.id)
      }
    case 10:
      guard let tabs = pick(tabs) else { return }
      let (screen, index) = (make(), number(0..<3))
      follow(tabs.add(screen, at: index), "add") { $0.add(screen.id, to: tabs.id, at: index) }
    case 11:
      guard let tabs = pick(tabs), let screen = pick(tabs.screens) else { return }
      follow(tabs.remove(screen, animated: isAnimated), "remove") {
        $0.remove(screen.id, from: tabs.id)
      }
    case 12:
      guard let pages = pick(pages) else { return }
      let position = number(0..<5)
      follow(pages.turn(to: position, animated: isAnimated), "turn") {
        $0.turn(to: position, in: pages.id)
      }
    case 13:
      guard let pages = pick(pages), generator.oneIn(3) else { return }
      let count = number(0..<6)
      follow(pages.reload(count: count), "reload") { $0.reload(pages.id, count: count) }
    case 14:
      guard let presenter = pick(presenters) else { return }
      let (screen, isOpaque) = (make(), generator.oneIn(2))
      let style = isOpaque ? AnyScreen.PresentationStyle.full : .sheet
      follow(presenter.present(screen, as: style, animated: isAnimated), "present") {
        $0.present(screen.id, from: presenter.id, isOpaque: isOpaque)
      }
    default:
      guard let screen = pick(presenters) else { return }
      follow(screen.dismiss(animated: isAnimated), "dismiss") { $0.dismiss(from: screen.id) }
    }
  }

  private func moveGesture() {
    if let finger {
      self.finger = nil
      finger.update(0.5)
      switch number(0..<3) {
      case 0: finger.finish()
      case 1: finger.cancel()
      default: self.finger = finger
      }
      return note("finger")
    }
    guard let screen = pick(presenters) else { return }
    let id = screen.id
    if let stack = screen as? NavigationScreen<FakeView>, let pop = try? stack.beginPop() {
      finger = pop
      follow(pop.request, "begin pop") { $0.pop(id) }
    } else if let pages = screen as? PageScreen<FakeView> {
      let position = number(0..<5)
      guard let turn = try? pages.beginTurn(to: position) else { return }
      finger = turn
      follow(turn.request, "begin turn") { $0.turn(to: position, in: id) }
    } else if let dismissal = try? screen.beginDismissal() {
      finger = dismissal
      follow(dismissal.request, "begin dismissal") { $0.dismiss(from: id) }
    }
  }

  private func turnWindow() {
    note("window")
    switch number(0..<6) {
    case 0: window.close()
    case 1: window.enterBackground()
    case 2: window.enterForeground()
    default: window.open()
    }
  }

  /// The app loads a view in advance, or unloads one by hand.
  private func load() {
    guard let screen = pick(screens) else { return }
    note("load")
    // A view that is being loaded cannot be requested.
    if screen.lifecycle.view != .loading { screen.loadViewIfNeeded() }
    if generator.oneIn(3), let screen = pick(screens) { try? screen.unloadView() }
  }

  private func rename() {
    note("rename")
    pick(screens)?.title = "\(number(0..<1_000))"
  }

  /// Makes a random screen act from inside its next callback.
  private func plot() {
    guard
      let screen = pick(screens.compactMap { $0 as? NamedScreen }.suffix(6)),
      let moment = pick(NamedScreen.Moment.allCases)
    else { return }
    note("plot \(moment)")
    screen.acts[moment] = { [weak self] screen in
      screen.acts[moment] = nil
      guard let self else { return }
      switch number(0..<6) {
      case 0: window.settle()
      case 1: turnWindow()
      case 2: pick(stages.filter(\.isAnimating))?.finishAnimation()
      case 3 where generator.oneIn(2): load()
      default: ask()
      }
    }
  }

  /// A screen, or a container with screens.
  private func make() -> AnyScreen {
    let name = "\(screens.count)"
    let leaf = { [application] (suffix: String) -> NamedScreen in
      NamedScreen(name + suffix, in: application)
    }
    let stage = RecorderStage(generator.oneIn(2) ? .atOnce : .byHand)
    let container: ContainerScreen<FakeView>
    switch number(0..<10) {
    case 0:
      let root = leaf("root")
      container = NavigationScreen(root: root, stage: stage, in: application)
      model.stacks[container.id] = [root.id]
      screens.append(root)
    case 1:
      let both = [leaf("left"), leaf("right")]
      container = TabScreen(both, stage: stage, in: application)
      model.tabs[container.id] = WalkModel.Tabs(screens: both.map(\.id), selected: 0)
      screens += both
    case 2:
      container = PageScreen(count: 4, open: 1, stage: stage, in: application) { [weak self] in
        let page = leaf(".\($0)")
        self?.screens.append(page)
        return page
      }
      model.pages[container.id] = WalkModel.Pages(count: 4, open: 1)
    default:
      let screen = leaf("")
      screens.append(screen)
      return screen
    }
    container.transitionOrder = window.transitionOrder
    stages.append(stage)
    screens.append(container)
    return container
  }

  private func follow(
    _ request: @autoclosure () -> TransitionRequest, _ name: String,
    _ effect: @escaping (inout WalkModel) -> TransitionRequest.Outcome
  ) {
    note(name)
    // Requests made from inside this one follow it.
    let place = pending.count
    pending.append(Pending(request: nil, effect: effect))
    pending[place].request = request()
  }

  private func note(_ what: String) { trail.append(what) }

  // MARK: Comparing

  private func check() throws {
    try require(recorder.illegalSteps.isEmpty, "\(recorder.illegalSteps)")
    let violations = stages.flatMap(\.violations)
    try require(violations.isEmpty, "\(violations)")
    try compareRequests()
    try checkForeground()
    guard window.isTreeIdle else { return }
    try compareStructure()
    try compareAppearance()
  }

  private func compareRequests() throws {
    var left: [Pending] = []
    for entry in pending {
      guard let outcome = entry.request?.outcomeIfOver else {
        left.append(entry)
        continue
      }
      // An interactive transition may be cancelled; then nothing has changed.
      if outcome == .cancelled { continue }
      let expected = entry.effect(&model)
      try require(outcome == expected, "\(outcome), and should be \(expected)")
    }
    pending = left
  }

  /// One path, beginning at the window, and only while the window is active.
  private func checkForeground() throws {
    let foreground = screens.filter(\.isForeground)
    try require(foreground.isEmpty || window.isForeground, "foreground without the window")
    try require(!window.isForeground || window.isActive, "foreground in the background")
    var parents: Set<ScreenID> = []
    for screen in foreground {
      guard let parent = screen.parent, parent.isForeground else {
        throw WalkError("\(screen.name) is foreground alone", trail)
      }
      try require(parents.insert(parent.id).inserted, "two are foreground in \(parent.name)")
      try require(screen.appearance == .visible, "\(screen.name) is foreground and not visible")
    }
  }

  private func compareStructure() throws {
    try require(
      [window.rootScreen.id] + window.presentedScreens.map(\.id) == model.layers.map(\.screen),
      "the layers differ")
    for screen in screens {
      if let stack = screen as? NavigationScreen<FakeView> {
        try require(stack.screens.map(\.id) == model.stacks[stack.id], "a stack differs")
      } else if let tabs = screen as? TabScreen<FakeView> {
        try require(tabs.screens.map(\.id) == model.tabs[tabs.id]?.screens, "tabs differ")
        try require(tabs.selectedIndex == model.tabs[tabs.id]?.selected, "the tab differs")
      } else if let pages = screen as? PageScreen<FakeView>, let expected = model.pages[pages.id] {
        try require(pages.pageCount == expected.count, "the pages differ")
        try require(pages.openPosition ?? 0 == expected.open, "the page differs")
      }
    }
  }

  private func compareAppearance() throws {
    var visible: [ScreenID: AnyScreen] = [:]
    var names: [String] = []
    func see(_ screen: AnyScreen) {
      visible[screen.id] = screen
      names.append(screen is ContainerScreen<FakeView> ? "stage" : screen.name)
      let child: AnyScreen? =
        (screen as? NavigationScreen<FakeView>)?.screens.last
        ?? (screen as? TabScreen<FakeView>)?.selectedScreen
        ?? (screen as? PageScreen<FakeView>)?.openPage
      if let child { see(child) }
    }
    let layers = model.layers
    let lowest = layers.lastIndex(where: \.isOpaque) ?? 0
    if window.isOpen {
      names.append("stage")
      for layer in layers[lowest...] {
        if let screen = screens.first(where: { $0.id == layer.screen }) { see(screen) }
      }
      try require(window.view.shownNames == names, "shown is \(window.view.shownNames)")
    }
    for screen in screens {
      let expected: ScreenAppearance = visible[screen.id] == nil ? .gone : .visible
      try require(
        screen.appearance == expected, "\(screen.name) is \(screen.appearance), not \(expected)")
      if expected == .visible {
        try require(screen.isViewLoaded, "\(screen.name) is visible without a view")
      }
    }
    try require(window.isForeground == window.isActive, "the window is foreground wrongly")
    if window.isActive, let top = layers.last.flatMap({ visible[$0.screen] }) {
      try require(top.isForeground, "the top layer is not foreground")
    }
  }

  private func require(_ condition: Bool, _ what: @autoclosure () -> String) throws {
    guard condition else { throw WalkError(what(), trail) }
  }
}

/// The failures of a walk, and its last action.
struct WalkError: Error, CustomStringConvertible {
  let description: String

  init(_ what: String, _ trail: [String]) {
    description = "\(what) after \(trail.count) steps: \(trail.suffix(12))"
  }
}

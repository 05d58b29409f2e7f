@testable import StagecraftScreens

/// The callbacks of screens, in order.
@MainActor
final class Diary {
  private(set) var lines: [String] = []

  func note(_ line: String) { lines.append(line) }

  /// The entries since the last call.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// A view used only for its identity.
class Panel {
  nonisolated init() {}
}

/// A screen that records each of its callbacks.
@MainActor
class DiaryScreen: Screen<Panel> {
  let label: String
  let diary: Diary
  /// Further actions, by callback.
  var reactions: [String: @MainActor () -> Void] = [:]

  init(_ label: String, _ diary: Diary, in application: ScreenApplication) {
    self.label = label
    self.diary = diary
    super.init(in: application)
  }

  override var name: String { label }

  func write(_ what: String) {
    diary.note("\(label).\(what)")
    reactions[what]?()
  }

  override func loadView() -> Panel {
    write("loadView")
    return Panel()
  }
  override func viewDidLoad() { write("viewDidLoad") }
  override func viewWillAppear(_ context: TransitionContext) { write("willAppear") }
  override func viewDidAppear(_ context: TransitionContext) { write("didAppear") }
  override func viewWillDisappear(_ context: TransitionContext) { write("willDisappear") }
  override func viewDidDisappear(_ context: TransitionContext) { write("didDisappear") }
  override func viewWillUnload() { write("willUnload") }
  override func viewDidUnload() { write("didUnload") }
  override func didBecomeForeground() { write("becomes") }
  override func didResignForeground() { write("resigns") }
  override func didEnterBackground() { write("background") }
  override func willEnterForeground() { write("foreground") }
  override func didReceiveMemoryWarning() { write("warning") }
}

/// A container that shows the requested screens, and has no stage.
@MainActor
final class ShelfScreen: DiaryScreen {
  private(set) var contents: [AnyScreen] = []
  /// Nil: all of them.
  var shown: [AnyScreen]? {
    didSet { updateLayout() }
  }
  /// Nil: the last of those that are shown.
  var front: AnyScreen? {
    didSet { updateLayout() }
  }
  var isWindowActive = true {
    didSet { setFlag(.isBehind, !isWindowActive) }
  }

  convenience init(
    _ label: String, _ diary: Diary, _ contents: [AnyScreen], in application: ScreenApplication
  ) {
    self.init(label, diary, in: application)
    for screen in contents { add(screen) }
  }

  func add(_ screen: AnyScreen) {
    makeContainer()
    resignForegroundWithDescendants(of: screen)
    trees.own(screen)
    trees.machine.link(screen.slot, to: slot)
    screen.adopt(application)
    contents.append(screen)
    updateLayout()
  }

  func remove(_ screen: AnyScreen) {
    contents.removeAll { $0 === screen }
    trees.machine.unlink(screen.slot)
    _ = trees.disown(screen.slot)
    resignForegroundWithDescendants(of: screen)
    updateLayout()
  }

  /// The visible screens come first, the one in front last among them.
  private func makeContainer() {
    guard !trees.machine[slot].isContainer else { return }
    trees.makeContainer(self, .modal)
    _ = trees.tree(of: self)
  }

  private func updateLayout() {
    makeContainer()
    let visible = shown ?? contents
    let front = visible.first { $0 === self.front } ?? visible.last
    let hidden = contents.filter { screen in !visible.contains { $0 === screen } }
    let sorted = visible.filter { $0 !== front } + (front.map { [$0] } ?? [])
    let screens = sorted + hidden.filter { $0 !== front }
    trees.machine[container: slot].layout = ContainerLayout(
      .modal,
      items: screens.enumerated().map { .init(screen: $1.slot, isOpaque: false, position: $0) },
      current: sorted.isEmpty ? nil : sorted.count - 1, count: screens.count)
    trees.machine.updateIndices(of: slot, from: 0)
  }

  private func resignForegroundWithDescendants(of screen: AnyScreen) {
    screen.resignForegroundWithDescendants()
  }

  /// The screen with which the user works when this one is visible.
  var currentInFront: AnyScreen? { front ?? (shown ?? contents).last }
}

extension AnyScreen {
  /// Adds or removes the tree as a whole.
  func deliver(_ steps: [ScreenAppearance.Step]) {
    for step in steps { deliver(step, TransitionContext(.window)) }
    updateForeground()
  }

  func appearInWindow() { deliver([.willAppear, .didAppear]) }
  func disappearFromWindow() { deliver([.willDisappear, .didDisappear]) }
}

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

/// A container that shows the requested screen.
@MainActor
final class ShelfScreen: DiaryScreen {
  private(set) var contents: [AnyScreen] = []
  /// Nil: all of them.
  var shown: [AnyScreen]?
  /// Nil: the last of those that are shown.
  var front: AnyScreen?
  var isWindowActive = true

  convenience init(
    _ label: String, _ diary: Diary, _ contents: [AnyScreen], in application: ScreenApplication
  ) {
    self.init(label, diary, in: application)
    for screen in contents { add(screen) }
  }

  func add(_ screen: AnyScreen) {
    screen.adopt(application)
    screen.parent = self
    contents.append(screen)
  }

  func remove(_ screen: AnyScreen) {
    contents.removeAll { $0 === screen }
    screen.parent = nil
  }

  override var containedScreens: [AnyScreen] { contents }
  override var visibleChildren: [AnyScreen] { shown ?? contents }
  override var foregroundChild: AnyScreen? { front ?? visibleChildren.last }
  override var isActive: Bool { isWindowActive }
}

extension AnyScreen {
  /// Adds or removes the tree as a whole.
  func deliver(_ steps: [ScreenAppearanceStep]) {
    for step in steps { deliver(step, TransitionContext(.window)) }
    updateForeground()
  }

  func appearInWindow() { deliver([.willAppear, .didAppear]) }
  func disappearFromWindow() { deliver([.willDisappear, .didDisappear]) }
}

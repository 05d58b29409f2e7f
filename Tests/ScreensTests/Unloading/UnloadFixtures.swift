import StagecraftMemory
import StagecraftTestKit

@testable import StagecraftScreens

/// A view with a text that the user can change.
@MainActor
final class Pane {
  var text: String
  var shown: Pane?
  let onDeinit: OnDeinit?

  init(_ text: String = "", onDeinit: OnDeinit? = nil) {
    self.text = text
    self.onDeinit = onDeinit
  }
}

/// Reports its deinit.
final class OnDeinit {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) { self.body = body }

  deinit { body() }
}

extension ScreenStateKey<String> {
  static let paneText = ScreenStateKey("text")
}

/// A screen with a text, with callbacks that a test can set.
class TextScreen: Screen<Pane> {
  let label: String
  var policy = AnyScreen.UnloadPolicy.automatic
  var bytes = 0
  var log: [String] = []
  var onLoad: (TextScreen) -> Void = { _ in }
  var onSave: (TextScreen) -> Void = { _ in }
  var onWillUnload: (TextScreen) -> Void = { _ in }
  var onDidUnload: (TextScreen) -> Void = { _ in }
  var onWarning: (TextScreen) -> Void = { _ in }
  var onDisappear: (TextScreen) -> Void = { _ in }
  /// State that is saved besides the text.
  var ballast = ""
  @ViewBound var field: Pane

  init(_ label: String, in application: ScreenApplication) {
    self.label = label
    super.init(in: application)
  }

  override var name: String { label }
  override var unloadPolicy: UnloadPolicy { policy }
  override var estimatedViewBytes: Int { bytes }

  override func loadView() -> Pane { Pane("initial") }

  override func viewDidLoad() {
    log.append("load")
    field = Pane("field")
    onLoad(self)
  }

  override func saveState(into state: inout ScreenStateWriter) {
    log.append("save")
    state.save(view.text, for: .paneText)
    if !ballast.isEmpty { state.save(ballast, for: ScreenStateKey("ballast")) }
    onSave(self)
  }

  override func restoreState(from state: ScreenStateReader) {
    log.append("restore")
    if let text = state.value(for: .paneText) { view.text = text }
  }

  override func viewWillUnload() {
    log.append("willUnload")
    onWillUnload(self)
  }

  override func viewDidUnload() {
    log.append("didUnload")
    onDidUnload(self)
  }

  override func viewDidDisappear(_ context: TransitionContext) { onDisappear(self) }

  override func didReceiveMemoryWarning() {
    log.append("warning")
    onWarning(self)
  }

  /// Appears on its own, as under a host.
  func appear() {
    deliver(.willAppear, TransitionContext(.host))
    deliver(.didAppear, TransitionContext(.host))
  }

  func disappear() {
    deliver(.willDisappear, TransitionContext(.host))
    deliver(.didDisappear, TransitionContext(.host))
  }
}

/// A container with one visible screen; the one beside it is likely to be visible next.
final class Shelf: TextScreen, StageContainer {
  private(set) var screens: [AnyScreen]
  private(set) var selected = 0 {
    didSet { updateLayout() }
  }
  /// The children whose views the stage has released.
  var releasedViews: [String] = []
  var onLettingGo: (AnyScreen) -> Void = { _ in }
  var isMoving = false {
    didSet {
      guard isMoving != oldValue else { return }
      for screen in [self] + screens {
        screen.trees.machine.changeBusyCount(of: screen.slot, by: isMoving ? 1 : -1)
      }
      application.unloader.unloadEager()
    }
  }
  var isNextLikely = true

  init(_ label: String, _ screens: [AnyScreen], in application: ScreenApplication) {
    self.screens = screens
    super.init(label, in: application)
    trees.makeContainer(self, .tabs)
    _ = trees.tree(of: self)
    for screen in screens {
      trees.own(screen)
      trees.machine.link(screen.slot, to: slot)
    }
    updateLayout()
  }

  private func updateLayout() {
    trees.machine[container: slot].layout = ContainerLayout(
      .tabs, screens.map(\.slot), current: selected)
    trees.machine.updateIndices(of: slot, from: 0)
  }

  override var stageContainer: (any StageContainer)? { self }

  func beginOnStage() {}
  func followOnStage(_ progress: Double) {}
  func concludeOnStage(_ outcome: TransitionContext.Outcome) {}
  func showLayout() {}
  func showEnd(_ change: LayoutChange) {}
  func arrangeAfterPass() {}
  func showWindow(isOpen: Bool) {}
  func beginTurn(toPage position: Int) throws(ScreenError) -> InteractiveTransition {
    throw .noSuchPosition
  }
  func transitionDidEnd() {}
  func makePage(at position: Int) -> AnyScreen { screens[position] }
  func obstacle(to screen: AnyScreen) -> ContainerObstacle? { nil }
  func childTitleDidChange(_ child: AnyScreen) {}

  override func distance(to child: AnyScreen) -> Int {
    abs((screens.firstIndex { $0 === child } ?? 0) - selected)
  }

  override func isNeighbour(_ child: AnyScreen) -> Bool {
    isNextLikely && distance(to: child) == 1
  }

  func childViewWillUnload(_ child: AnyScreen) {
    releasedViews.append(child.name)
    onLettingGo(child)
  }

  func childViewDidLoad(_ child: AnyScreen) {
    releasedViews.removeAll { $0 == child.name }
  }

  /// Selects another screen.
  func select(_ index: Int) {
    guard index != selected else { return }
    let context = TransitionContext(.select)
    let (old, new) = (screens[selected], screens[index])
    guard appearance != .gone else {
      selected = index
      return
    }
    isMoving = true
    old.deliver(.willDisappear, context)
    new.deliver(.willAppear, context)
    old.deliver(.didDisappear, context)
    new.deliver(.didAppear, context)
    selected = index
    isMoving = false
  }

  func remove(_ screen: AnyScreen) {
    guard screen !== screens[selected] else { return }
    let current = screens[selected]
    screens.removeAll { $0 === screen }
    trees.machine.unlink(screen.slot)
    _ = trees.disown(screen.slot)
    selected = screens.firstIndex { $0 === current } ?? 0
  }
}

/// A library with several branches in a row; each has been visible, more than a minute ago.
@MainActor
struct Library {
  let clock = ManualClock()
  let application: ScreenApplication
  let pages: [TextScreen]
  let shelf: Shelf

  /// Creates `count` pages; the first is visible.
  init(_ count: Int = 4, bytes: Int = 100) {
    let application = ScreenApplication(clock: clock)
    self.application = application
    pages = (0..<count).map { TextScreen("page \($0)", in: application) }
    shelf = Shelf("shelf", pages, in: application)
    for page in pages { page.bytes = bytes }
    shelf.appear()
    for index in (0..<count).reversed() { shelf.select(index) }
    for page in pages {
      page.view.text = "the user's \(page.label)"
      page.log = []
    }
    clock.advance(by: .seconds(60))
  }

  /// The pages that have views, by their numbers.
  var loaded: [Int] { pages.indices.filter { pages[$0].isViewLoaded } }
}

/// The reports of an application.
@MainActor
final class EventLog {
  private(set) var events: [ScreenEvent] = []
  private var observation: ObservationToken?

  init(_ application: ScreenApplication) {
    observation = application.observe { [weak self] in self?.events.append($0) }
  }

  var leaks: [ScreenEvent.ViewLeak] {
    events.compactMap { if case .viewOutlived(let leak) = $0.kind { leak } else { nil } }
  }

  var refusals: [(String, AnyScreen.UnloadRefusal.Reason)] {
    events.compactMap {
      if case .kept(let reason) = $0.kind { ($0.name, reason) } else { nil }
    }
  }
}

extension AnyScreen {
  /// Why the view is retained; nil if it was unloaded, or not loaded.
  func refusalByHand() -> AnyScreen.UnloadRefusal.Reason? {
    do {
      try unloadView()
      return nil
    } catch {
      return error.reason
    }
  }
}

extension ScreenUnloadReport {
  /// The unloaded views, in order.
  var unloaded: [String] {
    entries.compactMap { entry in
      if case .released = entry.outcome, entry.item == .view { entry.name } else { nil }
    }
  }

  /// The dropped resources, in order.
  var dropped: [String] {
    entries.compactMap { entry in
      if case .released = entry.outcome, case .resource(let name) = entry.item {
        "\(entry.name).\(name)"
      } else {
        nil
      }
    }
  }

  /// Why the view of a screen was retained.
  func reason(_ name: String) -> AnyScreen.UnloadRefusal.Reason? {
    for entry in entries where entry.name == name && entry.item == .view {
      if case .kept(let reason) = entry.outcome { return reason }
    }
    return nil
  }
}

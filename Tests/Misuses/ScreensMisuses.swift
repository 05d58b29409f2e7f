import Stagecraft
import StagecraftTestKit

/// A screen with a view that any stage of the table shows.
private class BookScreen: Screen<FakeView> {
  override func loadView() -> FakeView { FakeView("book") }
}

private final class ViewlessScreen: Screen<FakeView> {}

private final class MirrorScreen: Screen<FakeView> {
  override func loadView() -> FakeView { view }
}

private final class BoundScreen: Screen<FakeView> {
  @ViewBound var label: FakeView
  override func loadView() -> FakeView { FakeView("bound") }
}

private final class Board {}

private final class BoardScreen: Screen<Board> {
  override func loadView() -> Board { Board() }
}

/// A screen that acts when its view has been created, and when it has appeared.
private final class ActingScreen: Screen<FakeView> {
  var onLoad: () -> Void = {}
  var onAppear: () -> Void = {}

  override var name: String { "ActingScreen" }
  override func loadView() -> FakeView { FakeView("acting") }
  override func viewDidLoad() { onLoad() }
  override func viewDidAppear(_ context: TransitionContext) { onAppear() }
}

@MainActor
private func stack(_ root: AnyScreen? = nil) -> NavigationScreen<FakeView> {
  NavigationScreen(root: root ?? BookScreen(), stage: RecorderStage())
}

@MainActor
private func pages(_ count: Int, open: Int = 0) -> PageScreen<FakeView> {
  PageScreen(count: count, open: open, stage: RecorderStage()) { _ in BookScreen() }
}

let screenMisuses: [Misuse] = [
  Misuse(
    "a screen without loadView()",
    says: "ViewlessScreen must override loadView() to create its view."
  ) { @MainActor in _ = ViewlessScreen().view },
  Misuse(
    "a loadView() that accesses the view",
    says: "MirrorScreen.loadView() accesses the view that it must create"
  ) { @MainActor in _ = MirrorScreen().view },
  Misuse(
    "a view that is unloaded while it is being accessed",
    says: "ActingScreen is asked for its view, which was unloaded again"
  ) { @MainActor in
    let (seen, hidden) = (ActingScreen(), ActingScreen())
    let tabs = TabScreen([seen, hidden], stage: RecorderStage())
    let window = ScreenWindow(root: tabs, stage: RecorderStage())
    // The window opens when the view has been created, and then the view is unloaded.
    hidden.onLoad = { window.open() }
    seen.onAppear = { try? hidden.unloadView() }
    _ = hidden.view
  },
  Misuse(
    "a property bound to the view, read too early",
    says: "BoundScreen reads a property of type FakeView that is bound to its view"
  ) { @MainActor in _ = BoundScreen().label },
  Misuse(
    "a screen with another kind of view",
    says: "its view is a Board, and FakeView is needed"
  ) { @MainActor in stack().push(BoardScreen()) },
  Misuse("a stack in itself", says: "NavigationScreen<FakeView> cannot be added to itself") {
    @MainActor in
    let stack = stack()
    stack.push(stack)
  },
  Misuse("a stack in what is inside it", says: "which is inside it") { @MainActor in
    let inner = stack()
    let outer = stack(inner)
    inner.push(outer)
  },
  Misuse("a window on a stack", says: "ScreenWindow<FakeView> is a window") { @MainActor in
    stack().push(ScreenWindow<FakeView>(root: BookScreen(), stage: RecorderStage()))
  },
  Misuse(
    "a screen twice", says: "cannot be in NavigationScreen<FakeView> twice: BookScreen, BookScreen"
  ) { @MainActor in
    let book = BookScreen()
    stack().setScreens([book, book])
  },
  Misuse(
    "a root that is in a container", says: "BookScreen is in a container already, or shown"
  ) { @MainActor in
    let book = BookScreen()
    let first = stack(book)
    let second = stack(book)
    withExtendedLifetime((first, second)) {}
  },
  Misuse("fewer than no pages", says: "A PageScreen has 0 or more pages, not -1.") {
    @MainActor in _ = pages(-1)
  },
  Misuse("fewer than no pages to keep", says: "PageScreen<FakeView> keeps 0 or more pages, not -1.")
  {
    @MainActor in pages(3).keepReach = -1
  },
  Misuse("a page that is not there", says: "A PageScreen of 3 pages cannot open page 3") {
    @MainActor in _ = pages(3, open: 3)
  },
  Misuse(
    "a reload to fewer than no pages", says: "PageScreen<FakeView> has 0 or more pages, not -2."
  ) { @MainActor in _ = pages(3).reload(count: -2) },
  Misuse(
    "a resource of fewer than no bytes",
    says: "“map” of BookScreen must hold 0 or more bytes, not -5."
  ) { @MainActor in
    _ = HeavyResource<FakeView>(of: BookScreen(), "map", bytes: -5) { _ in FakeView("map") }
  },
  Misuse(
    "a recent period below zero", says: "The recentPeriod must be 0 or more, not -1.0 seconds."
  ) {
    @MainActor in ScreenApplication.shared.recentPeriod = .seconds(-1)
  },
  Misuse("a budget below zero", says: "A budget must not be negative: -1 bytes per screen") {
    _ = ScreenApplication.StateBudget(perScreen: -1, inAll: 5)
  },
  Misuse("a schema below zero", says: "The schema of a state file must be 0 or more, not -3.") {
    _ = ScreenStateFile(path: "/nowhere/screens", schema: -3)
  },
  Misuse(
    "a host for a screen in a container", says: "BookScreen is in a container and cannot be hosted"
  ) { @MainActor in
    let book = BookScreen()
    let stack = stack(book)
    _ = ScreenHost(book)
    withExtendedLifetime(stack) {}
  },
  Misuse("two hosts for a screen", says: "BookScreen has a host already.") { @MainActor in
    let book = BookScreen()
    let host = ScreenHost(book)
    _ = ScreenHost(book)
    withExtendedLifetime(host) {}
  },
]

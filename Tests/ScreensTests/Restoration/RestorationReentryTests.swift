import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Calls that apps make from inside a restoration, and answers that a catalog may return.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct RestorationReentryTests {
  /// A screen with a name that acts while its state is restored.
  final class ActingScreen: Screen<FakeView> {
    let ownName: String
    var onRestore: (ActingScreen) -> Void = { _ in }

    init(_ name: String, in application: ScreenApplication) {
      ownName = name
      super.init(in: application)
    }

    override var name: String { ownName }
    override var restorationName: String? { ownName }
    override func loadView() -> FakeView { FakeView(ownName) }
    override func saveState(into state: inout ScreenStateWriter) { state.save(1, for: .number) }
    override func restoreState(from state: ScreenStateReader) { onRestore(self) }
  }

  final class Board {}
  final class BoardScreen: Screen<Board> {
    override var restorationName: String? { "b" }
    override func loadView() -> Board { Board() }
  }

  let application = ScreenApplication()
  let recorder: LifecycleRecorder
  let catalog = ScreenCatalog()

  init() {
    recorder = LifecycleRecorder(application)
    catalog.register("a") { [application] _ in ActingScreen("a", in: application) }
    catalog.register("b") { [application] _ in ActingScreen("b", in: application) }
  }

  private func window(_ root: AnyScreen) -> ScreenWindow<FakeView> {
    ScreenWindow(root: root, stage: RecorderStage(), in: application)
  }

  private func stack(_ screens: AnyScreen...) -> NavigationScreen<FakeView> {
    let stack = NavigationScreen<FakeView>(
      root: screens[0], stage: RecorderStage(), in: application)
    stack.setScreens(screens)
    return stack
  }

  private func acting(_ name: String) -> ActingScreen { ActingScreen(name, in: application) }

  /// A sheet finds while it is restored that it is obsolete, and dismisses itself.
  @Test
  func aSheetThatDismissesItselfWhileItIsRestoredDismissesThoseAboveIt() {
    let (root, a, b) = (acting("root"), acting("a"), acting("b"))
    let window = window(root)
    window.open()
    root.present(a, as: .sheet, animated: false)
    a.present(b, as: .sheet, animated: false)
    a.onRestore = { screen in
      // Its presentation is dismissed first, and then itself.
      screen.dismiss(animated: false)
      screen.dismiss(animated: false)
    }
    let report = window.restore(from: window.archive(), catalog: catalog)
    #expect(window.presentedScreens.isEmpty)
    #expect(a.appearance == .gone && b.appearance == .gone && root.isForeground)
    #expect(report.losses.map(\.reason) == [.wasOnLostScreen])
    #expect(recorder.illegalSteps.isEmpty)
  }

  @Test
  func aRootThatDismissesItsSheetsWhileItIsRestoredHasNone() {
    let (root, a, b) = (acting("root"), acting("a"), acting("b"))
    let window = window(root)
    window.open()
    root.present(a, as: .sheet, animated: false)
    a.present(b, as: .sheet, animated: false)
    let archive = window.archive()
    root.onRestore = { $0.dismiss(animated: false) }
    let report = window.restore(from: archive, catalog: catalog)
    #expect(window.presentedScreens.isEmpty && root.isForeground)
    #expect(report.losses.map(\.path) == ["window/a[1]", "window/b[2]"])
    #expect(recorder.illegalSteps.isEmpty)
  }

  /// A catalog that retains the screens that it created: `b` is in no container at either call.
  @Test
  func aScreenCreatedTwiceIsReportedAsLost() {
    let archive = stack(acting("root"), acting("b"), acting("b")).archive()
    let cached = acting("b")
    catalog.register("b") { _ in cached }
    let fresh = stack(acting("root"))
    let report = fresh.restore(from: archive, catalog: catalog)
    #expect(fresh.screens.map(\.name) == ["root", "b"])
    #expect(report.losses.map(\.path) == ["stack/b[2]"])
    #expect(report.losses.map(\.reason) == [.refused(.isTaken)])
  }

  @Test
  func aTabCreatedTwiceIsReportedAsLost() {
    let tabs = TabScreen<FakeView>(
      [acting("b"), acting("b")], stage: RecorderStage(), in: application)
    let archive = tabs.archive()
    let cached = acting("b")
    catalog.register("b") { _ in cached }
    let fresh = TabScreen<FakeView>([], stage: RecorderStage(), in: application)
    let report = fresh.restore(from: archive, catalog: catalog)
    #expect(fresh.screens.map(\.name) == ["b"])
    #expect(report.losses.map(\.path) == ["tabs/b[1]"])
  }

  @Test
  func aScreenWithAnotherKindOfViewIsReportedAsLost() {
    let archive = stack(acting("root"), acting("b"), acting("a")).archive()
    catalog.register("b") { [application] _ in BoardScreen(in: application) }
    let fresh = stack(acting("root"))
    let report = fresh.restore(from: archive, catalog: catalog)
    #expect(fresh.screens.map(\.name) == ["root"])
    #expect(report.losses.map(\.path) == ["stack/b[1]", "stack/a[2]"])
    #expect(report.losses.first.map { "\($0)" }?.contains("its view is a Board") == true)
  }

  /// The container itself, one around it, and a window cannot be its children.
  @Test
  func aContainerInItselfIsReportedAsLost() {
    let archive = stack(acting("root"), acting("b")).archive()
    let fresh = stack(acting("root"))
    let outer = window(fresh)
    for screen in [fresh, outer, window(acting("other"))] as [AnyScreen] {
      catalog.register("b") { _ in screen }
      let report = fresh.restore(from: archive, catalog: catalog)
      #expect(fresh.screens.map(\.name) == ["root"])
      #expect(report.losses.count == 1)
    }
  }

  @Test
  func aTabWithoutANameIsFoundByItsPosition() throws {
    func tabs() -> TabScreen<FakeView> {
      TabScreen(
        [
          BookScreen(1, kind: nil, in: application), BookScreen(2, in: application),
          BookScreen(3, kind: nil, in: application),
        ], stage: RecorderStage(), in: application)
    }
    func texts(_ tabs: TabScreen<FakeView>) -> [String] {
      tabs.screens.compactMap { ($0 as? BookScreen)?.view.text }
    }
    let old = tabs()
    for case let book as BookScreen in old.screens { book.view.text = "typed \(book.number)" }
    old.select(2)
    let archive = old.archive()
    #expect(archive.screenCount == 4 && archive.omissions.isEmpty)
    let new = tabs()
    #expect(new.restore(from: archive, catalog: ScreenCatalog()).isComplete)
    #expect(new.selectedIndex == 2)
    #expect(texts(new) == ["typed 1", "typed 2", "typed 3"])
  }

  @Test
  func aPageWithoutANameIsOmittedAndAnEventSaysSo() {
    var omissions: [String] = []
    let observation = application.observe { event in
      if case .stateOmitted(let omission) = event.kind { omissions.append("\(omission)") }
    }
    let pages = PageScreen<FakeView>(
      count: 2, stage: RecorderStage(), in: application
    ) { [application] in BookScreen($0, kind: nil, in: application) }
    let archive = pages.archive()
    #expect(archive.omissions.map(\.path) == ["pages/nameless 0[0]"])
    #expect(archive.omissions.map(\.omission.reason) == [.screenHasNoName])
    #expect(
      omissions == [
        "“nameless 0” has no restorationName: neither it nor the screens above it can be restored."
      ])
    observation.cancel()
  }

  @Test
  func screensNestedTooDeeplyAreOmitted() throws {
    var screen: AnyScreen = acting("root")
    for _ in 0..<71 {
      screen = NavigationScreen<FakeView>(root: screen, stage: RecorderStage(), in: application)
    }
    let archive = screen.archive()
    #expect(archive.omissions.count == 1)
    let read = try ScreenArchive(encoded: archive.encoded())
    #expect(read.screenCount == archive.screenCount)
  }
}

import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct LoadingTests {
  let application = ScreenApplication()
  let diary = Diary()

  @Test
  func theViewIsLoadedWhenFirstNeeded() {
    let page = DiaryScreen("Page", diary, in: application)
    #expect(!page.isViewLoaded)
    #expect(page.viewIfLoaded == nil)
    #expect(page.anyViewIfLoaded == nil)
    #expect(diary.take() == [])
    let view = page.view
    #expect(diary.take() == ["Page.loadView", "Page.viewDidLoad"])
    #expect(page.isViewLoaded)
    #expect(page.view === view)
    #expect(page.viewIfLoaded === view)
    #expect(page.anyViewIfLoaded === view)
    page.loadViewIfNeeded()
    #expect(diary.take() == [])
  }

  @Test
  func viewDidLoadMayAccessTheView() {
    let page = DiaryScreen("Page", diary, in: application)
    var seen: Panel?
    page.reactions["viewDidLoad"] = { [unowned page] in
      seen = page.view
      #expect(page.isViewLoaded)
    }
    #expect(page.view === seen)
    #expect(diary.take() == ["Page.loadView", "Page.viewDidLoad"])
  }

  /// A view cannot be unloaded during `viewDidLoad()`: the caller that requested it receives it.
  @Test
  func theViewIsNotUnloadedDuringViewDidLoad() {
    let page = DiaryScreen("Page", diary, in: application)
    page.reactions["viewDidLoad"] = { [unowned page, application] in
      #expect(throws: AnyScreen.UnloadRefusal.self) { try page.unloadView() }
      application.warningPolicy = .classic
      application.receiveMemoryWarning()
    }
    let view = page.view
    #expect(page.viewIfLoaded === view)
    #expect(diary.take() == ["Page.loadView", "Page.viewDidLoad", "Page.warning"])
  }

  @Test
  func theLoadingTimeIsMeasured() {
    let page = DiaryScreen("Page", diary, in: application)
    #expect(page.rebuildTime.estimate == 0)
    page.loadViewIfNeeded()
    #expect(page.rebuildTime.estimate > 0)
  }

  @Test
  func theTypeOfTheViewIsKnownBeforeLoading() {
    let page: AnyScreen = DiaryScreen("Page", diary, in: application)
    #expect(page.viewType == Panel.self)
    #expect(!page.isViewLoaded)
  }

  // MARK: Traps

  final class Mirror: Screen<Panel> {
    override func loadView() -> Panel { view }
  }

  final class DistantMirror: Screen<Panel> {
    override func loadView() -> Panel {
      let panel = Panel()
      polish()
      return panel
    }

    private func polish() { _ = view }
  }

  final class NoView: Screen<Panel> {}

  @Test
  func accessingTheViewInLoadViewTrapsWithAMessage() async throws {
    let direct = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = Mirror(in: ScreenApplication()).view
    }
    let distant = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      DistantMirror(in: ScreenApplication()).deliver(.willAppear, TransitionContext(.window))
    }
    #if DEBUG
    #expect(
      try #require(direct).standardErrorText.contains(
        """
        Mirror.loadView() accesses the view that it must create, directly or through a method \
        that it calls. Create the view there and return it; fill it in viewDidLoad(), which may \
        use `view`.
        """))
    #expect(try #require(distant).standardErrorText.contains("DistantMirror.loadView() accesses"))
    #endif
  }

  @Test
  func notOverridingLoadViewTrapsWithAMessage() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      NoView(in: ScreenApplication()).loadViewIfNeeded()
    }
    #if DEBUG
    #expect(
      try #require(result).standardErrorText.contains("NoView must override loadView()"))
    #endif
  }
}

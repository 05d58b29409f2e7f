import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct MemoryWarningTests {
  let application = ScreenApplication()
  let diary = Diary()

  final class Delegate: ScreenApplicationDelegate {
    let diary: Diary
    init(_ diary: Diary) { self.diary = diary }

    func applicationDidReceiveMemoryWarning(_ application: ScreenApplication) {
      diary.note("delegate")
    }
  }

  final class Indifferent: ScreenApplicationDelegate {}

  init() {
    // Unloading after a warning is tested in `Unloading`.
    application.warningPolicy = .heavyOnly
  }

  private func pages(_ count: Int) -> [DiaryScreen] {
    (0..<count).map { DiaryScreen("\($0)", diary, in: application) }
  }

  @Test
  func reachesAllScreensInTheOrderOfCreationAndThenTheDelegate() {
    let delegate = Delegate(diary)
    application.delegate = delegate
    application.warningPolicy = .heavyOnly
    let pages = pages(5)
    pages[3].loadViewIfNeeded()
    _ = diary.take()
    application.receiveMemoryWarning()
    #expect(
      diary.take() == ["0.warning", "1.warning", "2.warning", "3.warning", "4.warning", "delegate"])
    application.receiveMemoryWarning()
    #expect(diary.take().count == 6)
  }

  @Test
  func theDelegateIsNotRetainedAndItsMethodIsOptional() {
    var delegate: Indifferent? = Indifferent()
    application.delegate = delegate
    application.receiveMemoryWarning()
    delegate = nil
    #expect(application.delegate == nil)
    withExtendedLifetime(delegate) {}
  }

  @Test
  func aWarningDuringAWarningHasNoEffect() {
    let pages = pages(3)
    for page in pages {
      page.reactions["warning"] = { [application] in application.receiveMemoryWarning() }
    }
    application.receiveMemoryWarning()
    #expect(diary.take() == ["0.warning", "1.warning", "2.warning"])
    application.receiveMemoryWarning()
    #expect(diary.take() == ["0.warning", "1.warning", "2.warning"])
  }

  @Test
  func screensDestroyedMeanwhileAreSkipped() {
    var pages = pages(6)
    pages[1].reactions["warning"] = { pages.removeLast(3) }
    application.receiveMemoryWarning()
    #expect(diary.take() == ["0.warning", "1.warning", "2.warning"])
  }

  /// A screen that drops its last reference during a callback.
  @Test
  func aScreenMayReleaseItself() {
    var pages = pages(3)
    pages[1].reactions["warning"] = { pages.remove(at: 1) }
    application.receiveMemoryWarning()
    #expect(diary.take() == ["0.warning", "1.warning", "2.warning"])
    #expect(application.liveScreens.map(\.name) == ["0", "2"])
  }

  @Test
  func screensCreatedMeanwhileAreNotCalled() {
    var pages = pages(2)
    pages[0].reactions["warning"] = { [diary, application] in
      // Enough for the registry to remove destroyed screens.
      for number in 0..<200 {
        pages.append(DiaryScreen("late \(number)", diary, in: application))
      }
    }
    application.receiveMemoryWarning()
    #expect(diary.take() == ["0.warning", "1.warning"])
  }

  @Test
  func screensMovedMeanwhileAreNotCalled() {
    let other = ScreenApplication()
    let pages = pages(3)
    pages[0].reactions["warning"] = { pages[1].adopt(other) }
    application.receiveMemoryWarning()
    #expect(diary.take() == ["0.warning", "2.warning"])
    other.receiveMemoryWarning()
    #expect(diary.take() == ["1.warning"])
  }

  @Test
  func aScreenMayLoadItsView() {
    application.warningPolicy = .heavyOnly
    let pages = pages(2)
    pages[0].reactions["warning"] = { pages[1].loadViewIfNeeded() }
    application.receiveMemoryWarning()
    #expect(
      diary.take() == ["0.warning", "1.loadView", "1.viewDidLoad", "1.warning"])
  }

  @Test
  func aScreenMayUnloadAnother() {
    let pages = pages(3)
    pages[2].loadViewIfNeeded()
    pages[0].reactions["warning"] = { try? pages[2].unloadView() }
    _ = diary.take()
    application.receiveMemoryWarning()
    #expect(
      diary.take() == ["0.warning", "2.willUnload", "2.didUnload", "1.warning", "2.warning"])
    #expect(!pages[2].isViewLoaded)
  }

  /// A warning from inside the unloading that another warning caused.
  @Test
  func aWarningDuringTheUnloadingHasNoEffect() {
    application.warningPolicy = .classic
    let pages = pages(2)
    for page in pages {
      page.loadViewIfNeeded()
      page.reactions["willUnload"] = { [application] in application.receiveMemoryWarning() }
      page.reactions["didUnload"] = { [application] in application.receiveMemoryWarning() }
    }
    _ = diary.take()
    application.receiveMemoryWarning()
    let lines = diary.take()
    #expect(lines.prefix(2) == ["0.warning", "1.warning"])
    #expect(
      lines.dropFirst(2).sorted() == ["0.didUnload", "0.willUnload", "1.didUnload", "1.willUnload"])
    #expect(!application.isWarning)
  }

  @Test
  func aScreenIsNotifiedOfEachWarning() {
    let pages = pages(1)
    #expect(application.notifyMemoryWarning())
    #expect(application.notifyMemoryWarning())
    #expect(diary.take() == ["0.warning", "0.warning"])
    withExtendedLifetime(pages) {}
  }
}

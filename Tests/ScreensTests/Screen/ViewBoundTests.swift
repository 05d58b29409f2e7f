import TestSupport
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ViewBoundTests {
  class Page: Screen<Panel> {
    @ViewBound var heading: Panel
    @ViewBound var notice: Panel?
    @ViewBound var explicit: Panel? = nil
    @ViewBound var rows: [Panel] = []
    @ViewBound var badge = Panel()
    @ViewBound var count: Int

    override func loadView() -> Panel { Panel() }
    override func viewDidLoad() { heading = view }
  }

  final class SubPage: Page {
    @ViewBound var footer: Panel

    override func viewDidLoad() {
      super.viewDidLoad()
      footer = Panel()
    }
  }

  final class ListPage<Row>: Screen<Panel> {
    @ViewBound var rows: [Row]

    override func loadView() -> Panel { Panel() }
  }

  let page = SubPage(in: ScreenApplication())

  @Test
  func isEmptyBeforeTheView() {
    #expect(page.$heading == nil)
    #expect(page.$footer == nil)
    #expect(page.$count == nil)
    #expect(page.notice == nil)
    #expect(page.explicit == nil)
    #expect(page.rows.isEmpty)
    #expect(!page.isViewLoaded)
  }

  @Test
  func isResetWithTheView() {
    page.loadViewIfNeeded()
    #expect(page.heading === page.view)
    #expect(page.$footer != nil)
    page.notice = Panel()
    page.explicit = Panel()
    page.count = 7
    page.rows.append(Panel())
    page.rows.append(Panel())
    #expect(page.rows.count == 2)
    let badge = page.badge
    #expect(page.badge === badge)
    let old = page.resetViewBounds()
    #expect(old.count == 7)
    #expect(page.$heading == nil)
    #expect(page.$footer == nil)
    #expect(page.$count == nil)
    #expect(page.notice == nil)
    #expect(page.explicit == nil)
    #expect(page.rows.isEmpty)
    #expect(page.badge !== badge)
  }

  @Test
  func isBoundAgainToTheNextView() {
    for number in 0..<3 {
      page.count = number
      #expect(page.count == number)
      page.resetViewBounds()
      #expect(page.$count == nil)
    }
  }

  @Test
  func isRegisteredOnceHoweverOftenItIsSet() {
    for number in 0..<10 { page.count = number }
    #expect(page.record.viewBounds.count == 1)
    for _ in 0..<10 { page.rows.append(Panel()) }
    #expect(page.record.viewBounds.count == 2)
    page.resetViewBounds()
    #expect(page.record.viewBounds.isEmpty)
    page.count = 1
    page.count = 2
    #expect(page.record.viewBounds.count == 1)
  }

  @Test
  func readingAnOptionalBindsNothing() {
    #expect(page.notice == nil)
    #expect(page.record.viewBounds.isEmpty)
  }

  @Test
  func worksInGenericScreens() {
    let list = ListPage<String>(in: ScreenApplication())
    list.rows = ["Poems"]
    list.rows.append("Essays")
    #expect(list.rows == ["Poems", "Essays"])
    list.resetViewBounds()
    #expect(list.$rows == nil)
  }

  /// A part that sets the property again in its deinit, because it is replaced or reset.
  @Test
  func aDeinitMaySetTheProperty() {
    final class Echo {
      let end: () -> Void
      init(_ end: @escaping () -> Void) { self.end = end }
      deinit { end() }
    }
    final class EchoPage: Screen<Panel> {
      @ViewBound var echo: Echo?
      override func loadView() -> Panel { Panel() }
    }
    let page = EchoPage(in: ScreenApplication())
    let last = Echo {}
    page.echo = Echo { [unowned page] in page.echo = last }
    page.echo = nil
    #expect(page.echo === last)
    page.echo = Echo { [unowned page] in page.echo = last }
    page.resetViewBounds()
    #expect(page.echo === last)
    #expect(page.record.viewBounds.count == 1)
    page.resetViewBounds()
    #expect(page.echo == nil)
  }

  // MARK: Traps

  @Test
  func readingAnUnboundPropertyTrapsWithItsTypeAndScreen() async throws {
    let without = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      _ = Page(in: ScreenApplication()).heading
    }
    let before = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      let page = Page(in: ScreenApplication())
      page.loadViewIfNeeded()
      _ = page.count
    }
    #if DEBUG
    #expect(
      try #require(without).standardErrorText.contains(
        """
        Page reads a property of type Panel that is bound to its view, while it has no value. \
        There is no view: check isViewLoaded first, or read it with a $, which returns nil.
        """))
    #expect(
      try #require(before).standardErrorText.contains(
        """
        Page reads a property of type Int that is bound to its view, while it has no value. \
        Set it in loadView() or viewDidLoad(), before anything reads it.
        """))
    #endif
  }
}

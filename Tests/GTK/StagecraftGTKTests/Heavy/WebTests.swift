#if WebPages
import Foundation
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftPools
import StagecraftScreens
import Testing

@testable import StagecraftWebKit

extension WindowTests {
  @MainActor
  @Suite("Web pages")
  struct WebTests {
    init() { GTKTest.prepare() }

    /// A page of a thousand coloured lines of 20 pixels.
    static func page(_ title: String) -> String {
      let lines = (0..<200).map {
        "<p id='line\($0)' style='background: hsl(\($0 * 7), 60%, 70%)'>\(title), line \($0)</p>"
      }
      return """
        <!DOCTYPE html><title>\(title)</title>
        <style>body, p { margin: 0; height: 20px; font: 14px sans-serif }</style>
        \(lines.joined(separator: "\n"))
        """
    }

    @Test func aPageIsLoadedAndScrolledAsItWas() async throws {
      let census = Census()
      do {
        let view = WebView()
        var titles: [String] = []
        var progress = 0.0
        var loads = 0
        view.onTitleChange = { titles.append($0) }
        view.onProgress = { progress = max(progress, $0) }
        view.onLoad = { loads += 1 }
        let window = TestWindow(view)
        try await window.open()
        #expect(view.page == nil)
        view.load(html: Self.page("News"), base: "https://example.org/")
        #expect(view.isLoading)
        try await view.loaded()
        #expect(progress == 1 && loads == 1)
        #expect(await GTKTest.until { view.title == "News" && titles.last == "News" })
        #expect(view.address == "https://example.org/")
        try await view.scroll(to: WebOffset(y: 1000))
        #expect(await GTKTest.until { view.page?.offset.y == 1000 })
        try await painted(view)
        await keepPicture("web", of: window)

        let page = try #require(view.page)
        view.show(page)
        try await view.loaded()
        #expect(try await view.evaluate("scrollY") == "1000")
        #expect(
          try await view.evaluate(
            "document.getElementById('line50').getBoundingClientRect().top") == "0")
        #expect(view.page == page)
        try await painted(view)
        await keepPicture("web-again", of: window)
        window.close()
      }
      await census.expectUnchanged()
    }

    /// Waits until the process of a page has drawn it, and the window has shown that.
    func painted(_ view: WebView) async throws {
      try await view.evaluate("1")
      #expect(
        await GTKTest.until { Screenshot(of: view)?.colorCount ?? 0 > 15 }, "The page is not drawn."
      )
      try await view.nextFrames(2)
    }

    @Test func aPageThatInterruptsAnotherIsShownWithItsOffset() async throws {
      let census = Census()
      do {
        let view = WebView()
        var failures: [WebViewError] = []
        view.onFailure = { failures.append($0) }
        let window = TestWindow(view)
        try await window.open()
        let base = "https://example.org/"
        let page = WebPage(.html(Self.page("Second"), base: base), offset: WebOffset(y: 500))
        // Interrupted before it begins, when it begins, and when its first part is there.
        for phase in [-1, 0, 2] {
          let connection = view.on("load-changed") { [weak view] parameters in
            guard parameters.integer(0) == phase, view?.page?.offset.y == 0 else { return }
            Task { view?.show(page) }
          }
          view.load(html: Self.page("First"), base: base)
          if phase == -1 { view.show(page) }
          let isShown = await GTKTest.until { view.page?.offset.y == 500 && !view.isLoading }
          connection.cancel()
          #expect(isShown, "In phase \(phase).")
          try await view.loaded()
          #expect(try await view.evaluate("document.title + scrollY") == "Second500")
        }
        #expect(failures.isEmpty, "\(failures)")
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func anAddressThatCannotBeLoadedIsAnError() async throws {
      let census = Census()
      do {
        let view = WebView()
        var failures: [WebViewError] = []
        view.onFailure = { failures.append($0) }
        let window = TestWindow(view)
        try await window.open()
        view.load(address: "file:///nowhere/at/all.html")
        await #expect(throws: WebViewError.self) { try await view.loaded() }
        #expect(failures.count == 1)
        // The view may be dropped in the call.
        var second: WebView? = WebView()
        second?.onFailure = { _ in second = nil }
        second?.load(address: "file:///nowhere/at/all.html")
        #expect(await GTKTest.until { second == nil })
        await #expect(throws: WebViewError.self) { try await view.evaluate("no such thing") }
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test(arguments: [true, false])
    func aKilledProcessIsReplacedAndThePageReturns(_ isKilledBySystem: Bool) async throws {
      let census = Census()
      let application = ScreenApplication()
      do {
        let news = NewsPage(in: application)
        let top = ScreenWindow<Widget>(root: news, stage: simpleStage(), in: application)
        let window = TestWindow(top.view)
        _ = await top.open().outcome
        try await window.open()
        let first = try #require(news.web.current)
        let identity = ObjectIdentifier(first)
        try await first.loaded()
        try await first.scroll(to: WebOffset(y: 600))
        #expect(await GTKTest.until { first.page?.offset.y == 600 })
        news.web.takeSnapshot()
        if !isKilledBySystem { first.terminateProcess() }
        let hasEnded = await GTKTest.until {
          if isKilledBySystem, news.ends.isEmpty { WebProcess.killOld() }
          return !news.ends.isEmpty
        }
        try #require(hasEnded)
        #expect(news.ends == [isKilledBySystem ? .crashed : .terminated])
        let second = try #require(news.web.current)
        #expect(ObjectIdentifier(second) != identity)
        try await second.loaded()
        #expect(try await second.evaluate("scrollY") == "600")
        #expect(await GTKTest.until { second.title == "News" })
        try await painted(second)
        await keepPicture(isKilledBySystem ? "web-killed" : "web-terminated", of: window)
        _ = await top.close().outcome
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aPoolReturnsTheViewThatShowsThePage() async throws {
      let census = Census()
      let application = ScreenApplication()
      do {
        let views = LocalPool(maximumIdle: 2) { WebView() }
        views.warmUp(to: 2)
        let pages = (0..<3).map { ArticlePage($0, views, in: application) }
        let tabs = TabScreen<Widget>(pages, stage: simpleStage(), in: application)
        let top = ScreenWindow<Widget>(root: tabs, stage: simpleStage(), in: application)
        let window = TestWindow(top.view)
        _ = await top.open().outcome
        try await window.open()
        for index in [0, 1, 0, 1, 2] {
          _ = await tabs.select(index).outcome
          let view = try #require(pages[index].web.current)
          try await view.loaded()
          #expect(try await view.evaluate("document.title") == "Article \(index)")
          #expect(pages.count { $0.web.isMade } == 1)
        }
        #expect(pages.map(\.preferred) == [1, 1, 0])
        #expect(views.snapshot.created == 2)
        _ = await top.close().outcome
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aViewThatEndsWhileItWorksAnswersItsCallers() async throws {
      let census = Census()
      do {
        let place = Bin()
        let window = TestWindow(place)
        try await window.open()
        // Cancelled, and ended by its process.
        var view: WebView? = WebView()
        place.content = view
        view?.load(html: Self.page("Cancelled"))
        let waiting = Task { [weak view] in try await view?.loaded() }
        await GTKTest.idle()
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        try await view?.loaded()
        let endless = Task { [weak view] in try await view?.evaluate("while (true) {}") }
        await GTKTest.idle()
        view?.terminateProcess()
        await #expect(throws: WebViewError.self) { try await endless.value }
        await #expect(throws: WebViewError.self) { try await view?.loaded() }
        // A view whose process has ended loads again.
        view?.load(html: Self.page("Again"))
        try await view?.loaded()
        #expect(try await view?.evaluate("document.title") == "Again")
        // Dropped while it loads.
        view?.load(html: Self.page("Dropped"))
        place.content = nil
        view = nil
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test(arguments: [
      "<script>while (true) {}</script>",
      "<script>onload = () => setTimeout(() => { while (true) {} }, 0)</script>",
    ])
    func aPageThatNeverYieldsEndsWithItsView(_ html: String) async throws {
      let census = Census()
      let before = Set(WebProcess.identifiers)
      do {
        let place = Bin()
        let window = TestWindow(place)
        try await window.open()
        var view: WebView? = WebView()
        place.content = view
        view?.load(html: Self.page("Endless") + html)
        // Until its process spins.
        try await place.nextFrames(60)
        // Without retaining the wrapper, as the view does to scroll a page.
        view?.run("1", in: nil) { _ in }
        place.content = nil
        view = nil
        window.close()
      }
      await census.expectUnchanged()
      #expect(await GTKTest.until { before.isSuperset(of: WebProcess.identifiers) })
    }

    @Test func aPageThatIsRequestedWhenTheProcessEndsIsLoaded() async throws {
      let census = Census()
      do {
        let view = WebView()
        var ends: [WebProcessEnd] = []
        view.onProcessEnd = { ends.append($0) }
        let window = TestWindow(view)
        try await window.open()
        view.load(html: Self.page("Former"))
        try await view.loaded()
        view.terminateProcess()
        view.show(WebPage(.html(Self.page("Next"), base: nil), offset: WebOffset(y: 400)))
        try await view.loaded()
        #expect(ends == [.terminated])
        #expect(try await view.evaluate("document.title + scrollY") == "Next400")
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func sharesOfLimitsAreAcceptedInAnyOrder() async {
      let census = Census()
      for (conservative, strict, kill) in [
        (0.1, 0.2, 0.3), (0.6, 0.8, 0.9), (0.4, 0.7, 1.5), (0.5, 0.6, nil),
      ] {
        var limits = WebProcesses.Limits(megabytes: 900)
        limits.conservativeShare = conservative
        limits.strictShare = strict
        limits.killShare = kill
        _ = WebProcesses(limits: limits)
      }
      await census.expectUnchanged()
    }

    @Test func limitsOfProcessesAreAccepted() async throws {
      let census = Census()
      do {
        var limits = WebProcesses.Limits(megabytes: 900)
        limits.killShare = 2
        limits.interval = .seconds(5)
        let view = WebView(in: WebProcesses(limits: limits))
        let window = TestWindow(view)
        try await window.open()
        view.load(html: Self.page("Limited"))
        try await view.loaded()
        #expect(await GTKTest.until { view.title == "Limited" })
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}

/// A page whose process may end.
final class NewsPage: WidgetScreen {
  private(set) var ends: [WebProcessEnd] = []

  lazy var web: HeavyResource<WebView> = HeavyResource(
    of: self, "web", bytes: WebView.usualBytes,
    make: { (screen: NewsPage, page: WebPage?) in
      let view = WebView()
      view.onProcessEnd = { [weak screen] reason in
        screen?.ends.append(reason)
        screen?.web.markLost()
      }
      view.show(page ?? WebPage(.html(WindowTests.WebTests.page("News"), base: nil)))
      return view
    },
    snapshot: { $0.page },
    didMake: { screen, view in (screen.view as? Bin)?.content = view },
    willDrop: { screen, _ in (screen.view as? Bin)?.content = nil })

  override func loadView() -> Widget { Bin() }
  override func viewDidLoad() { web.isWanted = true }
}

/// A page with a web view from a pool, only while it is seen.
final class ArticlePage: WidgetScreen {
  private let number: Int
  private let views: LocalPool<WebView>
  private(set) var preferred = 0

  lazy var web = HeavyResource(
    of: self, "web", bytes: WebView.usualBytes, from: views, preferring: { $0.number },
    prepare: { (screen: ArticlePage, view, isPreferred, page: WebPage?) in
      if isPreferred {
        screen.preferred += 1
      } else {
        let html = WindowTests.WebTests.page("Article \(screen.number)")
        view.show(page ?? WebPage(.html(html, base: nil)))
      }
    },
    snapshot: { $0.page },
    didMake: { screen, view in (screen.view as? Bin)?.content = view },
    willDrop: { screen, _ in (screen.view as? Bin)?.content = nil })

  init(_ number: Int, _ views: LocalPool<WebView>, in application: ScreenApplication) {
    self.number = number
    self.views = views
    super.init(in: application)
  }

  override func loadView() -> Widget { Bin() }
  override func viewDidLoad() { web.keeps = .whileSeen }
}

/// The processes of web pages that this process has started.
enum WebProcess {
  /// Kills them, as the system does when memory is short.
  ///
  /// WebKitGTK stops this program if a process dies in its first tenth of a second, such as one that
  /// it prepares in advance. So those that are younger than half a second are left.
  static func killOld() {
    for process in identifiers {
      guard let stat = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let uptime = try? String(contentsOfFile: "/proc/uptime", encoding: .utf8),
        // The 22nd field, in ticks since the start of the machine; the second one ends with ")".
        let start = stat.split(separator: ")").last?.split(separator: " ")[19],
        let began = Double(start),
        let now = uptime.split(separator: " ").first.flatMap({ Double($0) })
      else { continue }
      if now - began / Double(sysconf(Int32(_SC_CLK_TCK))) > 0.5 { kill(process, SIGKILL) }
    }
  }

  static var identifiers: [Int32] {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var parents: [Int32: (name: String, parent: Int32)] = [:]
    for process in folders.compactMap(Int32.init) {
      guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
        let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")")
      else { continue }
      let rest = text[close...].split(separator: " ")
      guard rest.count > 2, let parent = Int32(rest[2]) else { continue }
      parents[process] = (String(text[text.index(after: open)..<close]), parent)
    }
    return parents.keys.filter { process in
      guard parents[process]?.name.hasPrefix("WebKitWebProces") == true else { return false }
      var ancestor = process
      while let parent = parents[ancestor]?.parent, parent > 1, parent != getpid() {
        ancestor = parent
      }
      return parents[ancestor]?.parent == getpid()
    }
  }
}
#endif

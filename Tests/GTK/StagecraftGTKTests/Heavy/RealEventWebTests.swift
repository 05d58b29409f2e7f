#if WebPages
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftWebKit
import Testing

extension WindowTests {
  /// The Tab key of the display in web pages, with a window manager: set `GTK_REAL_EVENTS`.
  @MainActor
  @Suite(
    "Real events in web pages", .enabled(if: environment("GTK_REAL_EVENTS") != nil),
    .timeLimit(.minutes(2)))
  struct RealEventWebTests {
    init() { GTKTest.prepare() }

    /// Opens a page between two buttons.
    private func withPage(
      _ body: String,
      _ test: (_ before: Button, _ page: WebView, _ after: Button) async throws -> Void
    ) async throws {
      let census = Census()
      do {
        let (before, page, after) = (Button("Before"), WebView(), Button("After"))
        let window = TestWindow(Box(.vertical, [before, page, after]))
        try await window.open()
        page.load(html: "<!DOCTYPE html><title>none</title>\(body)")
        try await page.loaded()
        #expect(await GTKTest.until { window.isActive && page.title == "none" })
        before.grabFocus()
        try await test(before, page, after)
        window.close()
      }
      await census.expectUnchanged()
    }

    /// Presses a key, which moves the focus to a widget.
    private func press(_ key: String, reaches widget: Widget) async {
      await run("xdotool key \(key)")
      #expect(await GTKTest.until { widget.containsFocus }, "\(key)")
    }

    /// Presses a key, which moves the focus to an element of a page; its title names this element.
    private func press(_ key: String, reaches element: String, of page: WebView) async {
      await run("xdotool key \(key)")
      #expect(
        await GTKTest.until { page.title == element && page.containsFocus }, "\(key): \(page.title)"
      )
    }

    @Test func tabGoesThroughAPageAndLeavesIt() async throws {
      func element(_ tag: String, _ name: String) -> String {
        """
        <\(tag) href='#' onfocus="document.title = '\(name)'" onblur="document.title = 'none'">\
        \(name)</\(tag)>
        """
      }
      try await withPage(element("a", "link") + element("textarea", "field")) {
        before, page, after in
        await press("Tab", reaches: page)
        await press("Tab", reaches: "link", of: page)
        await press("Tab", reaches: "field", of: page)
        await press("Tab", reaches: after)
        await press("shift+Tab", reaches: page)
        await press("shift+Tab", reaches: "field", of: page)
        await press("shift+Tab", reaches: "link", of: page)
        await press("shift+Tab", reaches: before)
        // At once, as from a text of several lines.
        await press("Tab", reaches: page)
        await press("Tab", reaches: "link", of: page)
        await press("ctrl+Tab", reaches: after)
      }
    }

    @Test func tabLeavesAPageWithoutLinks() async throws {
      try await withPage("<p>Closed today.</p>") { before, page, after in
        await press("Tab", reaches: page)
        await press("Tab", reaches: after)
        await press("shift+Tab", reaches: page)
        await press("shift+Tab", reaches: before)
      }
    }
  }
}
#endif

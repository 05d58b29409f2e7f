#if WebPages
import CGTK
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

    /// Opens a page after one button and before two.
    private func withPage(
      _ body: String,
      _ test: (_ before: Button, _ page: WebView, _ after: Button, _ last: Button) async throws ->
        Void
    ) async throws {
      let census = Census()
      do {
        let (before, page) = (Button("Before"), WebView())
        let (after, last) = (Button("After"), Button("Last"))
        let window = TestWindow(Box(.vertical, [before, page, after, last]))
        try await window.open()
        page.load(html: "<!DOCTYPE html><title>none</title>\(body)")
        try await page.loaded()
        #expect(await GTKTest.until { window.isActive && page.title == "none" })
        before.grabFocus()
        try await test(before, page, after, last)
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

    /// An element of a page, which names itself in the title while it has the focus.
    private func element(_ tag: String, _ name: String, _ attributes: String = "") -> String {
      """
      <\(tag) href='#' onfocus="document.title = '\(name)'" onblur="document.title = 'none'" \
      \(attributes)>\(name)</\(tag)>
      """
    }

    @Test func tabGoesThroughAPageAndLeavesIt() async throws {
      let field = element("textarea", "field", #"oninput="document.title = this.value""#)
      try await withPage(element("a", "link") + field) { before, page, after, _ in
        await press("Tab", reaches: page)
        await press("Tab", reaches: "link", of: page)
        await press("Tab", reaches: "field", of: page)
        await press("a", reaches: "afield", of: page)
        await press("b", reaches: "abfield", of: page)
        await press("BackSpace", reaches: "afield", of: page)
        await press("Tab", reaches: after)
        await press("shift+Tab", reaches: page)
        await press("shift+Tab", reaches: "field", of: page)
        await press("shift+Tab", reaches: "link", of: page)
        await press("shift+Tab", reaches: before)
        // Ctrl+Tab leaves at once, as in a text of several lines.
        await press("Tab", reaches: page)
        await press("Tab", reaches: "link", of: page)
        await press("ctrl+Tab", reaches: after)
      }
    }

    /// The page receives the second Tab before the first has moved the focus out of it.
    @Test func eachOfTwoTabsAtOnceMovesTheFocus() async throws {
      try await withPage(element("a", "link")) { _, page, after, last in
        await press("Tab", reaches: page)
        await press("Tab", reaches: "link", of: page)
        // Blocks the main loop, which then finds both.
        #expect(g_spawn_command_line_sync("xdotool key --delay 0 Tab Tab", nil, nil, nil, nil) != 0)
        #expect(await GTKTest.until { last.containsFocus })
        await press("shift+Tab", reaches: after)
      }
    }

    @Test(arguments: ["ctrl+Tab", "ctrl+shift+Tab"])
    func controlTabLeavesAPageThatUsesTab(key: String) async throws {
      let use = "if (event.key == 'Tab') { event.preventDefault(); document.title = 'used' }"
      try await withPage(element("a", "link", "onkeydown=\"\(use)\"")) { before, page, after, _ in
        await press("Tab", reaches: page)
        await press("Tab", reaches: "link", of: page)
        await press("Tab", reaches: "used", of: page)
        await press(key, reaches: key == "ctrl+Tab" ? after : before)
      }
    }

    @Test func tabLeavesAPageWithoutLinks() async throws {
      try await withPage("<p>Closed today.</p>") { before, page, after, _ in
        await press("Tab", reaches: page)
        await press("Tab", reaches: after)
        await press("shift+Tab", reaches: page)
        await press("shift+Tab", reaches: before)
      }
    }
  }
}
#endif

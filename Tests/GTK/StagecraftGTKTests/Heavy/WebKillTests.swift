#if WebPages
import Foundation
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftScreens
import Testing

@testable import StagecraftWebKit

extension WindowTests {
  /// Kills come after the first tenth of a second, in which WebKitGTK 2.50 stops the program.
  @MainActor
  @Suite("Web processes that are killed", .timeLimit(.minutes(2)))
  struct WebKillTests {
    init() { GTKTest.prepare() }

    /// When the first part of the page is there, and when all of it is.
    @Test(arguments: [2, 3])
    func aProcessThatIsKilledWhileItLoadsIsReported(phase: Int) async throws {
      let census = Census()
      do {
        let view = WebView()
        var ends: [WebProcessEnd] = []
        view.onProcessEnd = { ends.append($0) }
        let window = TestWindow(view)
        try await window.open()
        for round in 1...4 {
          let connection = view.on("load-changed") {
            if $0.integer(0) == phase { _ = WebProcess.killAll() }
          }
          let page = WebPage(.html(WebTests.page("Killed"), base: nil))
          view.show(page)
          #expect(await GTKTest.until(.seconds(5)) { ends.count == round })
          connection.cancel()
          #expect(ends.last == .crashed && !view.isLoading && view.page == page)
          await #expect(throws: WebViewError.self) { try await view.loaded() }
        }
        view.load(html: WebTests.page("Again"))
        #expect(await GTKTest.until(.seconds(5)) { !view.isLoading && view.title == "Again" })
        window.close()
      }
      await census.expectUnchanged()
    }

    /// A page of another site may be loaded in another process.
    @Test func aProcessThatIsKilledWhenTheUserGoesToAnotherSiteIsReported() async throws {
      let census = Census()
      do {
        let view = WebView()
        var ends: [WebProcessEnd] = []
        view.onProcessEnd = { ends.append($0) }
        let window = TestWindow(view)
        try await window.open()
        let file = FileManager.default.temporaryDirectory.appending(
          path: "kill-\(UUID().uuidString).html")
        try WebTests.page("Other").write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        view.load(html: WebTests.page("First"), base: "https://example.org/")
        try await view.loaded()
        let connection = view.on("load-changed") {
          if $0.integer(0) == 2 { _ = WebProcess.killAll() }
        }
        view.load(address: file.absoluteString)
        #expect(await GTKTest.until(.seconds(5)) { !ends.isEmpty })
        connection.cancel()
        #expect(!view.isLoading)
        view.load(address: file.absoluteString)
        #expect(await GTKTest.until(.seconds(5)) { !view.isLoading && view.title == "Other" })
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif

#if GTK
import CGTK
import CStageGTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Search", .timeLimit(.minutes(2)))
  struct SearchTests {
    init() { GTKTest.prepare() }

    @Test func aBarOpensAndTheEntryClosesIt() async throws {
      let census = Census()
      do {
        let (entry, count) = (SearchEntry(), Label("12 titles"))
        let row = Box(.horizontal, [entry, count])
        let bar = SearchBar(entry, in: row)
        let page = Box(.vertical, [bar])
        let window = TestWindow(page)
        try await window.open()
        var changes: [Bool] = []
        bar.onOpenChange = { changes.append($0) }
        bar.captureKeys(of: page)
        #expect(!bar.isOpen)
        bar.isOpen = true
        try await window.nextFrames(2)
        #expect(entry.isMapped && entry.containsFocus)
        entry.text = "emma"
        entry.withRaw { stage_emit($0, "stop-search") }
        #expect(!bar.isOpen && entry.text == "" && changes == [true, false])
        bar.showsCloseButton = true
        #expect(bar.showsCloseButton)
        bar.captureKeys(of: nil)
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif

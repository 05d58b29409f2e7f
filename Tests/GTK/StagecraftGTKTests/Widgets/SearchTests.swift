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

    @Test func aSearchIsReportedWhenTheTextRests() async throws {
      let census = Census()
      do {
        let entry = SearchEntry(placeholder: "Titles and authors")
        let window = TestWindow(entry)
        try await window.open()
        var (changes, searches, calls): ([String], [String], [String]) = ([], [], [])
        entry.onChange = { changes.append($0) }
        entry.onSearch = { searches.append($0) }
        entry.onStop = { calls.append("stop") }
        entry.onActivate = { calls.append("activate") }
        entry.onNext = { calls.append("next") }
        entry.onPrevious = { calls.append("previous") }
        entry.delay = .milliseconds(20)
        #expect(entry.delay == .milliseconds(20))
        entry.text = "mo"
        // GTK empties the line in between.
        entry.text = "moon"
        #expect(changes == ["mo", "moon"] && searches.isEmpty)
        #expect(await GTKTest.until { searches == ["moon"] })
        // An empty text is reported at once.
        entry.text = ""
        #expect(searches == ["moon", ""])
        entry.withRaw {
          for signal in ["stop-search", "activate", "next-match", "previous-match"] {
            stage_emit($0, signal)
          }
        }
        #expect(calls == ["stop", "activate", "next", "previous"])
        if environment("GTK_A11Y") == "test" {
          #expect(entry.hasAccessibleLabel("Titles and authors"))
        }
        window.close()
      }
      await census.expectUnchanged()
    }

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

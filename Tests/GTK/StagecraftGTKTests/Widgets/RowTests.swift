#if GTK
import CAdwaita
import CGTK
import CStageGTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Rows", .timeLimit(.minutes(2)))
  struct RowTests {
    init() { GTKTest.prepare() }

    private func activate(_ widget: Widget) { widget.withRaw { _ = gtk_widget_activate($0) } }

    @Test func aClickInARowTurnsItsSwitch() async throws {
      let census = Census()
      do {
        var changes: [Bool] = []
        let row = SwitchRow("Remind me", subtitle: "Two <days> before", isActive: true)
        row.onToggle = { changes.append($0) }
        let window = TestWindow(PreferencesGroup("", [row]))
        try await window.open()
        #expect(row.isActive && row.subtitle == "Two <days> before")
        activate(row)
        #expect(await GTKTest.until { !row.isActive })
        row.isActive = true
        row.isActive = true
        #expect(changes == [false, true])
        row.title = "Write to me"
        if environment("GTK_A11Y") == "test" {
          #expect(row.children.last?.hasAccessibleLabel("Write to me") == true)
        }
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aTextIsApplied() async throws {
      let census = Census()
      do {
        var log: [String] = []
        let row = EntryRow("Name & title", text: "Ada")
        row.onChange = { log.append("change \($0)") }
        row.onApply = { log.append("apply \($0)") }
        row.addSuffix(Label("reader"))
        let window = TestWindow(PreferencesGroup("", [row]))
        try await window.open()
        #expect(row.text == "Ada" && row.title == "Name & title")
        row.grabFocus()
        row.text = "Ada Byron"
        row.text = "Ada Byron"
        #expect(log == ["change Ada Byron"])
        // Enter in the text.
        let text = row.withOpaque { gtk_editable_get_delegate($0) }
        stage_emit(UnsafeMutableRawPointer(text), "activate")
        #expect(await GTKTest.until { log.last == "apply Ada Byron" }, "\(log)")
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func oneOfSeveralTextsIsChosen() async throws {
      let census = Census()
      do {
        var changes: [Int?] = []
        let row = ComboRow("Sort by", ["Title", "Author", "Year"], selected: 1)
        row.onSelect = { changes.append($0) }
        let window = TestWindow(PreferencesGroup("", [row]))
        try await window.open()
        #expect(row.selectedIndex == 1 && row.items.count == 3)
        row.withRaw(as: AdwComboRow.self) { adw_combo_row_set_selected($0, 2) }
        #expect(row.selectedIndex == 2 && changes == [2])
        row.selectedIndex = nil
        #expect(row.selectedIndex == nil && changes == [2, nil])
        row.selectedIndex = 2
        changes = [2]
        row.items = ["None"]
        #expect(row.selectedIndex == 0 && changes == [2, 0])
        row.items = []
        #expect(row.selectedIndex == nil && changes == [2, 0, nil])
        try await row.nextFrames(2)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aRowShowsFurtherRows() async throws {
      let census = Census()
      do {
        var log: [Bool] = []
        let inner = ActionRow("Copy 1")
        let row = ExpanderRow("Copies", subtitle: "2 <of> 4", [inner, ActionRow("Copy 2")])
        row.onExpand = { log.append($0) }
        let suffix = Label("4")
        row.addSuffix(suffix)
        let first = Label("3")
        row.addSuffix(first)
        let next = first.withRaw { gtk_widget_get_next_sibling($0) }
        #expect(suffix.wraps(next), "The last one is the first.")
        let plain = Label("No row")
        row.add(plain)
        let window = TestWindow(PreferencesGroup("", [row]))
        try await window.open()
        #expect(!inner.isMapped && row.subtitle == "2 <of> 4" && row.rows.count == 3)
        row.isExpanded = true
        #expect(await GTKTest.until { inner.isMapped })
        await keepPicture("expander-row", of: window)
        row.remove(suffix)
        row.remove(inner)
        row.remove(plain)
        #expect(plain.withRaw { gtk_widget_get_parent($0) } == nil)
        #expect(row.rows.count == 1 && inner.parent == nil && suffix.parent == nil)
        row.isExpanded = false
        #expect(log == [true, false])
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aBannerIsRevealed() async throws {
      let census = Census()
      do {
        var clicks = 0
        let banner = Banner("No <connection>", button: "Try Again") { clicks += 1 }
        let window = TestWindow(Box(.vertical, [banner, Entry()]))
        try await window.open()
        #expect(!banner.isRevealed && banner.height == 0)
        banner.isRevealed = true
        #expect(await GTKTest.until { banner.height > 20 })
        let button = try #require(banner.children.last as? Button)
        #expect(button.isMapped)
        await keepPicture("banner", of: window)
        button.click()
        banner.title = "Offline"
        banner.buttonLabel = ""
        #expect(clicks == 1 && banner.title == "Offline" && !button.isVisible)
        banner.isRevealed = false
        #expect(await GTKTest.until { banner.height == 0 })
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif

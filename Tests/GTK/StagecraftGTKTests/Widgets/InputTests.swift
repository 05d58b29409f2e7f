#if GTK
import CGTK
import CStageGTK
import Foundation
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Inputs", .timeLimit(.minutes(2)))
  struct InputTests {
    init() { GTKTest.prepare() }

    private func activate(_ widget: Widget) { widget.withRaw { _ = gtk_widget_activate($0) } }

    @Test func toggleButtonsAreAChoiceOfOne() async throws {
      let census = Census()
      do {
        var calls: [String] = []
        let chips = ["All", "In Stock", "On Loan"].map { name in
          ToggleButton(name) { calls.append("\(name) \($0)") }
        }
        for chip in chips.dropFirst() { chip.joinGroup(of: chips[0]) }
        let row = Box(.horizontal, chips)
        row.addStyle("linked")
        let window = TestWindow(row)
        try await window.open()
        chips[0].isActive = true
        #expect(calls == ["All true"])
        chips[2].click()
        #expect(chips.map(\.isActive) == [false, false, true])
        #expect(Set(calls.dropFirst()) == ["All false", "On Loan true"])
        #expect(chips[1].text == "In Stock")
        let icon = ToggleButton(icon: "edit-find-symbolic", label: "Search", isActive: true)
        #expect(icon.isActive && icon.tooltip == "Search" && icon.icon == "edit-find-symbolic")
        icon.icon = "go-up-symbolic"
        #expect(icon.icon == "go-up-symbolic" && chips[1].icon.isEmpty)
        if environment("GTK_A11Y") == "test" { #expect(icon.hasAccessibleLabel("Search")) }
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aLabelBreaksLongWordsAndAnEntryHidesThem() async throws {
      let census = Census()
      do {
        let label = Label("Donaudampfschifffahrtsgesellschaft", wraps: true)
        let pin = Entry("1842", placeholder: "PIN")
        let window = TestWindow(Box(.vertical, [label, pin]), width: 120, height: 100)
        try await window.open()
        func minimum() -> Int32 {
          var width: Int32 = 0
          label.withRaw {
            gtk_widget_measure($0, GTK_ORIENTATION_HORIZONTAL, -1, &width, nil, nil, nil)
          }
          return width
        }
        let wide = minimum()
        #expect(label.wrapMode == .words)
        for mode in [Label.WrapMode.wordsThenCharacters, .characters] {
          label.wrapMode = mode
          #expect(label.wrapMode == mode && minimum() < wide)
        }
        label.wrapMode = .words
        #expect(label.wrapMode == .words && minimum() == wide)
        #expect(!pin.hidesText)
        pin.hidesText = true
        let isVisible = pin.withRaw(as: GtkEntry.self) { gtk_entry_get_visibility($0) }
        #expect(pin.hidesText && isVisible == 0 && pin.text == "1842")
        pin.hidesText = false
        #expect(!pin.hidesText)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func checkButtonsAreRadioButtonsInAGroup() async throws {
      let census = Census()
      do {
        var calls: [Bool] = []
        let (mail, phone) = (CheckButton("By mail"), CheckButton("By phone"))
        let news = CheckButton("News", isActive: true) { calls.append($0) }
        phone.joinGroup(of: mail)
        let window = TestWindow(Box(.vertical, [mail, phone, news]))
        try await window.open()
        activate(news)
        #expect(calls == [false] && !news.isActive)
        activate(mail)
        activate(phone)
        #expect(!mail.isActive && phone.isActive)
        news.isInconsistent = true
        news.text = "All news"
        #expect(news.isInconsistent && news.text == "All news")
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aSwitchIsSwitched() async throws {
      let census = Census()
      do {
        var calls: [Bool] = []
        let remind = Switch(label: "Remind me") { calls.append($0) }
        let window = TestWindow(Box(.vertical, [remind]))
        try await window.open()
        activate(remind)
        #expect(await GTKTest.until { calls == [true] && remind.isActive })
        remind.isActive = true
        #expect(calls == [true])
        remind.isActive = false
        #expect(calls == [true, false])
        if environment("GTK_A11Y") == "test" { #expect(remind.hasAccessibleLabel("Remind me")) }
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aDropDownSelects() async throws {
      let census = Census()
      do {
        var calls: [Int?] = []
        let branches = DropDown(["Harbour", "Old Town"], selected: 1, label: "Branch") {
          calls.append($0)
        }
        let window = TestWindow(Box(.vertical, [branches]))
        try await window.open()
        #expect(branches.selectedIndex == 1 && calls.isEmpty)
        activate(branches)
        try await window.nextFrames(2)
        branches.selectedIndex = 0
        #expect(calls == [0])
        branches.selectedIndex = nil
        #expect(calls == [0, nil] && branches.selectedIndex == nil)
        branches.items = ["Harbour", "Old Town", "University"]
        branches.selectedIndex = 2
        #expect(branches.selectedIndex == 2)
        branches.isSearchable = true
        #expect(branches.isSearchable)
        if environment("GTK_A11Y") == "test" { #expect(branches.hasAccessibleLabel("Branch")) }
        window.close()
        #expect(DropDown([]).selectedIndex == nil)
      }
      await census.expectUnchanged()
    }

    @Test func numbersStayInTheirRange() async throws {
      let census = Census()
      do {
        var (spins, slides): ([Double], [Double]) = ([], [])
        let days = SpinButton(1...28, value: 14, label: "Days") { spins.append($0) }
        let size = Scale(1...2, step: 0.5, value: 1.5, label: "Text size") { slides.append($0) }
        let window = TestWindow(Box(.vertical, [days, size]))
        try await window.open()
        days.value = 99
        size.value = -3
        #expect(days.value == 28 && spins == [28] && size.value == 1 && slides == [1])
        days.digits = 2
        days.wraps = true
        size.showsValue = true
        size.addMark(1.5, "1.5 < 2")
        #expect(days.digits == 2 && days.wraps && size.showsValue)
        size.removeMarks()
        if environment("GTK_A11Y") == "test" {
          #expect(days.hasAccessibleLabel("Days") && size.hasAccessibleLabel("Text size"))
        }
        window.close()
      }
      await census.expectUnchanged()
    }

    /// GTK empties the text in between, and reports that as well.
    @Test func aTextThatTheProgramSetsIsReportedOnce() async {
      let census = Census()
      do {
        var calls: [String] = []
        let (entry, view) = (Entry("Emma"), TextView("Emma"))
        entry.onChange = { calls.append($0) }
        view.onChange = { calls.append($0) }
        entry.text = "Persuasion"
        view.text = "Persuasion"
        entry.text = "Persuasion"
        #expect(calls == ["Persuasion", "Persuasion"])
        entry.text = ""
        #expect(calls.last == "" && calls.count == 3)
        // C's texts end with a zero.
        view.text = "Ada\0Byron"
        #expect(view.text == "Ada" && calls.last == "Ada")
      }
      await census.expectUnchanged()
    }

    @Test func aTextIsEditedAndUndone() async throws {
      let census = Census()
      do {
        var texts: [String] = []
        let notes = TextView("The first", label: "Review") { texts.append($0) }
        let window = TestWindow(ScrolledView(notes))
        try await window.open()
        #expect(texts.isEmpty && notes.cursor >= 0)
        notes.cursor = 9
        notes.insert(" détective novel")
        #expect(notes.text == "The first détective novel" && texts.last == notes.text)
        #expect(notes.cursor == 25)
        notes.cursor = 1000
        #expect(notes.cursor == 25)
        notes.withRaw { _ = gtk_widget_activate_action_variant($0, "text.undo", nil) }
        #expect(notes.text == "The first")
        notes.isEditable = false
        notes.wraps = false
        notes.isMonospace = true
        notes.setTextMargin(12)
        #expect(!notes.isEditable && !notes.wraps && notes.isMonospace)
        #expect(notes.acceptsTab)
        notes.acceptsTab = false
        #expect(!notes.acceptsTab)
        if environment("GTK_A11Y") == "test" { #expect(notes.hasAccessibleLabel("Review")) }
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aCalendarSelectsDays() async throws {
      let census = Census()
      do {
        typealias Day = CalendarView.Day
        var days: [Day] = []
        let calendar = CalendarView(
          selected: Day(year: 2024, month: 2, day: 29), label: "Due date")
        calendar.onSelect = { days.append($0) }
        let window = TestWindow(calendar)
        try await window.open()
        #expect("\(calendar.selected)" == "2024-02-29")
        for month in 1...12 {
          let day = Day(year: 2025, month: month, day: month == 2 ? 28 : 30)
          calendar.selected = day
          #expect(calendar.selected == day && days.last == day)
        }
        // Foundation's type has its own name, without that of its module.
        let weekday = Calendar(identifier: .gregorian).component(
          .weekday, from: Date(timeIntervalSince1970: 0))
        #expect(weekday == 4 || weekday == 5)
        #expect(Day(year: 2024, month: 12, day: 31) < Day(year: 2025, month: 1, day: 1))
        calendar.markedDays = [3, 17]
        #expect(calendar.markedDays == [3, 17])
        calendar.markedDays = []
        #expect(calendar.markedDays.isEmpty)
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif

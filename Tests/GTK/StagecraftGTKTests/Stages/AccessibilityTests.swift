#if GTK
import CGTK
import CStageGTK
import CStageGTKTestKit
import StagecraftGTKTestKit
import StagecraftLists
import StagecraftScreens
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  /// What assistive technologies receive; the program must be started with `GTK_A11Y=test`.
  @MainActor
  @Suite("Accessibility", .enabled(if: environment("GTK_A11Y") == "test"))
  struct AccessibilityTests {
    init() { GTKTest.prepare() }

    @Test func buttonsDotsAndTabsHaveNames() async throws {
      let scenario = Scenario()
      do {
        let stack = NavigationScreen(
          root: scenario.screen("A"), stage: StackStage(), in: scenario.application)
        let pages = PageScreen(count: 5, open: 2, stage: CarouselStage(), in: scenario.application)
        {
          scenario.screen("Page \($0)")
        }
        let tabs = TabScreen([stack, pages], stage: TabStage(), in: scenario.application)
        let window = try await scenario.window(tabs)
        let back = try backButton(of: stack)
        #expect(back.hasAccessibleLabel("Back"))
        let bar = try #require(tabs.view.first(named: "tabs") as? TabBar)
        #expect(bar.children.allSatisfy { $0.isAccessibleTab })
        tabs.select(1)
        let dots = try #require(pages.view.children.last)
        #expect(dots.hasAccessibleLabel("Page 3 of 5"))
        _ = await pages.turn(to: 3).outcome
        #expect(dots.hasAccessibleLabel("Page 4 of 5"))
        let sheet = scenario.screen("Review")
        _ = await pages.present(sheet, as: .sheet).outcome
        let sheetWindow = try #require((window.view as? StageWindow)?.sheet(of: sheet.id))
        #expect(sheetWindow.title == "Review", "GTK names a window by its title.")
        #expect(sheet.entry?.hasAccessibleLabel("Notes") == true)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func rowsHaveTheNamesOfWhatTheyShow() async throws {
      let census = Census()
      do {
        let books = LiveList([Book("Emma"), Book("Ulysses")])
        var labels: [Label] = []
        let list = ListView(books) {
          let label = Label()
          labels.append(label)
          return label
        } show: { label, book in
          label.setAccessibleLabel("\(book.id), in stock")
        }
        let window = TestWindow(ScrolledView(list))
        try await window.open()
        let names = ["Emma, in stock", "Ulysses, in stock"]
        for name in names {
          #expect(
            labels.contains { label in
              label.withRaw { stage_test_has_label(gtk_widget_get_parent($0), name) != 0 }
            }, "No row is called “\(name)”.")
        }
        window.close()
      }
      await census.expectUnchanged()
    }

    /// The texts of the rows and cells that GTK makes around widgets.
    private func names(around widgets: [Widget], levels: Int = 1) -> [(String) -> Bool] {
      widgets.map { widget in
        { name in
          widget.withRaw { raw in
            var outer: UnsafeMutablePointer<GtkWidget>? = raw
            for _ in 0..<levels { outer = outer.flatMap { gtk_widget_get_parent($0) } }
            return outer.map { stage_test_has_label($0, name) != 0 } ?? false
          }
        }
      }
    }

    @Test func rowsAndCellsAreCalledByTheTextsInThem() async throws {
      let census = Census()
      do {
        let books = LiveList([Book("Emma"), Book("Ulysses")])
        var (titles, places): ([Widget], [Widget]) = ([], [])
        let table = ColumnView(
          books,
          columns: [
            ListColumn("Title") { () -> Label in
              let label = Label()
              titles.append(label)
              return label
            } show: { label, book in
              label.text = book.id
            },
            ListColumn("Place") { () -> Box in
              let box = Box(.horizontal, [Label(), Button("Borrow"), Label("Shelf 4")])
              places.append(box)
              return box
            } show: { box, book in
              (box.children[0] as? Label)?.text = book.id == "Emma" ? "Harbour" : "Market"
            },
          ])
        let window = TestWindow(ScrolledView(table))
        try await window.open()
        for name in ["Emma", "Ulysses"] {
          #expect(names(around: titles).contains { $0(name) }, "No cell is called “\(name)”.")
        }
        let cells = names(around: places)
        #expect(
          cells.contains { $0("Harbour, Shelf 4") } && cells.contains { $0("Market, Shelf 4") })
        func hasRow(_ name: String) -> Bool {
          names(around: titles, levels: 2).contains { $0(name) }
        }
        #expect(hasRow("Emma, Harbour, Shelf 4") && hasRow("Ulysses, Market, Shelf 4"))
        books.replaceAll(with: [Book("Dracula")])
        #expect(await GTKTest.until { hasRow("Dracula, Market, Shelf 4") })
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test(arguments: [false, true])
    func theItemsOfAChoiceAreCalledByTheirTexts(isRow: Bool) async throws {
      let census = Census()
      do {
        let items = ["By Title", "By Author", "By Year"]
        let choice: Widget = isRow ? ComboRow("Sort by", items) : DropDown(items, label: "Order")
        let group: Widget = isRow ? PreferencesGroup("Order", [choice]) : Box(.vertical, [choice])
        let window = TestWindow(group)
        try await window.open()
        choice.withRaw { _ = gtk_widget_activate($0) }
        var isAnyMissing: String? {
          items.first { item in !choice.withRaw { hasItem(named: item, in: $0) } }
        }
        #expect(await GTKTest.until { isAnyMissing == nil }, "\(isAnyMissing ?? "")")
        // An open popover has grabbed the keys and the pointer of the display.
        choice.withRaw { closePopovers(in: $0) }
        #expect(await GTKTest.until { isAnyMissing != nil })
        window.close()
      }
      await census.expectUnchanged()
    }

    private func closePopovers(in raw: UnsafeMutablePointer<GtkWidget>) {
      if stage_is_a(raw, gtk_popover_get_type()) != 0 {
        gtk_popover_popdown(UnsafeMutableRawPointer(raw).assumingMemoryBound(to: GtkPopover.self))
      }
      var child = gtk_widget_get_first_child(raw)
      while let next = child {
        closePopovers(in: next)
        child = gtk_widget_get_next_sibling(next)
      }
    }

    private func hasItem(named name: String, in raw: UnsafeMutablePointer<GtkWidget>) -> Bool {
      let type = String(cString: stage_type_name(raw))
      if type == "GtkListItemWidget", gtk_widget_get_mapped(raw) != 0,
        stage_test_has_label(raw, name) != 0
      {
        return true
      }
      var child = gtk_widget_get_first_child(raw)
      while let next = child {
        if hasItem(named: name, in: next) { return true }
        child = gtk_widget_get_next_sibling(next)
      }
      return false
    }

    private struct Book: Identifiable, Sendable {
      let id: String
      init(_ id: String) { self.id = id }
    }

    @Test func descriptionsValuesAndRoles() async throws {
      let census = Census()
      do {
        let chart = Box()
        chart.setAccessibleRole(.image)
        chart.setAccessibleLabel("Stock")
        chart.setAccessibleDescription("The stock of the last minute")
        chart.setAccessibleValue("2 of 4 in stock")
        let window = TestWindow(chart)
        try await window.open()
        chart.withRaw {
          #expect(stage_test_is_image($0) != 0)
          #expect(stage_test_has_description($0, "The stock of the last minute") != 0)
          #expect(stage_test_has_value($0, "2 of 4 in stock") != 0)
        }
        #expect(chart.hasAccessibleLabel("Stock"))
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif

#if GTK
import CGTK
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

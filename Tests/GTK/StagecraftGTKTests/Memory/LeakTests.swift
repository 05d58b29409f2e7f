#if GTK
import CGTK
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftScreens
import Testing

extension WindowTests {
  @MainActor
  @Suite("Leaks")
  struct LeakTests {
    let application = ScreenApplication()

    init() { GTKTest.prepare() }

    func withTabs(
      _ screens: [AnyScreen], on stage: ClosureStage<Widget>,
      _ body: (TabScreen<Widget>) async throws -> Void
    ) async throws {
      let tabs = TabScreen<Widget>(screens, stage: stage, in: application)
      let top = ScreenWindow<Widget>(root: tabs, stage: simpleStage(), in: application)
      let window = TestWindow(top.view)
      _ = await top.open().outcome
      try await window.open()
      _ = await tabs.select(1).outcome
      _ = await tabs.select(0).outcome
      try await body(tabs)
      _ = await top.close().outcome
      window.close()
    }

    func label(_ text: String) -> PlainScreen {
      PlainScreen(text, in: application) { Box(.vertical, [Label(text)]) }
    }

    @Test func aClosureThatRetainsItsWidgetIsNamed() async throws {
      let census = Census()
      let log = LeakLog(application)
      let holder = Holder()
      do {
        let leaky = PlainScreen("Leaky", in: application) {
          let button = Button("Lend")
          button.name = "lend"
          holder.connection = button.on("clicked") { _ in button.isSensitive = false }
          return Box(.vertical, [button])
        }
        try await withTabs([label("Desk"), leaky], on: simpleStage()) { _ in
          try leaky.unloadView()
          #expect(await GTKTest.until { !log.found.isEmpty })
        }
        #expect(log.found.count == 1)
        let leak = try #require(log.found.first)
        #expect(leak.hasPrefix("Leaky: GtkButton “lend”, a part of an unloaded view,"), "\(leak)")
      }
      // Ends the leak, so that the tests that follow count from zero.
      holder.connection?.cancel()
      await census.expectUnchanged()
    }

    @Test func aStageThatForgetsAWidgetIsNamed() async throws {
      let census = Census()
      let log = LeakLog(application)
      do {
        // Puts each view into a box, and never removes one.
        let stage = ClosureStage<Widget>(
          makeView: {
            let box = Box()
            box.name = "tabs"
            return box
          },
          show: { box, scene in
            guard let view = scene.visibleItems.last?.view else { return }
            box.withRaw(as: GtkBox.self) { box in
              view.withRaw { if gtk_widget_get_parent($0) == nil { gtk_box_append(box, $0) } }
            }
          })
        let shelf = label("Shelf")
        try await withTabs([label("Desk"), shelf], on: stage) { _ in
          try shelf.unloadView()
          #expect(await GTKTest.until { !log.found.isEmpty })
        }
        #expect(log.found.count == 1)
        let leak = try #require(log.found.first)
        #expect(
          leak == "Shelf: GtkBox was unloaded but is retained by GtkBox “tabs”.", "\(leak)")
      }
      await census.expectUnchanged()
    }

    @Test func aWidgetThatOutlivesItsDestroyedScreenIsNamed() async throws {
      let census = Census()
      let log = LeakLog(application)
      let holder = Holder()
      do {
        let application = application
        try await withTabs([label("Desk"), label("Notes")], on: simpleStage()) { tabs in
          do {
            let leaky = PlainScreen("Passing", in: application) {
              let entry = Entry()
              entry.name = "search"
              holder.connection = entry.on("changed") { _ in entry.cursor = 0 }
              return Box(.vertical, [entry])
            }
            _ = await tabs.add(leaky).outcome
            _ = await tabs.select(2).outcome
            _ = await tabs.select(0).outcome
            _ = await tabs.remove(leaky).outcome
          }
          #expect(await GTKTest.until { !log.found.isEmpty })
        }
        #expect(log.found.count == 1)
        #expect(log.found.first?.hasPrefix("Passing: GtkEntry “search”") == true, "\(log.found)")
      }
      holder.connection?.cancel()
      await census.expectUnchanged()
    }

    @Test func screensWithoutLeaksAreNotReported() async throws {
      let census = Census()
      let log = LeakLog(application)
      do {
        let shelf = label("Shelf")
        try await withTabs([label("Desk"), shelf], on: simpleStage()) { tabs in
          try shelf.unloadView()
          _ = await tabs.select(1).outcome
          _ = await tabs.select(0).outcome
          _ = await tabs.remove(shelf).outcome
          // Longer than the period of grace.
          try await Task.sleep(for: .milliseconds(120))
        }
      }
      #expect(log.found.isEmpty, "\(log.found)")
      await census.expectUnchanged()
    }
  }
}

/// Holds the connection of a leak, to end it.
@MainActor
final class Holder {
  var connection: SignalConnection?
}
#endif

#if GTK
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftMemory
import StagecraftScreens
import StagecraftTestKit
import Testing

extension WindowTests {
  @MainActor
  @Suite("Unloading under pressure")
  struct UnloadTests {
    init() { GTKTest.prepare() }

    @Test func hiddenScreensReleaseTheirWidgetsAndReturnAsTheyWere() async throws {
      let census = Census()
      let trigger = PressureTrigger()
      let pressure = PressureMonitor(sources: .only(trigger))
      let application = ScreenApplication()
      application.registerForPressure(with: pressure)
      let leaks = LeakLog(application)
      do {
        let forms = ["Desk", "Notes", "Shelf"].map { title in
          let form = LongFormScreen(in: application)
          form.title = title
          return form
        }
        let tabs = TabScreen<Widget>(forms, stage: simpleStage(), in: application)
        let screens = ScreenWindow<Widget>(root: tabs, stage: simpleStage(), in: application)
        let window = TestWindow(screens.view)
        _ = await screens.open().outcome
        try await window.open()

        // The user writes and scrolls in a tab, and leaves it.
        _ = await tabs.select(1).outcome
        let form = forms[1]
        form.entry.text = "half a sentence"
        try await window.nextFrames(2)
        form.scrolled.scroll(to: 1234)
        #expect(await GTKTest.until { form.scrolled.offset == 1234 })
        try await window.nextFrames(2)
        let place = try #require(form.rows[90].frame(in: form.scrolled))
        await keepPicture("form-before", of: window)
        _ = await tabs.select(2).outcome
        _ = await tabs.select(0).outcome
        try await window.nextFrames(2)

        let shared = WidgetCensus.shared
        let before = (shared.wrappers, shared.widgets)
        let report = await trigger.press(.critical)
        #expect(report != nil)
        #expect(!form.isViewLoaded && !forms[2].isViewLoaded && forms[0].isViewLoaded)
        // Two forms of a box, an entry, a scrolled view, its content and 200 labels.
        #expect(shared.wrappers == before.0 - 2 * 204)
        #expect(shared.widgets == before.1 - 2 * 204)

        _ = await tabs.select(1).outcome
        #expect(form.loads == 2)
        #expect(form.entry.text == "half a sentence")
        #expect(
          await GTKTest.until { form.rows[90].frame(in: form.scrolled)?.y == place.y },
          "The line must be at \(place.y), not \(form.rows[90].frame(in: form.scrolled)?.y ?? -1).")
        try await window.nextFrames(2)
        await keepPicture("form-after", of: window)
        #expect(form.rows[90].frame(in: form.scrolled) == place)
        #expect(shared.wrappers == before.0 - 204)
        #expect(shared.widgets == before.1 - 204)

        _ = await screens.close().outcome
        window.close()
      }
      await census.expectUnchanged()
      #expect(leaks.found.isEmpty, "\(leaks.found)")
    }
  }
}

/// Records the leaks of an application.
@MainActor
final class LeakLog {
  private(set) var found: [String] = []
  private var observation: ObservationToken?
  private let watch: WidgetLeakWatch

  init(_ application: ScreenApplication) {
    watch = WidgetLeakWatch(application, after: .milliseconds(50))
    observation = application.observe { [weak self] event in
      guard case .viewOutlived(let leak) = event.kind else { return }
      self?.found.append("\(event.name): \(leak)")
    }
  }
}
#endif

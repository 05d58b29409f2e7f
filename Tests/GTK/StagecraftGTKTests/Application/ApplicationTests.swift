#if GTK
import CGTK
import CStageGTK
import CStageGTKTestKit
import Foundation
import StagecraftGTKTestKit
import StagecraftScreens
import Testing

@testable import StagecraftGTK

extension WindowTests {
  /// Each application runs in a process of its own.
  @MainActor
  @Suite("Application", .timeLimit(.minutes(2)))
  struct ApplicationTests {
    init() { GTKTest.prepare() }

    private func lines(_ result: ExitTest.Result?) throws -> [String] {
      String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        .split(separator: "\n").map(String.init)
    }

    @Test func linksAreOpenedAfterTheStart() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { @MainActor in
        let application = GTKApplication("org.example.CityLibrary")
        application.onOpen = { links in
          stage_say("open \(links)")
          application.quit()
        }
        application.run(opening: ["library://title/17/review?a=b%20c", "library://branch/3"]) {
          stage_say("start")
        }
      }
      let open = #"open ["library://title/17/review?a=b%20c", "library://branch/3"]"#
      #expect(
        try lines(result).filter { $0 == "start" || $0.hasPrefix("open") } == ["start", open])
    }

    /// The second start hands over its links and ends; the third, without links, only asks.
    ///
    /// The first process starts the second: two exit tests at once can block all threads on which
    /// tests run.
    @Test(.enabled(if: environment("DBUS_SESSION_BUS_ADDRESS") != nil))
    func aSecondStartHandsItsLinksToTheFirst() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { @MainActor in
        let application = GTKApplication("org.example.OneLibrary", instances: .one)
        application.onOpen = { stage_say("open \($0)") }
        application.onStartAgain = {
          stage_say("again")
          application.quit()
        }
        let end = DispatchSemaphore(value: 0)
        application.run(opening: []) {
          stage_say("start")
          let second = Process()
          second.terminationHandler = { _ in end.signal() }
          second.executableURL = URL(fileURLWithPath: "/proc/self/exe")
          second.arguments = ["--testing-library", "swift-testing", "--filter", "secondStart"]
          second.environment = ProcessInfo.processInfo.environment
            .filter { !$0.key.hasPrefix("SWT_") }
            .merging(["STAGECRAFT_SECOND_START": "1"]) { $1 }
          do { try second.run() } catch { stage_say("\(error)") }
        }
        end.wait()
      }
      let said = try lines(result)
      #expect(
        said.filter { $0 == "start" || $0.hasPrefix("open") || $0 == "again" }
          == ["start", #"open ["library://title/17"]"#, "again"])
      #expect(said.filter { $0.hasSuffix(" of the second") } == ["end of the second"])
    }

    @Test(.enabled(if: environment("STAGECRAFT_SECOND_START") != nil)) func secondStart() {
      for links in [["library://title/17"], []] {
        let application = GTKApplication("org.example.OneLibrary", instances: .one)
        application.run(opening: links) { stage_say("start of the second") }
      }
      stage_say("end of the second")
    }

    @Test func aLinkThatIsHandedOverPresentsTheWindow() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { @MainActor in
        let application = GTKApplication("org.example.CityLibrary")
        application.onOpen = { stage_say("open \($0)") }
        application.run(opening: []) {
          let screens = ScreenApplication()
          let window = ScreenWindow(
            root: FormScreen("A", in: screens), stage: WindowStage(), in: screens)
          application.open(window)
          MainLoop.after(.milliseconds(1)) {
            window.view.isVisible = false
            // As another start does.
            var link = g_file_new_for_uri("library://title/17")
            application.withRaw { g_application_open($0, &link, 1, "") }
            if let link { g_object_unref(UnsafeMutableRawPointer(link)) }
            stage_say("shown \(window.view.isVisible)")
            application.quit()
          }
        }
      }
      #expect(
        try lines(result).filter { $0.hasPrefix("open") || $0.hasPrefix("shown") }
          == [#"open ["library://title/17"]"#, "shown true"])
    }

    @Test func keysOfAnActionThatAreNone() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        GTKApplication("org.example.CityLibrary")
          .addAction("quit", shortcut: "<Control>q|<Control>w") {}
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("“<Control>q|<Control>w” names no keys"))
    }

    @Test func actionsAndTheirKeys() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { @MainActor in
        let application = GTKApplication("org.example.CityLibrary")
        application.run(opening: []) {
          application.addAction("search", shortcut: "<Control>f") { stage_say("old") }
          application.addAction("search", shortcut: "<Control>k") { stage_say("search") }
          application.addAction("quit", shortcut: "<Control>q") {
            stage_say("quit")
            application.quit()
          }
          let raw = UnsafeMutableRawPointer(application.application)
            .assumingMemoryBound(to: GtkApplication.self)
          let keys = gtk_application_get_accels_for_action(raw, "app.search")!
          stage_say("keys \(String(cString: keys.pointee!))")
          g_strfreev(keys)
          application.activateAction("search")
          application.setEnabled(false, action: "search")
          application.activateAction("search")
          application.removeAction("search")
          application.removeAction("search")
          application.activateAction("quit")
        }
      }
      #expect(
        try lines(result).filter { ["old", "search", "quit"].contains($0) || $0.hasPrefix("keys") }
          == ["keys <Control>k", "search", "quit"])
    }

    @Test func notificationsAreAnsweredOnce() async throws {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardErrorContent]
      ) { @MainActor in
        let application = GTKApplication("org.example.CityLibrary")
        application.onStartAgain = { stage_say("started again") }
        application.run(opening: []) {
          @MainActor func send(_ id: String) {
            let notification = DesktopNotification("“Emma” is ready", body: "Until Friday.") {
              stage_say("show \(id)")
            }
            notification.addButton("Extend") { stage_say("extend \(id)") }
            application.send(notification, id: id)
          }
          @MainActor func answer(_ number: Int, _ id: String) {
            application.withRaw {
              stage_test_answer($0, GTKApplication.notificationAction, "\(number) \(id)")
            }
          }
          for id in ["order 1", "order 2", "order 3"] { send(id) }
          answer(1, "order 1")
          answer(1, "order 1")
          answer(0, "order 2")
          application.withdrawNotification("order 3")
          application.withdrawNotification("order 3")
          answer(0, "order 3")
          MainLoop.after(.milliseconds(1)) { application.quit() }
        }
      }
      let said = try lines(result).filter {
        $0.hasPrefix("show") || $0.hasPrefix("extend") || $0.hasPrefix("started")
      }
      #expect(said == ["extend order 1", "started again", "show order 2", "started again"])
    }

    @Test func linksAreArgumentsWithAScheme() {
      // The arguments of this process are those of the test runner.
      #expect(
        GTKApplication.links(in: [
          "library://title/17", "--data", "/tmp://x", "x+a-b.1://", "1a://b", "://c", "title",
        ]) == ["library://title/17", "x+a-b.1://"])
    }

    @Test func aShortcutOfAWidgetIsOnlyThereWhileItIsShown() async throws {
      let census = Census()
      do {
        var calls = 0
        let entry = Entry(placeholder: "Search")
        entry.addShortcut("<Control>f") { calls += 1 }
        let window = TestWindow(Bin(entry))
        try await window.open()
        func press() -> Bool { entry.withRaw { stage_test_press($0, "<Control>f") != 0 } }
        #expect(press() && calls == 1)
        entry.isSensitive = false
        #expect(!press() && calls == 1)
        entry.isSensitive = true
        entry.isVisible = false
        #expect(!press() && calls == 1)
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func keysThatAreNone() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { @MainActor in
        GTKApplication.prepareToolkit()
        Label("Books").addShortcut("<Contol>f") {}
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("“<Contol>f” names no keys"))
    }

    @Test func styleSheetsAreUsedAndReportTheirErrors() async throws {
      let census = Census()
      do {
        let label = Label("In stock")
        label.addStyle("test-in-stock")
        let window = TestWindow(label)
        try await window.open()
        let styles = StyleSheet(".test-in-stock {\n  min-width: 123px;\n  nonsense: 3;\n}\nlabel {")
        #expect(styles.errors.first?.line == 3)
        #expect(styles.errors.count == 2, "\(styles.errors)")
        styles.add()
        styles.add()
        #expect(await GTKTest.until { minimumWidth(of: label) >= 123 })
        styles.remove()
        #expect(await GTKTest.until { minimumWidth(of: label) < 123 })
        window.close()
      }
      await census.expectUnchanged()
    }

    private func minimumWidth(of widget: Widget) -> Int {
      widget.withRaw { raw in
        var minimum: Int32 = 0
        gtk_widget_measure(raw, GTK_ORIENTATION_HORIZONTAL, -1, &minimum, nil, nil, nil)
        return Int(minimum)
      }
    }

    @Test func theAppearanceIsObserved() async throws {
      var calls = 0
      let observation = Appearance.observe { calls += 1 }
      let (scale, direction, reduces) = (
        Appearance.textScale, Appearance.textDirection, Appearance.reducesMotion
      )
      #expect(!Appearance.isDark && Appearance.preferredScheme == .system)
      Appearance.preferredScheme = .dark
      #expect(Appearance.isDark && Appearance.preferredScheme == .dark && calls > 0)
      Appearance.preferredScheme = .system
      #expect(!Appearance.isDark)

      let label = Label("Text")
      let window = TestWindow(Box(.vertical, [label]))
      try await window.open()
      func height() -> Int32 {
        label.withRaw { raw in
          var height: Int32 = 0
          gtk_widget_measure(raw, GTK_ORIENTATION_VERTICAL, -1, &height, nil, nil, nil)
          return height
        }
      }
      let usual = height()
      calls = 0
      Appearance.textScale = 2
      #expect(Appearance.textScale == 2 && calls == 1)
      #expect(await GTKTest.until { height() > usual })
      Appearance.textScale = scale
      window.close()
      calls = 0
      Appearance.textDirection = .rightToLeft
      #expect(Appearance.textDirection == .rightToLeft && calls == 1)
      Appearance.textDirection = direction
      calls = 0
      Appearance.reducesMotion = !reduces
      #expect(WidgetSettings.animates == reduces && calls == 1)
      observation.cancel()
      Appearance.reducesMotion = reduces
      #expect(calls == 1)
    }
  }
}
#endif

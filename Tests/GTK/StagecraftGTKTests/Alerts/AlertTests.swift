#if GTK
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftOperations
import Testing

enum Answer: Hashable, Sendable { case lend, keep, burn }

extension WindowTests {
  @MainActor
  @Suite("Alerts")
  struct AlertTests {
    let queue = AlertQueue(presenter: DialogPresenter(), manager: OperationManager("alerts"))

    init() { GTKTest.prepare() }

    func withWindow(_ body: (TestWindow, Entry) async throws -> Void) async throws {
      let census = Census()
      do {
        let entry = Entry("half a sentence")
        let window = TestWindow(Box(.vertical, [Label("City Library"), entry]))
        try await window.open()
        try await body(window, entry)
        window.close()
      }
      #expect(DialogProbe.all.isEmpty)
      await census.expectUnchanged()
    }

    func content(_ title: String) -> AlertContent<Answer> {
      AlertContent<Answer>(
        title, message: "It was due on Monday.",
        actions: [
          .init(.burn, "Burn", style: .destructive), .init(.keep, "Later", style: .cancel),
          .init(.lend, "Lend", isDefault: true),
        ])
    }

    /// Waits for the only alert on the screen.
    func alert(_ title: String) async throws -> DialogProbe {
      let isShown = await GTKTest.until { DialogProbe.all.contains { $0.title == title } }
      try #require(isShown)
      let all = DialogProbe.all
      try #require(all.count == 1)
      try await all[0].dialog.nextFrames(2)
      return all[0]
    }

    @Test func alertsAreShownOneAtATime() async throws {
      try await withWindow { _, _ in
        let handles = ["One", "Two", "Three"].map { queue.show(content($0)) }
        for (title, button) in [("One", "Lend"), ("Two", "Burn"), ("Three", "Later")] {
          let alert = try await alert(title)
          #expect(alert.message == "It was due on Monday.")
          #expect(alert.buttons == ["Burn", "Later", "Lend"])
          #expect(alert.click(button))
        }
        #expect(try await handles[0].value == .lend)
        #expect(try await handles[1].value == .burn)
        #expect(try await handles[2].value == .keep)
      }
    }

    @Test func enterAndEscapeChoose() async throws {
      try await withWindow { _, _ in
        let first = queue.show(content("Enter"))
        var alert = try await alert("Enter")
        #expect(alert.focusedButton == "Lend")
        #expect(alert.styles(of: "Lend").contains("suggested"))
        #expect(alert.styles(of: "Burn").contains("destructive"))
        await keepPicture("alert", of: alert.dialog)
        alert.pressEnter()
        #expect(try await first.value == .lend)

        let second = queue.show(content("Escape"))
        alert = try await self.alert("Escape")
        alert.pressEscape()
        #expect(try await second.value == .keep)
      }
    }

    @Test func anAlertWithoutEscapeActionIgnoresEscape() async throws {
      try await withWindow { window, _ in
        var content = content("Stay")
        content.actions.remove(at: 1)
        let handle = queue.show(content)
        let alert = try await alert("Stay")
        for _ in 0..<3 {
          alert.pressEscape()
          try await window.nextFrames(3)
        }
        #expect(DialogProbe.all.count == 1)
        alert.click("Lend")
        #expect(try await handle.value == .lend)
      }
    }

    @Test func labelsAreShownAsTheyAre() async throws {
      try await withWindow { _, _ in
        let content = AlertContent<Answer>(
          "<b>5 & 6</b>", message: "a_b",
          actions: [.init(.lend, "lend_all"), .init(.keep, "__init__", style: .cancel)])
        let handle = queue.show(content)
        let alert = try await alert("<b>5 & 6</b>")
        #expect(alert.buttons.sorted() == ["__init__", "lend_all"])
        await keepPicture("alert-labels", of: alert.dialog)
        alert.click("lend_all")
        #expect(try await handle.value == .lend)
      }
    }

    @Test func theFirstOfTwoAnswersCounts() async throws {
      try await withWindow { _, _ in
        let handle = queue.show(content("Twice"))
        let alert = try await alert("Twice")
        alert.pressEscape()
        alert.click("Burn")
        alert.click("Lend")
        // A click closes the dialog as Escape does: what the user chose afterwards counts.
        #expect(try await handle.value == .burn)
      }
    }

    @Test func aCancelledAlertLeavesTheScreen() async throws {
      try await withWindow { window, _ in
        let presenter = DialogPresenter()
        // Before it is presented, while it appears, and when it is shown.
        let content = content("Cancelled")
        for wait in 0..<6 {
          let task = Task { try await presenter.present(content) }
          for _ in 0..<wait { await GTKTest.idle() }
          task.cancel()
          await #expect(throws: CancellationError.self) { try await task.value }
          #expect(DialogProbe.all.isEmpty)
        }
        let task = Task { try await presenter.present(content) }
        _ = try await alert("Cancelled")
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(DialogProbe.all.isEmpty)
        try await window.nextFrames(2)
      }
    }

    @Test func anAnswerBeforeTheCancellationCounts() async throws {
      try await withWindow { _, _ in
        let presenter = DialogPresenter()
        let content = content("Both")
        let task = Task { try await presenter.present(content) }
        let alert = try await alert("Both")
        alert.click("Burn")
        task.cancel()
        let answer = try? await task.value
        #expect(answer == .burn)
      }
    }

    @Test func aPreemptiveAlertInterruptsAndTheFirstReturns() async throws {
      try await withWindow { _, _ in
        let first = queue.show(content("First"))
        _ = try await alert("First")
        var urgent = AlertContent("Fire", message: "Leave the building.", acknowledge: "I go")
        urgent.isPreemptive = true
        let second = queue.show(urgent)
        var alert = try await alert("Fire")
        alert.click("I go")
        #expect(try await second.value == .acknowledged)
        alert = try await self.alert("First")
        alert.click("Lend")
        #expect(try await first.value == .lend)
      }
    }

    @Test func theKeyboardFocusReturns() async throws {
      try await withWindow { window, entry in
        entry.grabFocus()
        entry.cursor = 4
        let handle = queue.show(content("Focus"))
        let alert = try await alert("Focus")
        alert.click("Later")
        _ = try await handle.value
        try await window.nextFrames(2)
        #expect(entry.containsFocus)
        #expect(entry.cursor == 4)
      }
    }

    @Test func anAlertVanishesWithItsWindow() async throws {
      try await withWindow { window, _ in
        for isHidden in [true, false] {
          let below = TestWindow(Label("below"))
          try await below.open()
          let presenter = DialogPresenter(over: below)
          let content = content("Vanishes")
          let task = Task { try await presenter.present(content) }
          _ = try await alert("Vanishes")
          if isHidden { below.isVisible = false } else { below.close() }
          await #expect(throws: AlertQueue.PresentationError.vanished) { try await task.value }
          #expect(DialogProbe.all.isEmpty)
          if isHidden { below.close() }
        }
        try await window.nextFrames(2)
      }
    }

    @Test func withoutAWindowNothingIsShown() async throws {
      let census = Census()
      do {
        let presenter = DialogPresenter()
        await #expect(throws: AlertQueue.PresentationError.noWindow) {
          try await presenter.present(content("Nowhere"))
        }
        let label = Label("in no window")
        let other = DialogPresenter(over: label)
        await #expect(throws: AlertQueue.PresentationError.noWindow) {
          try await other.present(content("Nowhere"))
        }
      }
      await census.expectUnchanged()
    }

    @Test func aDialogIsOverTheTopmostModalWindow() async throws {
      try await withWindow { window, _ in
        let sheet = TestWindow(Label("sheet"), width: 300, height: 200, modalOver: window)
        try await sheet.open()
        let presenter = DialogPresenter(over: window)
        let content = content("Over the sheet")
        let task = Task { try await presenter.present(content) }
        let alert = try await alert("Over the sheet")
        #expect(owner(of: alert.dialog).map { sheet.wraps($0) } == true)
        alert.click("Later")
        _ = try await task.value
        sheet.close()
      }
    }
  }
}
#endif

#if GTK
import StagecraftGTKTestKit
import StagecraftOperations
import StagecraftScreens
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Alerts over sheets", .timeLimit(.minutes(2)))
  struct AlertOverSheetTests {
    private let content = AlertContent("Return it?", acknowledge: "OK")

    init() { GTKTest.prepare() }

    private func present(
      over widget: Widget, _ content: AlertContent<AlertQueue.Acknowledgement>? = nil
    ) async throws -> (DialogProbe, Task<AlertQueue.Acknowledgement, any Error>) {
      let count = DialogProbe.all.count
      let presenter = DialogPresenter(over: widget)
      let content = content ?? self.content
      let task = Task { try await presenter.present(content) }
      let isShown = await GTKTest.until { DialogProbe.all.count == count + 1 }
      try #require(isShown)
      let alert = try #require(DialogProbe.all.first { $0.title == content.title })
      return (alert, task)
    }

    private func isOver(_ window: Widget, _ alert: DialogProbe) -> Bool {
      alert.dialog.isMapped && owner(of: alert.dialog).map { window.wraps($0) } == true
    }

    @Test(arguments: [true, false])
    func aCoverDoesNotEndAnAlertOverASheet(animates: Bool) async throws {
      GTKTest.animates = animates
      let scenario = Scenario()
      do {
        let (a, sheet, cover) = (
          scenario.screen("A"), scenario.screen("Sheet"), scenario.screen("Cover")
        )
        let window = try await scenario.window(a)
        _ = await a.present(sheet, as: .sheet).outcome
        let view = try #require(window.view as? StageWindow)
        let sheetWindow = try #require(view.sheets.first)
        let (alert, task) = try await present(over: sheet.view)
        #expect(isOver(sheetWindow, alert))
        #expect(await sheet.present(cover, as: .full).outcome == .completed)
        #expect(await GTKTest.until { isOver(view, alert) })
        #expect(await cover.dismiss().outcome == .completed)
        #expect(
          await GTKTest.until { isOver(sheetWindow, alert) },
          "The sheet that returns would take the input.")
        alert.click("OK")
        #expect(try await task.value == .acknowledged)
        #expect(DialogProbe.all.isEmpty)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aNewSheetIsBelowAnAlert() async throws {
      let scenario = Scenario()
      do {
        let (a, sheet) = (scenario.screen("A"), scenario.screen("Sheet"))
        let window = try await scenario.window(a)
        let (first, answer) = try await present(over: a.view)
        let other = AlertContent("Really?", acknowledge: "Yes")
        let (second, otherAnswer) = try await present(over: a.view, other)
        #expect(isOver(first.dialog, second))
        _ = await a.present(sheet, as: .sheet).outcome
        let view = try #require(window.view as? StageWindow)
        let sheetWindow = try #require(view.sheets.first)
        #expect(await GTKTest.until { isOver(sheetWindow, first) })
        #expect(isOver(first.dialog, second))
        #expect(await sheet.dismiss().outcome == .completed)
        #expect(await GTKTest.until { isOver(view, first) })
        #expect(isOver(first.dialog, second))
        second.click("Yes")
        #expect(try await otherAnswer.value == .acknowledged)
        first.click("OK")
        #expect(try await answer.value == .acknowledged)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    /// As on UIKit, where an alert is dismissed together with what presents it.
    @Test(arguments: [true, false])
    func anAlertVanishesWithItsSheet(animates: Bool) async throws {
      GTKTest.animates = animates
      let scenario = Scenario()
      do {
        let (a, sheet) = (scenario.screen("A"), scenario.screen("Sheet"))
        let window = try await scenario.window(a)
        _ = await a.present(sheet, as: .sheet).outcome
        let (_, task) = try await present(over: sheet.view)
        #expect(await sheet.dismiss().outcome == .completed)
        #expect(await GTKTest.until { DialogProbe.all.isEmpty })
        task.cancel()
        await #expect(throws: AlertQueue.PresentationError.vanished) { try await task.value }
        #expect(DialogProbe.all.isEmpty)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func anAlertOverASheetVanishesWhenTheWindowCloses() async throws {
      let scenario = Scenario()
      do {
        let (a, sheet) = (scenario.screen("A"), scenario.screen("Sheet"))
        let window = try await scenario.window(a)
        _ = await a.present(sheet, as: .sheet).outcome
        let (_, task) = try await present(over: sheet.view)
        window.close()
        #expect(await GTKTest.until { DialogProbe.all.isEmpty })
        task.cancel()
        await #expect(throws: AlertQueue.PresentationError.vanished) { try await task.value }
        #expect(DialogProbe.all.isEmpty)
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif

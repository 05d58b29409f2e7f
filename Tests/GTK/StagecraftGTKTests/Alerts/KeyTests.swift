#if GTK
import Foundation
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftOperations
import StagecraftScreens
import StagecraftTestKit
import Testing

/// Presses real keys with xdotool.
enum Keyboard {
  static let tool = ["/usr/bin/xdotool", "/usr/local/bin/xdotool"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// Whether the tests that press keys run.
  ///
  /// The tool sets the focus of the display without asking the window manager, which then shows
  /// some later windows late or not at all: these tests need a display of their own.
  static let isWanted = ProcessInfo.processInfo.environment["GTK_REAL_KEYS"] != nil

  /// Presses a key, in the window with a title or where the focus is.
  ///
  /// The tool's status says nothing: the window may be gone before the key is released.
  static func press(_ key: String, in title: String? = nil) async throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: tool ?? "/")
    let window = title.map {
      ["search", "--onlyvisible", "--name", "^\($0)$", "windowfocus", "--sync"]
    }
    process.arguments = (window ?? []) + ["key", key]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { _ in continuation.resume() }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
  }
}

extension WindowTests {
  @MainActor
  @Suite(
    "Keys", .enabled(if: Keyboard.isWanted, "GTK_REAL_KEYS is not set."),
    .enabled(if: Keyboard.tool != nil, "There is no xdotool."))
  struct KeyTests {
    init() { GTKTest.prepare() }

    @Test(arguments: [("Return", Answer.lend), ("Escape", .keep)])
    func realKeysAnswerAnAlert(_ key: String, _ expected: Answer) async throws {
      let census = Census()
      do {
        let entry = Entry("a")
        let window = TestWindow(Box(.vertical, [Label("City Library"), entry]))
        try await window.open()
        entry.grabFocus()
        entry.cursor = 1
        let content = AlertContent<Answer>(
          "Press \(key)",
          actions: [
            .init(.burn, "Burn", style: .destructive), .init(.keep, "Later", style: .cancel),
            .init(.lend, "Lend", isDefault: true),
          ])
        let presenter = DialogPresenter()
        let task = Task { try await presenter.present(content) }
        #expect(await GTKTest.until { !DialogProbe.all.isEmpty })
        try await DialogProbe.all.first?.dialog.nextFrames(3)
        try await Keyboard.press(key, in: "Press \(key)")
        #expect(await GTKTest.until { DialogProbe.all.isEmpty })
        // A key that does not arrive must not keep the test waiting.
        task.cancel()
        #expect((try? await task.value) == expected)
        // The next key goes to where the user was.
        try await window.nextFrames(3)
        #expect(entry.containsFocus)
        try await Keyboard.press("x")
        #expect(await GTKTest.until(.seconds(5)) { entry.text == "ax" }, "\(entry.text)")
        window.close()
      }
      await census.expectUnchanged()
    }

    /// A sheet that returns from below a cover takes the input from what is over it.
    @Test func realKeysAnswerAnAlertOverASheetThatReturns() async throws {
      let scenario = Scenario()
      do {
        let (a, sheet, cover) = (
          scenario.screen("A"), scenario.screen("Sheet"), scenario.screen("Cover")
        )
        let window = try await scenario.window(a)
        _ = await a.present(sheet, as: .sheet).outcome
        let presenter = DialogPresenter(over: sheet.view)
        let content = AlertContent("Return it", acknowledge: "OK")
        let task = Task { try await presenter.present(content) }
        #expect(await GTKTest.until { !DialogProbe.all.isEmpty })
        _ = await sheet.present(cover, as: .full).outcome
        try await window.view.nextFrames(3)
        _ = await cover.dismiss().outcome
        try await sheet.view.nextFrames(3)
        try await Keyboard.press("Return", in: "Return it")
        #expect(await GTKTest.until { DialogProbe.all.isEmpty })
        task.cancel()
        #expect((try? await task.value) == .acknowledged)
        window.close()
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif

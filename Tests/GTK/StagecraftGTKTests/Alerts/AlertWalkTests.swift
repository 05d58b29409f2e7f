#if GTK
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftOperations
import TestSupport
import Testing

extension WindowTests {
  /// Random conversations between users, callers and windows.
  @MainActor
  @Suite("Random alerts")
  struct AlertWalkTests {
    init() { GTKTest.prepare() }

    enum Event: CaseIterable {
      case clickFirst, clickLast, escape, enter, cancel, frame, hideWindow
    }

    @Test(arguments: 0..<8)
    func everyAlertEndsOnceAndLeavesNothing(_ seed: UInt64) async throws {
      let census = Census()
      do {
        var random = SeededGenerator(seed: seed)
        let window = TestWindow(Entry())
        try await window.open()
        for round in 0..<12 {
          var actions: [AlertContent<Int>.Action] = (0..<Int.random(in: 1...3, using: &random)).map
          {
            .init($0, "Action \($0)")
          }
          if Bool.random(using: &random) { actions[0].style = .cancel }
          if Bool.random(using: &random) { actions[actions.count - 1].isDefault = true }
          let content = AlertContent<Int>("Round \(round)", actions: actions)
          let presenter = DialogPresenter(over: window)
          let task = Task { try await presenter.present(content) }
          var mayVanish = false
          var isCancelled = false
          for _ in 0..<Int.random(in: 0...5, using: &random) {
            switch Event.allCases.randomElement(using: &random) ?? .frame {
            case .clickFirst: DialogProbe.all.last?.click("Action 0")
            case .clickLast: DialogProbe.all.last?.click("Action \(actions.count - 1)")
            case .escape: DialogProbe.all.last?.pressEscape()
            case .enter: DialogProbe.all.last?.pressEnter()
            case .cancel:
              isCancelled = true
              task.cancel()
            case .frame: await GTKTest.idle()
            case .hideWindow where round % 4 == 3:
              mayVanish = true
              window.isVisible = false
            case .hideWindow: await GTKTest.idle()
            }
            #expect(DialogProbe.all.count <= 1)
          }
          if !isCancelled { await GTKTest.idle() }
          task.cancel()
          do {
            let answer = try await task.value
            #expect(content.actions.contains { $0.id == answer })
          } catch is CancellationError {
          } catch {
            let expected: [AlertQueue.PresentationError] = mayVanish ? [.vanished, .noWindow] : []
            #expect(expected.contains { $0 == error as? AlertQueue.PresentationError }, "\(error)")
          }
          #expect(DialogProbe.all.isEmpty)
          window.isVisible = true
          try await window.nextFrames(1)
        }
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aDialogOverADialogVanishesWithIt() async throws {
      let census = Census()
      do {
        let window = TestWindow(Label("below"))
        try await window.open()
        let presenter = DialogPresenter(over: window)
        let content = AlertContent("One", acknowledge: "OK")
        let first = Task { try await presenter.present(content) }
        #expect(await GTKTest.until { DialogProbe.all.count == 1 })
        let other = AlertContent("Two", acknowledge: "OK")
        let second = Task { try await presenter.present(other) }
        #expect(await GTKTest.until { DialogProbe.all.count == 2 })
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        await #expect(throws: AlertQueue.PresentationError.vanished) { try await second.value }
        #expect(DialogProbe.all.isEmpty)
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif

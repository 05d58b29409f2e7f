import StagecraftMemory
import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite("Pages under pressure", .timeLimit(.minutes(3)))
struct PagesUnderPressureTests {
  let clock = ManualClock()
  let application: ScreenApplication
  let rig = PressureRig()
  let stage = RecorderStage()
  let pages: PageScreen<FakeView>
  let window: ScreenWindow<FakeView>

  init() {
    let application = ScreenApplication(clock: clock)
    self.application = application
    pages = PageScreen(count: 9, stage: stage, in: application) { position in
      NoteScreen("page \(position)", in: application)
    }
    window = ScreenWindow(root: pages, stage: RecorderStage(), in: application)
    window.open()
    for position in 0..<9 {
      pages.turn(to: position, animated: false)
      (pages.openPage as? NoteScreen)?.view.text = "the user's \(position)"
    }
    pages.turn(to: 4, animated: false)
    clock.advance(by: .seconds(60))
    application.registerForPressure(with: rig.pressure)
  }

  private var loaded: [Int] {
    (0..<9).filter { pages.pageIfMade(at: $0)?.isViewLoaded == true }
  }

  @Test("distant ones are unloaded, then those beside the open one, and none is loaded ahead again")
  func farFirst() async {
    #expect(loaded == Array(0..<9))
    await rig.trigger.press(.high, target: 3 << 20, lasting: .untilChanged)
    #expect(loaded.count == 6 && loaded.contains(4))
    #expect(loaded.allSatisfy { (1...7).contains($0) }, "The most distant was unloaded first.")
    await rig.trigger.press(.high, target: 1 << 30, lasting: .untilChanged)
    #expect(loaded == [3, 4, 5])
    await rig.trigger.press(.critical, lasting: .untilChanged)
    #expect(loaded == [4])

    pages.turn(to: 5, animated: false)
    #expect(loaded == [4, 5], "Memory is short: nothing is loaded ahead.")
    rig.trigger.report(.normal)
    pages.turn(to: 6, animated: false)
    #expect(loaded == [4, 5, 6, 7])
    for position in 0..<9 {
      pages.turn(to: position, animated: false)
      #expect((pages.openPage as? NoteScreen)?.view.text == "the user's \(position)")
    }
    #expect(stage.violations.isEmpty)
  }
}

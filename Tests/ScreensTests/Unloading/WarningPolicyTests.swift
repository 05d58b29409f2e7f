import StagecraftMemory
import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// A memory warning on real containers.
@MainActor
@Suite("After a memory warning", .timeLimit(.minutes(3)))
struct WarningPolicyTests {
  /// A window with three tabs; in the first, a stack of four; a map in each screen of it.
  @MainActor
  struct House {
    let clock = ManualClock()
    let application: ScreenApplication
    let recorder: LifecycleRecorder
    let stack: NavigationScreen<FakeView>
    let tabs: TabScreen<FakeView>
    let window: ScreenWindow<FakeView>
    let notes: [NoteScreen]
    let others: [NoteScreen]
    let maps: [HeavyResource<FakeView>]
    let stages = (0..<3).map { _ in RecorderStage() }

    init(_ policy: ScreenApplication.WarningPolicy) {
      let application = ScreenApplication(clock: clock)
      self.application = application
      application.warningPolicy = policy
      recorder = LifecycleRecorder(application)
      notes = (0..<4).map { NoteScreen("note \($0)", in: application) }
      others = (0..<2).map { NoteScreen("other \($0)", in: application) }
      maps = notes.map { HeavyResource(of: $0, "map", make: { _ in FakeView() }) }
      stack = NavigationScreen(root: notes[0], stage: stages[0], in: application)
      tabs = TabScreen([stack] + others, stage: stages[1], in: application)
      window = ScreenWindow(root: tabs, stage: stages[2], in: application)
      window.open()
      for note in notes.dropFirst() { stack.push(note, animated: false) }
      for index in [1, 2, 0] { tabs.select(index) }
      for screen in notes + others { screen.view.text = "the user's \(screen.name)" }
      recorder.clear()
      clock.advance(by: .seconds(60))
    }

    var loaded: [String] { (notes + others).filter(\.isViewLoaded).map(\.name) }
    var made: [Int] { maps.indices.filter { maps[$0].isMade } }

    /// Checks that no rule was broken.
    func check() {
      #expect(recorder.illegalSteps.isEmpty)
      #expect(stages.flatMap(\.violations).isEmpty)
    }

    /// Shows each screen once, and checks that it is as the user left it.
    func visitAll() {
      for index in [1, 2, 0] {
        tabs.select(index)
        if index > 0 { #expect(others[index - 1].view.text == "the user's other \(index - 1)") }
      }
      for note in notes.reversed() {
        #expect(stack.topScreen === note)
        #expect(note.appearance == .visible)
        #expect(note.view.text == "the user's \(note.name)")
        stack.pop(animated: false)
      }
      check()
    }
  }

  @Test("the classic policy unloads covered views: under the top, and in other tabs")
  func classic() {
    let house = House(.classic)
    house.application.receiveMemoryWarning()
    #expect(house.loaded == ["note 3"])
    #expect(house.made == [3])
    #expect((house.notes + house.others).allSatisfy { $0.warnings == 1 })
    house.visitAll()
  }

  @Test("the classic policy unloads views under a full-screen presentation, and not under a sheet")
  func classicUnderModals() {
    let house = House(.classic)
    let sheet = NoteScreen("sheet", in: house.application)
    house.tabs.present(sheet, as: .sheet, animated: false)
    house.application.receiveMemoryWarning()
    #expect(house.loaded == ["note 3"])
    #expect(sheet.isViewLoaded)
    #expect(house.tabs.isViewLoaded && house.stack.isViewLoaded)
    sheet.dismiss(animated: false)

    let full = NoteScreen("full", in: house.application)
    house.tabs.present(full, as: .full, animated: false)
    house.application.receiveMemoryWarning()
    #expect(house.loaded.isEmpty)
    #expect(!house.tabs.isViewLoaded && !house.stack.isViewLoaded)
    #expect(full.isViewLoaded)
    full.dismiss(animated: false)
    #expect(house.loaded == ["note 3"])
    house.visitAll()
  }

  @Test("with the policy of iOS since version 6, only heavy resources are dropped")
  func heavyOnly() {
    let house = House(.heavyOnly)
    house.application.receiveMemoryWarning()
    #expect(house.loaded.count == 6)
    #expect(house.made == [3])
    #expect(house.recorder.lines.allSatisfy { !$0.contains("nload") })
    house.visitAll()
  }

  @Test("by default, everything is unloaded except the screen below the top and the last tab")
  func automatic() {
    let house = House(.automatic)
    house.application.receiveMemoryWarning()
    #expect(house.loaded == ["note 2", "note 3", "other 1"])
    #expect(house.made == [3])
    house.visitAll()
  }

  @Test(
    "all screens are warned before anything is unloaded",
    arguments: ScreenApplication.WarningPolicy.allCases)
  func warningsComeFirst(_ policy: ScreenApplication.WarningPolicy) {
    let house = House(policy)
    var loadedThen: [[String]] = []
    for screen in house.notes + house.others {
      screen.onWarning = { _ in loadedThen.append(house.loaded) }
    }
    house.application.receiveMemoryWarning()
    #expect(loadedThen.count == 6)
    #expect(loadedThen.allSatisfy { $0.count == 6 })
  }

  @Test("screens in an interactive transition stay until it is decided")
  func duringAGesture() throws {
    let house = House(.classic)
    let pop = try house.stack.beginPop()
    house.application.receiveMemoryWarning()
    #expect(house.loaded == ["note 0", "note 1", "note 2", "note 3"])
    pop.cancel()
    house.application.receiveMemoryWarning()
    #expect(house.loaded == ["note 3"])
    house.visitAll()
  }

  @Test("screens shown in a callback are loaded again")
  func shownMeanwhile() {
    let house = House(.classic)
    house.notes[0].onWarning = { _ in house.tabs.select(1) }
    house.application.receiveMemoryWarning()
    #expect(house.loaded == ["other 0"])
    house.visitAll()
  }

  @Test("a screen with the policy eager needs no warning")
  func eager() {
    let house = House(.automatic)
    house.others[0].policy = .eager
    house.notes[2].policy = .eager
    house.tabs.select(1)
    house.tabs.select(0)
    #expect(!house.others[0].isViewLoaded)
    #expect(house.notes[2].isViewLoaded)
    house.stack.pop(animated: false)
    house.stack.push(NoteScreen("more", in: house.application), animated: false)
    #expect(!house.notes[2].isViewLoaded)
    house.stack.pop(animated: false)
    #expect(house.notes[2].view.text == "the user's note 2")
    house.check()
  }
}

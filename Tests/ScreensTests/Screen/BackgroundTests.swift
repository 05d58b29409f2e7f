import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Entering the background and returning at any time: one after the other.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct BackgroundTests {
  @Test
  func requestsMadeMeanwhileFollow() {
    var machine = BackgroundMachine()
    #expect(machine.enterForeground() == nil)
    #expect(machine.enterBackground() == .entersBackground)
    #expect(machine.isInBackground)
    #expect(machine.enterBackground() == nil)
    #expect(machine.enterForeground() == nil)
    #expect(machine.didNotify() == .entersForeground)
    #expect(machine.isInBackground, "Until all are notified.")
    #expect(machine.enterBackground() == nil)
    #expect(machine.didNotify() == .entersBackground)
    #expect(machine.didNotify() == nil)
    #expect(machine.enterForeground() == .entersForeground)
    #expect(machine.didNotify() == nil)
    #expect(!machine.isInBackground)
  }

  @Test
  func goingBackAndForthMeanwhileHasNoEffect() {
    var machine = BackgroundMachine()
    #expect(machine.enterBackground() == .entersBackground)
    #expect(machine.enterForeground() == nil)
    #expect(machine.enterBackground() == nil)
    #expect(machine.didNotify() == nil)
    #expect(machine.isInBackground)
  }

  private let theatre = Theatre()

  /// A stack of two, in a window or hosted, and the closures that send it to the background and
  /// back.
  private func tree(
    isHosted: Bool
  ) -> (enter: @MainActor () -> Void, leave: @MainActor () -> Void) {
    let stack = NamedStack(
      "stack", root: theatre.a, stage: theatre.stage(), in: theatre.application)
    stack.push(theatre.b)
    theatre.recorder.contents = [.foreground, .others]
    guard isHosted else {
      let window = theatre.show(stack)
      theatre.recorder.clear()
      return (window.enterBackground, window.enterForeground)
    }
    let host = ScreenHost(stack)
    host.willAppear(TransitionContext(.host))
    host.didAppear(TransitionContext(.host))
    theatre.recorder.clear()
    return (host.enterBackground, host.enterForeground)
  }

  private func takeLines() -> [String] {
    theatre.recorder.takeLines().filter { $0.hasPrefix("A.") || $0.hasPrefix("B.") }
  }

  @Test(arguments: [false, true])
  func backFromInsideTheBackground(isHosted: Bool) {
    let (enter, leave) = tree(isHosted: isHosted)
    theatre.a.acts[.enteredBackground] = { _ in leave() }
    enter()
    #expect(
      takeLines() == [
        "B.resignedForeground", "A.enteredBackground", "B.enteredBackground",
        "A.entersForeground", "B.entersForeground", "B.becameForeground",
      ])
    #expect(theatre.b.isForeground)
    theatre.check()
  }

  /// No screen becomes foreground only to resign.
  @Test(arguments: [false, true])
  func backgroundFromInsideTheReturn(isHosted: Bool) {
    let (enter, leave) = tree(isHosted: isHosted)
    enter()
    _ = takeLines()
    theatre.a.acts[.entersForeground] = { screen in
      screen.acts = [:]
      enter()
    }
    leave()
    #expect(
      takeLines() == [
        "A.entersForeground", "B.entersForeground", "A.enteredBackground", "B.enteredBackground",
      ])
    #expect(!theatre.b.isForeground)
    leave()
    #expect(theatre.b.isForeground)
    theatre.check()
  }

  /// A screen that was added in the background is notified neither of the background nor of the
  /// return.
  @Test
  func aScreenAddedInTheBackgroundIsNotNotifiedOfTheReturn() {
    let stack = NamedStack(
      "stack", root: theatre.a, stage: theatre.stage(), in: theatre.application)
    let window = theatre.show(stack)
    theatre.recorder.contents = [.others]
    window.enterBackground()
    stack.push(theatre.b)
    _ = takeLines()
    window.enterForeground()
    #expect(takeLines() == ["A.entersForeground"])
    window.enterBackground()
    #expect(takeLines() == ["A.enteredBackground", "B.enteredBackground"])
  }

  /// A screen that is removed from a window in the background is notified of the return where it
  /// next appears.
  @Test
  func aScreenThatMovesToAnotherWindowIsNotifiedOfBothAlternately() {
    let stack = NamedStack(
      "stack", root: theatre.a, stage: theatre.stage(), in: theatre.application)
    let window = theatre.show(stack)
    stack.push(theatre.b)
    let other = NamedStack(
      "other", root: theatre.c, stage: theatre.stage(), in: theatre.application)
    let second = ScreenWindow(root: other, stage: theatre.stage(), in: theatre.application)
    second.open()
    theatre.recorder.contents = [.others, .appearance]
    window.enterBackground()
    stack.pop()
    theatre.recorder.clear()
    other.push(theatre.b)
    #expect(
      takeLines().filter { $0.hasPrefix("B.") }.prefix(2) == ["B.entersForeground", "B.willAppear"])
    second.enterBackground()
    second.enterForeground()
    window.enterForeground()
    #expect(
      takeLines().filter { $0.hasPrefix("B.") } == ["B.enteredBackground", "B.entersForeground"])
    theatre.check()
  }
}

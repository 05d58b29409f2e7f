import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Which screens are asked and notified when a gesture of the user dismisses a presentation.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct DismissalTests {
  let theatre = Theatre()
  let window: ScreenWindow<FakeView>

  init() {
    window = theatre.show(theatre.a)
    theatre.a.present(theatre.b, as: .sheet)
    theatre.recorder.contents = .dismissals
    theatre.recorder.clear()
  }

  private var lines: [String] { theatre.recorder.takeLines() }

  @Test
  func aScreenThatRefusesStays() {
    theatre.b.isDismissible = false
    #expect((try? theatre.b.beginDismissal()) == nil)
    #expect(lines == ["B.shouldDismiss", "B.didAttemptToDismiss"])
    #expect(theatre.b.isForeground && window.presentedScreens.count == 1)
    #expect(theatre.b.dismiss().outcomeIfOver == .completed, "`dismiss()` asks no screen.")
    #expect(lines.isEmpty)
    theatre.check()
  }

  /// All screens that would be dismissed are asked, from the top, and none after the first refusal.
  @Test
  func allDismissedScreensAreAsked() throws {
    theatre.b.present(theatre.c)
    theatre.b.isDismissible = false
    #expect((try? theatre.a.beginDismissal()) == nil)
    #expect(lines == ["C.shouldDismiss", "B.shouldDismiss", "B.didAttemptToDismiss"])
    theatre.c.isDismissible = false
    #expect((try? theatre.a.beginDismissal()) == nil)
    #expect(lines == ["C.shouldDismiss", "C.didAttemptToDismiss"])
    (theatre.b.isDismissible, theatre.c.isDismissible) = (true, true)
    try theatre.a.beginDismissal().finish()
    #expect(
      lines == [
        "C.shouldDismiss", "B.shouldDismiss", "C.willDismiss", "C.didDismiss",
      ])
    #expect(window.presentedScreens.isEmpty && theatre.a.isForeground)
    theatre.check()
  }

  @Test
  func aGestureThatCannotBeginAsksNoScreen() throws {
    theatre.stages[0].animation = .byHand
    theatre.b.present(theatre.c)
    #expect((try? theatre.c.beginDismissal()) == nil)
    theatre.stages[0].finishAnimation()
    let first = try theatre.c.beginDismissal()
    theatre.recorder.clear()
    #expect((try? theatre.c.beginDismissal()) == nil)
    first.cancel()
    theatre.stages[0].finishAnimation()
    window.close()
    #expect((try? theatre.c.beginDismissal()) == nil)
    #expect(lines.isEmpty, "It is neither asked nor notified of its dismissal.")
    theatre.check()
  }

  /// The prompt whether to discard the draft is presented after the answer.
  @Test(arguments: [NamedScreen.Moment.shouldDismiss, .didAttemptToDismiss])
  func requestsMadeMeanwhileFollow(moment: NamedScreen.Moment) {
    theatre.b.isDismissible = false
    var wasOverAtOnce: Bool?
    theatre.b.acts[moment] = { [theatre] in wasOverAtOnce = $0.present(theatre.c).isOver }
    #expect((try? theatre.b.beginDismissal()) == nil)
    #expect(wasOverAtOnce == false)
    #expect(lines == ["B.shouldDismiss", "B.didAttemptToDismiss"])
    #expect(theatre.c.isForeground)
    theatre.check()
  }

  /// A screen presented meanwhile was not asked, and is not dismissed.
  @Test
  func aScreenThatAgreesAndPresentsStays() {
    theatre.b.acts[.shouldDismiss] = { [theatre] in $0.present(theatre.c) }
    #expect((try? theatre.b.beginDismissal()) == nil)
    #expect(window.presentedScreens.map(\.name) == ["B", "C"])
    #expect(lines == ["B.shouldDismiss"])
    theatre.check()
  }

  /// The window is closed from inside: the gesture is cancelled.
  @Test(arguments: [NamedScreen.Moment.shouldDismiss, .willDismiss, .didDismiss])
  func closedFromInside(moment: NamedScreen.Moment) {
    theatre.b.acts[moment] = { [weak window] screen in
      screen.acts = [:]
      window?.close()
    }
    let transition = try? theatre.b.beginDismissal()
    #expect((transition == nil) == (moment == .shouldDismiss))
    transition?.finish()
    #expect(!window.isOpen && theatre.b.appearance == .gone && theatre.a.appearance == .gone)
    #expect(lines.contains("B.didDismiss") == (moment == .didDismiss))
    #expect((theatre.b.parent == nil) == (moment == .didDismiss))
    theatre.check()
  }

  /// A container answers for the screens in it.
  @Test
  func aContainerAnswersForItsTop() throws {
    final class CarefulStack: NavigationScreen<FakeView> {
      override func shouldDismiss() -> Bool { topScreen.shouldDismiss() }
    }
    let stack = CarefulStack(
      root: theatre.c, stage: theatre.stage(), in: theatre.application)
    theatre.b.present(stack, as: .sheet)
    theatre.c.isDismissible = false
    #expect((try? theatre.c.beginDismissal()) == nil)
    #expect(lines == ["CarefulStack.shouldDismiss", "CarefulStack.didAttemptToDismiss"])
    theatre.c.isDismissible = true
    try theatre.c.beginDismissal().finish()
    #expect(window.presentedScreens.map(\.name) == ["B"])
    theatre.check()
  }

  /// B is covered by C: it would never be notified that the gesture was cancelled.
  @Test(arguments: [TransitionOrder.uniform, .uikit])
  func aCoveredScreenIsNotNotifiedOfADismissalThatMayBeCancelled(_ order: TransitionOrder) throws {
    window.transitionOrder = order
    theatre.b.present(theatre.c)
    theatre.recorder.contents = [.dismissals, .appearance]
    theatre.recorder.clear()
    let dismissal = try theatre.a.beginDismissal()
    #expect(lines.filter { $0.hasSuffix("willDismiss") } == ["C.willDismiss"])
    dismissal.cancel()
    #expect(lines.contains("C.willAppear"))
    try theatre.a.beginDismissal().finish()
    #expect(lines.filter { $0.hasSuffix("didDismiss") } == ["C.didDismiss"])
    theatre.check()
  }

  /// Both sheets are visible during the gesture, and both are notified that it was cancelled.
  @Test
  func eachVisibleSheetIsNotifiedOfTheCancelledGesture() throws {
    theatre.b.present(theatre.c, as: .sheet)
    theatre.recorder.contents = [.dismissals, .appearance]
    theatre.recorder.clear()
    try theatre.a.beginDismissal().cancel()
    let heard = lines
    #expect(heard.filter { $0.hasSuffix(".willDismiss") } == ["C.willDismiss", "B.willDismiss"])
    #expect(heard.filter { $0.hasSuffix(".willAppear") }.count == 2)
    theatre.check()
  }

  /// The rule by which the recorder rejects extra calls to a screen.
  @Test
  func theRecorderChecksTheRule() {
    let screen = theatre.a
    func tell(_ kind: ScreenEvent.Kind) {
      theatre.application.notify(ScreenEvent(screen: screen.id, name: screen.name, kind: kind))
    }
    tell(.willDismiss)
    #expect(theatre.recorder.illegalSteps.isEmpty)
    tell(.didDismiss)
    #expect(theatre.recorder.illegalSteps == ["A.didDismiss: It is visible."])
    tell(.didDismiss)
    #expect(theatre.recorder.illegalSteps.count == 2)
  }
}

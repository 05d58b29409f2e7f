import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ScreenWindowTests {
  let theatre = Theatre()
  let stage: RecorderStage<FakeView>
  let stack: NamedStack

  init() {
    stage = theatre.stage()
    stack = NamedStack(
      "stack", root: theatre.a, stage: theatre.stage(), in: theatre.application)
  }

  @Test
  func openAndClose() {
    let window = ScreenWindow(root: stack, stage: stage, in: theatre.application)
    #expect(!window.isOpen && !stack.isViewLoaded)
    #expect(window.close().outcomeIfOver == .refused(.isInWrongState))
    window.open()
    #expect(window.isOpen && window.isActive && theatre.a.isForeground)
    #expect(window.view.shownNames == ["stage", "stage", "A"])
    #expect(window.open().outcomeIfOver == .refused(.isInWrongState))
    window.close()
    #expect(!window.isOpen && theatre.a.appearance == .gone && !theatre.a.isForeground)
    // Hidden screens change without steps, and load no views.
    stack.push(theatre.b)
    #expect(!theatre.b.isViewLoaded)
    window.open()
    #expect(theatre.b.isForeground)
    theatre.check()
  }

  /// Transitions in progress end, the window is closed, and only then waiting requests run.
  @Test
  func closedInTheMiddle() {
    let window = theatre.show(stack, on: stage)
    theatre.stages[1].animation = .byHand
    let push = stack.push(theatre.b)
    let queued = stack.push(theatre.c)
    theatre.recorder.clear()
    let close = window.close()
    #expect(push.outcomeIfOver == .completed && close.outcomeIfOver == .completed)
    #expect(queued.outcomeIfOver == .completed)
    #expect(
      theatre.lines().filter { !$0.contains("#") && !$0.hasPrefix("Screen") } == [
        "A.dD", "B.dA+", "B.didMove+", "stack.wD", "B.wD", "B.dD", "stack.dD", "C.willMove+",
        "C.didMove+",
      ])
    theatre.check()
  }

  @Test(arguments: NamedScreen.Moment.inAStack)
  func closedFromInside(moment: NamedScreen.Moment) {
    let window = theatre.show(stack, on: stage)
    theatre.stages[1].animation = .byHand
    theatre.b.acts[moment] = { [weak window] screen in
      screen.acts = [:]
      window?.close()
    }
    stack.push(theatre.b)
    theatre.stages[1].finishAnimation()
    if window.isOpen { window.close() }
    #expect(theatre.b.appearance == .gone && theatre.a.appearance == .gone)
    theatre.check()
  }

  @Test
  func theBackgroundCausesNoDisappearance() {
    let window = theatre.show(stack, on: stage)
    theatre.recorder.contents = [.appearance, .foreground, .others]
    theatre.recorder.clear()
    window.enterBackground()
    window.enterBackground()
    #expect(!window.isActive && window.isOpen && !theatre.a.isForeground)
    window.enterForeground()
    window.enterForeground()
    #expect(theatre.a.isForeground)
    let lines = theatre.recorder.takeLines().filter { $0.hasPrefix("A.") }
    #expect(
      lines == [
        "A.resignedForeground", "A.enteredBackground", "A.entersForeground",
        "A.becameForeground",
      ])
    theatre.check()
  }

  @Test
  func whichLayersCoverOthers() {
    let window = theatre.show(stack, on: stage)
    let (sheet, full) = (theatre.b, theatre.c)
    theatre.a.present(sheet, as: .sheet)
    #expect(theatre.a.appearance == .visible && !theatre.a.isForeground && sheet.isForeground)
    #expect(window.view.shownNames == ["stage", "stage", "A", "B"])
    theatre.recorder.clear()
    sheet.present(full)
    #expect(
      theatre.lines() == [
        "C.willMove+", "C.load", "B.wD", "stack.wD", "A.wD", "C.wA+", "B.dD", "A.dD", "stack.dD",
        "C.dA+", "C.didMove+",
      ])
    #expect(window.view.shownNames == ["stage", "C"])
    #expect(window.presentedScreens.map(\.name) == ["B", "C"])
    #expect(window.distance(to: stack) == 1 && window.distance(to: full) == 0)
    #expect(window.isNeighbour(sheet) && !window.isNeighbour(full))
    full.dismiss()
    #expect(sheet.isForeground && theatre.a.appearance == .visible)
    theatre.check()
  }

  /// Its presentation is dismissed first, and itself if it presented nothing; repeating it does no
  /// harm.
  @Test
  func dismiss() {
    let window = theatre.show(stack, on: stage)
    #expect(theatre.a.dismiss().outcomeIfOver == .refused(.nothingPresented))
    let inner = NamedStack("inner", root: theatre.b, stage: theatre.stage())
    theatre.a.present(inner)
    inner.present(theatre.c, as: .sheet)
    theatre.b.dismiss()
    #expect(window.presentedScreens.isEmpty, "B presented nothing: its own layer is dismissed.")
    theatre.a.present(inner)
    inner.present(theatre.c, as: .sheet)
    inner.dismiss()
    #expect(window.presentedScreens.map(\.name) == ["inner"])
    inner.present(theatre.c, as: .sheet)
    stack.dismiss()
    #expect(window.presentedScreens.isEmpty, "A is in the stack: all layers above are dismissed.")
    #expect(theatre.c.dismiss().outcomeIfOver == .refused(.nothingPresented))
    #expect(theatre.a.isForeground)
    theatre.check()
  }

  @Test
  func anotherRoot() {
    let window = theatre.show(stack, on: stage)
    stack.present(theatre.b, as: .sheet)
    #expect(window.setRoot(theatre.b).outcomeIfOver == .refused(.isTaken))
    window.setRoot(theatre.c)
    #expect(theatre.c.appearance == .visible && stack.parent == nil)
    #expect(theatre.a.appearance == .gone && theatre.b.isForeground)
    #expect(window.setRoot(theatre.c).outcomeIfOver == .completed)
    theatre.check()
  }

  /// A container with an earlier tree of its own is added to an open window.
  @Test
  func aTreeIsAddedToAnother() {
    let tabs = TabScreen([theatre.b, stack], stage: theatre.stage(), in: theatre.application)
    stack.push(theatre.c)
    tabs.select(1)
    let root = NamedScreen("root", in: theatre.application)
    let outer = NamedStack(
      "outer", root: root, stage: theatre.stage(), in: theatre.application)
    let window = theatre.show(outer, on: stage)
    theatre.recorder.clear()
    outer.push(tabs)
    #expect(theatre.c.isForeground)
    #expect(window.view.shownNames == ["stage", "stage", "stage", "stage", "C"])
    outer.pop()
    #expect(theatre.c.appearance == .gone && tabs.parent == nil)
    stack.pop()
    #expect(stack.topScreen === theatre.a)
    theatre.check()
  }

  /// A caller that has waited for an answer need not check whether the user has moved on.
  @Test
  func aScreenOutsideAWindowCannotPresent() {
    #expect(theatre.a.present(theatre.c).outcomeIfOver == .refused(.containerIsGone))
    let hosted = NamedScreen("hosted", in: theatre.application)
    let host = ScreenHost(hosted)
    #expect(hosted.present(theatre.c).outcomeIfOver == .refused(.isHosted))
    #expect("\(ScreenError.isHosted)".contains("with the toolkit's own API"))
    withExtendedLifetime(host) {}
    theatre.show(stack)
    stack.push(theatre.b, animated: false)
    stack.pop(animated: false)
    #expect(theatre.b.present(theatre.c).outcomeIfOver == .refused(.containerIsGone))
    #expect(theatre.c.parent == nil)
    theatre.check()
  }

  /// The foreground screen has resigned before any screen is notified of the background, also if a
  /// screen that has just become foreground causes it.
  @Test(arguments: [NamedScreen.Moment.becameForeground, .resignedForeground])
  func theBackgroundFromInside(moment: NamedScreen.Moment) {
    let window = theatre.show(stack)
    stack.push(theatre.b)
    theatre.recorder.contents = [.foreground, .others]
    theatre.recorder.clear()
    (moment == .becameForeground ? theatre.a : theatre.b).acts[moment] = { screen in
      screen.acts = [:]
      window.enterBackground()
    }
    stack.pop()
    let lines = theatre.recorder.takeLines()
    let first = lines.firstIndex { $0.hasSuffix(".enteredBackground") } ?? 0
    #expect(lines[..<first].contains("\(window.name).resignedForeground"))
    #expect(lines[first...].allSatisfy { !$0.hasSuffix("Foreground") })
    #expect(!window.isForeground && !theatre.a.isForeground)
    window.enterForeground()
    #expect(theatre.a.isForeground)
    theatre.check()
  }
}

#if GTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Stack stage", .timeLimit(.minutes(2)))
  struct StackStageTests {
    init() { GTKTest.prepare() }

    private func place(_ stack: NavigationScreen<Widget>) throws -> Widget {
      try #require(stack.view.children.last)
    }

    @Test func pushedScreensSlideInAndPoppedOnesOut() async throws {
      let scenario = Scenario()
      do {
        GTKTest.animates = true
        let (a, b) = (scenario.screen("Catalogue"), scenario.screen("Emma"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        let place = try #require(try self.place(stack) as? StageStack)
        place.setDuration(milliseconds: 1_000)
        #expect(isInPlace(a, in: place))
        #expect(try !backButton(of: stack).isVisible)
        scenario.recorder.clear()

        let push = stack.push(b)
        #expect(!push.isOver)
        #expect(
          await GTKTest.until { place.isAnimating && (b.view.frame(in: place)?.x ?? 0) > 12 },
          "It comes from the end of the line.")
        await keepPicture("stack-push", of: window.view)
        #expect(await push.outcome == .completed)
        #expect(isInPlace(b, in: place) && !a.view.isMapped)
        #expect(try backButton(of: stack).isVisible)
        await keepPicture("stack", of: window.view)

        let pop = stack.pop()
        #expect(await pop.outcome == .completed)
        #expect(isInPlace(a, in: place))
        #expect(
          scenario.recorder.lines.filter { $0.contains("ppear") } == [
            "Catalogue.willDisappear", "Emma.willAppear",
            "Catalogue.didDisappear", "Emma.didAppear",
            "Emma.willDisappear", "Catalogue.willAppear",
            "Emma.didDisappear", "Catalogue.didAppear",
          ])
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func threeFastClicksAreThreePopsInOrder() async throws {
      let scenario = Scenario()
      do {
        GTKTest.animates = true
        let (a, b, c, d) = (
          scenario.screen("A"), scenario.screen("B"), scenario.screen("C"), scenario.screen("D")
        )
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        for screen in [b, c, d] { _ = await stack.push(screen, animated: false).outcome }
        let back = try backButton(of: stack)
        scenario.recorder.clear()
        for _ in 0..<3 { back.click() }
        #expect(await GTKTest.until { stack.screens.count == 1 && a.appearance == .visible })
        #expect(try isInPlace(a, in: place(stack)))
        #expect(
          scenario.recorder.lines.filter { $0.hasSuffix("didDisappear") } == [
            "D.didDisappear", "C.didDisappear", "B.didDisappear",
          ])
        back.click()
        await GTKTest.idle()
        #expect(stack.screens.count == 1)
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aScreenRefusesToLeave() async throws {
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        _ = await stack.push(b).outcome
        b.mayLeave = false
        try backButton(of: stack).click()
        try await window.view.nextFrames(2)
        #expect(b.attempts == 1 && stack.topScreen === b)
        #expect(try isInPlace(b, in: place(stack)))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func settlingEndsAnAnimationAtOnce() async throws {
      let scenario = Scenario()
      do {
        GTKTest.animates = true
        let (a, b, c) = (scenario.screen("A"), scenario.screen("B"), scenario.screen("C"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        let push = stack.push(b)
        try await window.view.nextFrames(3)
        stack.settle()
        #expect(push.outcomeIfOver == .completed)
        try await window.view.nextFrames(1)
        #expect(try isInPlace(b, in: place(stack)))
        // The end of the old animation does not end the next one.
        let next = stack.push(c)
        try await window.view.nextFrames(1)
        #expect(!next.isOver)
        #expect(await next.outcome == .completed)
        #expect(try isInPlace(c, in: place(stack)))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aGestureOfTheProgramsIsShownWhenItIsFinished() async throws {
      let scenario = Scenario()
      do {
        GTKTest.animates = true
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        _ = await stack.push(b, animated: false).outcome
        let cancelled = try stack.beginPop()
        cancelled.update(0.5)
        cancelled.cancel()
        try await window.view.nextFrames(2)
        #expect(try isInPlace(b, in: place(stack)))
        try await window.view.nextFrames(2)
        let finished = try stack.beginPop()
        finished.finish()
        #expect(await finished.request.outcome == .completed)
        #expect(try isInPlace(a, in: place(stack)))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aTitleThatChangesIsShown() async throws {
      let scenario = Scenario()
      do {
        let a = scenario.screen("A")
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        a.title = "Another"
        let bar = try #require(window.view as? StageWindow).bar
        #expect(bar.title == "Another")
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func hiddenViewsAreUnloadedAndComeBack() async throws {
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: StackStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        _ = await stack.push(b).outcome
        let before = WidgetCensus.shared.widgets
        try a.unloadView()
        #expect(WidgetCensus.shared.widgets < before)
        #expect(await stack.pop().outcome == .completed)
        try await window.view.nextFrames(2)
        #expect(try isInPlace(a, in: place(stack)))
        window.close()
        try a.unloadView()
        try stack.unloadView()
        window.open()
        try await window.view.nextFrames(2)
        #expect(try isInPlace(a, in: place(stack)))
        window.close()
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif

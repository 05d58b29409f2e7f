#if GTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Leaflet stage", .timeLimit(.minutes(2)))
  struct LeafletStageTests {
    init() { GTKTest.prepare(animates: true) }

    private func leaflet(_ stack: NavigationScreen<Widget>) throws -> Leaflet {
      try #require(stack.view.children.last as? Leaflet)
    }

    @Test func theToolkitGoesBackAndTheContainerFollows() async throws {
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("Catalogue"), scenario.screen("Emma"))
        let stack = NavigationScreen(root: a, stage: LeafletStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        #expect(await stack.push(b).outcome == .completed)
        let leaflet = try leaflet(stack)
        #expect(isInPlace(b, in: leaflet))
        try await window.view.nextFrames(2)
        await keepPicture("leaflet", of: window.view)
        scenario.recorder.contents = [.appearance, .flags]
        scenario.recorder.clear()
        #expect(leaflet.navigateBack())
        #expect(a.appearance == .appearing, "The container has begun to follow.")
        #expect(stack.screens.count == 2, "Nothing is decided.")
        try await window.view.nextFrames(4)
        await keepPicture("leaflet-back", of: window.view)
        #expect(await GTKTest.until { a.appearance == .visible })
        #expect(stack.screens.count == 1 && isInPlace(a, in: leaflet))
        #expect(
          scenario.recorder.lines == [
            "Emma.willDisappear(leaving)", "Catalogue.willAppear",
            "Emma.didDisappear(leaving)", "Catalogue.didAppear",
          ])
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func aScreenRefusesAndTheToolkitIsPutBack() async throws {
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: LeafletStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        _ = await stack.push(b).outcome
        b.mayLeave = false
        let leaflet = try leaflet(stack)
        leaflet.navigateBack()
        #expect(await GTKTest.until { !leaflet.isAnimating && isInPlace(b, in: leaflet) })
        try await window.view.nextFrames(3)
        #expect(b.attempts == 1 && stack.topScreen === b && isInPlace(b, in: leaflet))
        b.mayLeave = true
        leaflet.navigateBack()
        #expect(await GTKTest.until { stack.screens.count == 1 && a.appearance == .visible })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func theToolkitIsAheadOfABusyContainer() async throws {
      let scenario = Scenario()
      do {
        let (a, b, cover) = (
          scenario.screen("A"), scenario.screen("B"), scenario.screen("Cover")
        )
        let stack = NavigationScreen(root: a, stage: LeafletStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        _ = await stack.push(b).outcome
        let leaflet = try leaflet(stack)
        let presenting = stack.present(cover, as: .full)
        leaflet.navigateBack()
        #expect(await presenting.outcome == .completed)
        #expect(await GTKTest.until { stack.screens.count == 1 })
        _ = await cover.dismiss(animated: false).outcome
        try await window.view.nextFrames(2)
        #expect(isInPlace(a, in: leaflet))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func fastClicksWithTheButtonAndTheKey() async throws {
      let scenario = Scenario()
      do {
        let screens = ["A", "B", "C", "D"].map(scenario.screen)
        let stack = NavigationScreen(
          root: screens[0], stage: LeafletStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        for screen in screens.dropFirst() { _ = await stack.push(screen, animated: false).outcome }
        let leaflet = try leaflet(stack)
        let back = try backButton(of: stack)
        back.click()
        leaflet.navigateBack()
        back.click()
        try await window.view.nextFrames(2)
        back.click()
        #expect(
          await GTKTest.until {
            screens.allSatisfy { [.visible, .gone].contains($0.appearance) }
              && !leaflet.isAnimating && isInPlace(stack.topScreen, in: leaflet)
          })
        #expect(stack.screens.count <= 2, "At least two of the clicks were pops.")
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    /// The leaflet is told to reverse by the test, as the user does who catches an animation.
    @Test func theUserCatchesAPopAndCannotUndoIt() async throws {
      let scenario = Scenario()
      do {
        let screens = ["A", "B", "C"].map(scenario.screen)
        let stack = NavigationScreen(
          root: screens[0], stage: LeafletStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        for screen in screens.dropFirst() { _ = await stack.push(screen, animated: false).outcome }
        try await window.view.nextFrames(2)
        let leaflet = try leaflet(stack)
        let top = try #require(leaflet.shown)
        let pop = stack.pop()
        try await window.view.nextFrames(2)
        // On a slow machine, it has ended, and its screen is gone.
        if !pop.isOver { leaflet.show(top, animated: true) }
        #expect(await pop.outcome == .completed)
        #expect(await GTKTest.until { !leaflet.isAnimating && isInPlace(screens[1], in: leaflet) })
        try await window.view.nextFrames(3)
        #expect(stack.screens.count == 2 && isInPlace(screens[1], in: leaflet))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func theUserCatchesAPushAndGoesBack() async throws {
      let scenario = Scenario()
      do {
        let screens = ["A", "B", "C"].map(scenario.screen)
        let stack = NavigationScreen(
          root: screens[0], stage: LeafletStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        _ = await stack.push(screens[1], animated: false).outcome
        try await window.view.nextFrames(2)
        let leaflet = try leaflet(stack)
        let push = stack.push(screens[2])
        try await window.view.nextFrames(2)
        leaflet.navigateBack()
        #expect(await push.outcome == .completed)
        #expect(await GTKTest.until { stack.screens.count == 2 && !leaflet.isAnimating })
        try await window.view.nextFrames(3)
        #expect(stack.topScreen === screens[1] && isInPlace(screens[1], in: leaflet))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func settlingInTheMiddleOfTheToolkitsMove() async throws {
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: LeafletStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        _ = await stack.push(b).outcome
        let leaflet = try leaflet(stack)
        leaflet.navigateBack()
        try await window.view.nextFrames(2)
        let isMoving = leaflet.isAnimating
        stack.settle()
        if isMoving { #expect(stack.screens.count == 2 && b.appearance == .visible) }
        // The toolkit arrives nevertheless, and the container follows in one step.
        #expect(await GTKTest.until { stack.screens.count == 1 && isInPlace(a, in: leaflet) })
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func settlingInTheMiddleOfAPush() async throws {
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: LeafletStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        let push = stack.push(b)
        try await window.view.nextFrames(2)
        stack.settle()
        #expect(push.isOver)
        let leaflet = try leaflet(stack)
        #expect(!leaflet.isAnimating)
        try await window.view.nextFrames(2)
        #expect(isInPlace(b, in: leaflet))
        _ = await stack.setScreens([b, a]).outcome
        try await window.view.nextFrames(2)
        #expect(isInPlace(a, in: leaflet))
        window.close()
      }
      await scenario.expectCleanEnd()
    }

    @Test func theViewBelowIsLoadedWhenTheUserGoesBack() async throws {
      let scenario = Scenario()
      do {
        let (a, b) = (scenario.screen("A"), scenario.screen("B"))
        let stack = NavigationScreen(root: a, stage: LeafletStage(), in: scenario.application)
        let window = try await scenario.window(stack)
        _ = await stack.push(b).outcome
        try a.unloadView()
        let leaflet = try leaflet(stack)
        #expect(leaflet.navigateBack())
        #expect(a.isViewLoaded)
        #expect(await GTKTest.until { a.appearance == .visible && isInPlace(a, in: leaflet) })
        window.close()
      }
      await scenario.expectCleanEnd()
    }
  }
}
#endif

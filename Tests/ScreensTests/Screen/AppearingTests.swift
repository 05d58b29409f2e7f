import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct AppearingTests {
  let application = ScreenApplication()
  let diary = Diary()

  private func page(_ label: String) -> DiaryScreen {
    DiaryScreen(label, diary, in: application)
  }

  private func shelf(_ label: String, _ contents: [AnyScreen]) -> ShelfScreen {
    ShelfScreen(label, diary, contents, in: application)
  }

  @Test
  func outerScreensReceiveWillFirstAndInnerScreensDidFirst() {
    let (a, b) = (page("A"), page("B"))
    let outer = shelf("Outer", [shelf("Inner", [a]), b])
    outer.appearInWindow()
    let first = [
      "Outer.loadView", "Outer.viewDidLoad", "Outer.willAppear",
      "Inner.loadView", "Inner.viewDidLoad", "Inner.willAppear",
      "A.loadView", "A.viewDidLoad", "A.willAppear",
      "B.loadView", "B.viewDidLoad", "B.willAppear",
      "A.didAppear", "Inner.didAppear", "B.didAppear", "Outer.didAppear",
      "Outer.becomes", "B.becomes",
    ]
    #expect(diary.take() == first)
    outer.disappearFromWindow()
    let last = [
      "B.resigns", "Outer.resigns",
      "Outer.willDisappear", "Inner.willDisappear", "A.willDisappear", "B.willDisappear",
      "A.didDisappear", "Inner.didDisappear", "B.didDisappear", "Outer.didDisappear",
    ]
    #expect(diary.take() == last)
  }

  /// A case found by the exploration tests: a screen that has appeared reads which screen is
  /// foreground before its container has been notified.
  @Test
  func aContainerIsNotVisibleBeforeItIsNotified() {
    let a = page("A")
    let outer = shelf("Outer", [a])
    a.reactions["didAppear"] = { [unowned a, unowned outer] in
      a.updateForeground()
      #expect(a.appearance == .visible)
      #expect(outer.appearance == .appearing)
      #expect(!a.isForeground && !outer.isForeground)
    }
    a.reactions["didDisappear"] = { [unowned outer] in
      #expect(outer.appearance == .disappearing)
    }
    outer.appearInWindow()
    let last = ["A.didAppear", "Outer.didAppear", "Outer.becomes", "A.becomes"]
    #expect(diary.take().suffix(4) == last)
    outer.disappearFromWindow()
  }

  @Test
  func onlyShownChildrenAppear() {
    let (a, b) = (page("A"), page("B"))
    let outer = shelf("Outer", [a, b])
    outer.shown = [b]
    outer.appearInWindow()
    #expect(a.appearance == .gone)
    #expect(!a.isViewLoaded)
    #expect(b.appearance == .visible)
  }

  @Test
  func aCancelledTransitionIsLegalInBothDirections() {
    let a = page("A")
    a.deliver([.willAppear, .willDisappear, .didDisappear])
    #expect(a.appearance == .gone)
    a.appearInWindow()
    a.deliver([.willDisappear, .willAppear, .didAppear])
    #expect(a.appearance == .visible)
    #expect(a.isForeground)
  }

  @Test
  func childrenNeitherEnterNorLeaveWithTheirContainer() {
    let a = page("A")
    let outer = shelf("Outer", [a])
    var contexts: [ScreenID: [TransitionContext]] = [:]
    let observation = application.observe { event in
      switch event.kind {
      case .willAppear(let context), .didAppear(let context), .willDisappear(let context),
        .didDisappear(let context):
        contexts[event.screen, default: []].append(context)
      default: break
      }
    }
    defer { observation.cancel() }
    var context = TransitionContext(.push, direction: .forward, isAnimated: true, isEntering: true)
    outer.deliver(.willAppear, context)
    outer.deliver(.didAppear, context)
    context.isEntering = false
    context.isLeaving = true
    outer.deliver(.willDisappear, context)
    let of = contexts[outer.id] ?? []
    #expect(of.map(\.isEntering) == [true, true, false])
    #expect(of.map(\.isLeaving) == [false, false, true])
    let inner = contexts[a.id] ?? []
    #expect(inner.count == 3)
    for context in inner {
      #expect(context == TransitionContext(.push, direction: .forward, isAnimated: true))
    }
  }

  @Test
  func theTimeWhileHiddenIsMeasured() {
    let a = page("A")
    #expect(a.goneSince == nil)
    a.appearInWindow()
    #expect(a.goneSince == nil)
    a.disappearFromWindow()
    #expect(a.goneSince != nil)
    a.deliver([.willAppear])
    #expect(a.goneSince == nil)
  }

  #if DEBUG
  @Test
  func anIllegalStepTraps() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { @MainActor in
      let page = DiaryScreen("Page", Diary(), in: ScreenApplication())
      page.appearInWindow()
      page.deliver(.didDisappear, TransitionContext(.window))
    }
    #expect(
      try #require(result).standardErrorText.contains(
        "Page cannot take the step didDisappear: it is visible, its view present."))
  }
  #else
  @Test
  func anIllegalStepIsIgnoredAndReported() {
    let page = page("Page")
    page.appearInWindow()
    _ = diary.take()
    var events: [ScreenEvent.Kind] = []
    let observation = application.observe { events.append($0.kind) }
    page.deliver(.didDisappear, TransitionContext(.window))
    observation.cancel()
    #expect(diary.take() == [])
    #expect(page.appearance == .visible)
    #expect(events == [.refusedStep(.didDisappear, at: .visible)])
  }
  #endif
}

import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ScreenHostTests {
  let application = ScreenApplication()
  let diary = Diary()
  let context = TransitionContext(.host)

  private func host(_ label: String) -> ScreenHost {
    ScreenHost(DiaryScreen(label, diary, in: application))
  }

  private func send(_ step: ScreenAppearance.Step, to host: ScreenHost) {
    switch step {
    case .willAppear: host.willAppear(context)
    case .didAppear: host.didAppear(context)
    case .willDisappear: host.willDisappear(context)
    case .didDisappear: host.didDisappear(context)
    }
  }

  // MARK: UIKit's orders

  /// One row of UIKit's known behaviour: A is covered, B is new.
  struct Row: Sendable, CustomTestStringConvertible {
    let name: String
    let steps: String
    /// Whether A was visible before.
    var startsWithA = true
    var startsWithB = false

    var testDescription: String { name }
  }

  /// UIKit's steps: w, d, A, D for will, did, appear, disappear.
  nonisolated static let rows = [
    Row(name: "push", steps: "A.wD B.wA A.dD B.dA"),
    Row(name: "pop", steps: "B.wD A.wA B.dD A.dA", startsWithA: false, startsWithB: true),
    Row(
      name: "interactive pop, cancelled", steps: "B.wD A.wA A.wD A.dD B.wA B.dA",
      startsWithA: false, startsWithB: true),
    Row(name: "tab, first time", steps: "B.wA A.wD A.dD B.dA"),
    Row(name: "page scroll", steps: "B.wA A.wD B.dA A.dD"),
    Row(name: "page scroll, cancelled", steps: "B.wA A.wD A.wA A.dA B.wD B.dD"),
    Row(name: "page curl", steps: "B.wA A.wD A.dD B.dA"),
    Row(name: "page curl, cancelled", steps: "B.wA A.wD B.wD A.wA B.dD A.dA"),
    Row(name: "full screen", steps: "A.wD B.wA B.dA A.dD"),
    Row(
      name: "full screen, dismissed", steps: "B.wD A.wA A.dA B.dD", startsWithA: false,
      startsWithB: true),
    Row(name: "sheet", steps: "B.wA B.dA"),
    Row(name: "sheet, swipe cancelled", steps: "B.wD B.wA B.dA", startsWithB: true),
    Row(name: "sheet, dismissed", steps: "B.wD B.dD", startsWithB: true),
  ]

  @Test(arguments: rows)
  func passesUIKitsStepsOn(_ row: Row) {
    let hosts = ["A": host("A"), "B": host("B")]
    if row.startsWithA { hosts["A"]?.screen.appearInWindow() }
    if row.startsWithB { hosts["B"]?.screen.appearInWindow() }
    let recorder = LifecycleRecorder(application, .appearance)
    let steps: [String: ScreenAppearance.Step] = [
      "wA": .willAppear, "dA": .didAppear, "wD": .willDisappear, "dD": .didDisappear,
    ]
    var expected: [String] = []
    for word in row.steps.split(separator: " ") {
      let parts = word.split(separator: ".").map(String.init)
      guard let host = hosts[parts[0]], let step = steps[parts[1]] else {
        Issue.record("\(word)")
        continue
      }
      send(step, to: host)
      expected.append("\(parts[0]).\(step)")
    }
    #expect(recorder.lines == expected)
    #expect(recorder.illegalSteps.isEmpty)
    for host in hosts.values {
      #expect([.gone, .visible].contains(host.screen.appearance))
      #expect(!host.isSuspending)
    }
  }

  // MARK: Violations by toolkits

  /// Every step at every appearance: a legal one is delivered, an illegal one is reported as an
  /// event.
  @Test(arguments: ScreenAppearance.Step.allCases)
  func illegalStepsAreReportedAndIgnored(_ step: ScreenAppearance.Step) {
    let ways: [[ScreenAppearance.Step]] = [
      [], [.willAppear], [.willAppear, .didAppear],
      [.willAppear, .didAppear, .willDisappear],
      [.willAppear, .didAppear, .willDisappear, .didDisappear],
    ]
    for way in ways {
      let host = host("Page")
      host.loadView()
      for step in way { send(step, to: host) }
      let before = host.screen.lifecycle
      _ = diary.take()
      var events: [ScreenEvent.Kind] = []
      let observation = application.observe { events.append($0.kind) }
      send(step, to: host)
      observation.cancel()
      if before.permits(step) {
        #expect(diary.take().contains("Page.\(step)"))
        #expect(host.screen.lifecycle != before)
      } else {
        #expect(diary.take() == [])
        #expect(events == [.refusedStep(step, at: before.appearance)])
        #expect(host.screen.lifecycle == before)
      }
    }
  }

  @Test
  func withoutAViewOnlyOneStepIsLegal() {
    let host = host("Page")
    for step in [ScreenAppearance.Step.didAppear, .willDisappear, .didDisappear] {
      send(step, to: host)
    }
    #expect(diary.take() == [])
    #expect(!host.screen.isViewLoaded)
    host.willAppear(context)
    #expect(diary.take() == ["Page.loadView", "Page.viewDidLoad", "Page.willAppear"])
  }

  @Test
  func hostsOneScreenOutsideContainers() async {
    await #expect(processExitsWith: .failure) { @MainActor in
      let page = DiaryScreen("Page", Diary(), in: ScreenApplication())
      let first = ScreenHost(page)
      let second = ScreenHost(page)
      withExtendedLifetime((first, second)) {}
    }
    await #expect(processExitsWith: .failure) { @MainActor in
      let application = ScreenApplication()
      let page = DiaryScreen("Page", Diary(), in: application)
      let shelf = ShelfScreen("Shelf", Diary(), [page], in: application)
      _ = ScreenHost(page)
      withExtendedLifetime(shelf) {}
    }
    var first: ScreenHost? = host("Page")
    let page = first?.screen
    first = nil
    if let page { _ = ScreenHost(page) }
  }

  // MARK: The foreground

  @Test
  func isForegroundInAnActivePlaceOfAnActiveWindow() {
    let host = host("Page")
    host.willAppear(context)
    host.didAppear(context)
    #expect(host.screen.isForeground)
    host.isActive = false
    host.isActive = false
    #expect(!host.screen.isForeground)
    host.isActive = true
    host.enterBackground()
    host.enterBackground()
    #expect(!host.screen.isForeground)
    #expect(host.screen.appearance == .visible)
    host.enterForeground()
    host.enterForeground()
    #expect(host.screen.isForeground)
    let lines = [
      "Page.becomes", "Page.resigns", "Page.becomes", "Page.resigns", "Page.background",
      "Page.foreground", "Page.becomes",
    ]
    #expect(diary.take().suffix(7) == lines)
  }

  @Test
  func appearsInTheBackgroundWithoutBecomingForeground() {
    let host = host("Page")
    host.enterBackground()
    host.willAppear(context)
    host.didAppear(context)
    #expect(!host.screen.isForeground)
    host.enterForeground()
    #expect(host.screen.isForeground)
  }

  // MARK: Calls from inside callbacks

  /// The toolkit removes the screen during a callback: all screens in it are notified of the first
  /// step before any is notified of the second.
  @Test
  func stepsFromInsideCallbacksWait() {
    let inner = DiaryScreen("Inner", diary, in: application)
    let shelf = ShelfScreen("Shelf", diary, [inner], in: application)
    let host = ScreenHost(shelf)
    let recorder = LifecycleRecorder(application, .appearance)
    shelf.reactions["willAppear"] = {
      host.willDisappear(self.context)
      host.didDisappear(self.context)
      #expect(shelf.appearance == .appearing)
    }
    host.willAppear(context)
    #expect(
      recorder.takeLines() == [
        "Shelf.willAppear", "Inner.willAppear", "Shelf.willDisappear", "Inner.willDisappear",
        "Inner.didDisappear", "Shelf.didDisappear",
      ])
    // The call that UIKit sends afterwards.
    host.didAppear(context)
    #expect(recorder.lines == [])
    #expect(shelf.appearance == .gone)
    #expect(recorder.illegalSteps.isEmpty)
  }

  /// UIKit's controller has the view before the screen asks the controller for it.
  @Test
  func aToolkitHasTheViewBeforeViewDidLoad() {
    let screen = NamedScreen("A")
    let host = ScreenHost(screen)
    var steps: [String] = []
    host.onViewMade = { steps.append(screen.viewIfLoaded == nil ? "no view" : "made") }
    screen.acts[.viewDidLoad] = { _ in steps.append("filled") }
    host.loadView()
    #expect(steps == ["made", "filled"])
  }

  /// The code that creates the view may make the toolkit show it.
  @Test(arguments: [NamedScreen.Moment.loadView, .viewDidLoad])
  func stepsFromInsideLoadViewFollowOnceTheViewExists(_ moment: NamedScreen.Moment) {
    let recorder = LifecycleRecorder(application)
    let screen = NamedScreen("A", in: application)
    let host = ScreenHost(screen)
    screen.acts[moment] = { screen in
      host.willAppear(self.context)
      host.didAppear(self.context)
      #expect(screen.appearance == .gone)
    }
    host.loadView()
    #expect(
      recorder.takeLines() == ["A.loadView", "A.viewDidLoad", "A.willAppear", "A.didAppear"])
    #expect(recorder.illegalSteps.isEmpty)
  }
}

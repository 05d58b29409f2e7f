import StagecraftTestKit
import Synchronization
import Testing

@testable import StagecraftScreens

@MainActor
@Suite("A view that outlives its unloading", .timeLimit(.minutes(3)))
struct LeakProbeTests {
  let clock = ManualClock()
  let application: ScreenApplication

  init() { application = ScreenApplication(clock: clock) }

  /// The leaks reported one second after another turn of the main actor.
  private func leaks(
    _ body: () throws -> Void, meanwhile: () -> Void = {}
  ) async throws -> [ScreenEvent.ViewLeak] {
    let log = EventLog(application)
    try body()
    await mainActorTurn()
    await mainActorTurn()
    guard log.leaks.isEmpty, application.unloader.isLookingForLeaks else { return log.leaks }
    try await clock.nextSleep()
    meanwhile()
    clock.advance(by: Unloader.leakCheckDelay)
    while application.unloader.isLookingForLeaks { await mainActorTurn() }
    return log.leaks
  }

  private func mainActorTurn() async { await Task { @MainActor in }.value }

  /// For example a task that continues one turn later, or an animation that fades the view out.
  @Test("is not reported if it is released within a second")
  func releasedInTime() async throws {
    let page = HoarderScreen("page", in: application)
    page.cachedMap = page.view
    let reported = try await leaks {
      try page.unloadView()
    } meanwhile: {
      page.cachedMap = nil
    }
    #expect(reported.isEmpty)
  }

  @Test("is reported if loadView() returns it again")
  func returnedAgain() throws {
    final class Saving: Screen<Pane> {
      let pane = Pane()
      var makesNew = false
      override func loadView() -> Pane { makesNew ? Pane() : pane }
    }
    let page = Saving(in: application)
    var count = 0
    let observation = application.observe { if $0.kind == .reusedView { count += 1 } }
    page.loadViewIfNeeded()
    try page.unloadView()
    page.loadViewIfNeeded()
    #expect(count == 1)
    page.makesNew = true
    try page.unloadView()
    page.loadViewIfNeeded()
    #expect(count == 1)
    withExtendedLifetime(observation) {}
  }

  @Test("is reported if a property retains it")
  func retained() async throws {
    let page = HoarderScreen("page", in: application)
    page.cachedMap = page.view
    let leaks = try await leaks { try page.unloadView() }
    #expect(leaks == [ScreenEvent.ViewLeak(viewType: "Pane")])
    #expect(
      leaks.map(\.description) == [
        "Pane was unloaded but is still alive: check properties, closures, globals and the toolkit."
      ])
  }

  @Test("is reported together with others")
  func several() async throws {
    let pages = (0..<3).map { HoarderScreen("page \($0)", in: application) }
    for page in pages { page.cachedMap = page.view }
    let leaks = try await leaks { for page in pages { try page.unloadView() } }
    #expect(leaks == pages.map { _ in ScreenEvent.ViewLeak(viewType: "Pane") })
  }

  @Test("is not reported if it is released")
  func noLeak() async throws {
    let page = HoarderScreen("page", in: application)
    page.loadViewIfNeeded()
    #expect(try await leaks { try page.unloadView() }.isEmpty)
  }

  @Test("is not reported if it was retained only temporarily")
  func retainedForATurn() async throws {
    let page = HoarderScreen("page", in: application)
    let reported = try await leaks {
      let view = page.view
      try page.unloadView()
      view.text = "still retained"
    }
    #expect(reported.isEmpty)
  }

  @Test("is not reported if the screen releases it in viewDidUnload")
  func releasedInViewDidUnload() async throws {
    let page = HoarderScreen("page", in: application)
    page.cachedMap = page.view
    page.onDidUnload = { page in (page as? HoarderScreen)?.cachedMap = nil }
    #expect(try await leaks { try page.unloadView() }.isEmpty)
  }

  @Test("can be reported by an adapter, for a screen that may be gone")
  func reportedByAnAdapter() {
    let log = EventLog(application)
    let screen = TextScreen("branch", in: application)
    let leak = ScreenEvent.ViewLeak(viewType: "GtkBox", holders: ["a stage"])
    application.report(leak: leak, of: screen.id, named: "branch")
    #expect(log.leaks == [leak])
    #expect(log.events.first?.screen == screen.id && log.events.first?.name == "branch")
    #expect("\(leak)" == "GtkBox was unloaded but is retained by a stage.")
  }

  @Test("is not reported without an observer, and retains nothing")
  func withoutAnObserver() async throws {
    var page: HoarderScreen? = HoarderScreen("page", in: application)
    let view = page?.view
    weak let gone = page
    try page?.unloadView()
    page = nil
    await Task { @MainActor in }.value
    #expect(gone == nil)
    #expect(view?.text == "initial")
  }

  @Test("may belong to a released application")
  func applicationReleased() async throws {
    var application: ScreenApplication? = ScreenApplication(clock: ManualClock())
    var page: HoarderScreen? = HoarderScreen("page", in: application!)
    let view = page?.view
    weak let gone = application
    try page?.unloadView()
    page = nil
    application = nil
    #expect(gone == nil)
    await Task { @MainActor in }.value
    #expect(view?.text == "initial")
  }
}

/// A screen that retains its view.
private final class HoarderScreen: TextScreen {
  var cachedMap: Pane?
}

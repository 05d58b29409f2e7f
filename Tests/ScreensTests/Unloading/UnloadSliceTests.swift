import StagecraftMemory
import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// The pass of a monitor lets other work of the main actor run, and notices what that has changed.
@MainActor
@Suite("A pass in slices", .timeLimit(.minutes(3)))
struct UnloadSliceTests {
  let library = Library(6, bytes: 10)
  let reference: WeakApplicationReference
  private let log = Log()

  final class Log {
    var lines: [String] = []
  }

  init() {
    library.shelf.isNextLikely = false
    reference = WeakApplicationReference(library.application)
    for page in library.pages {
      page.onDidUnload = { [log, clock = library.clock] page in
        log.lines.append(page.label)
        clock.advance(by: .milliseconds(2))
      }
    }
  }

  /// Executes `body` in the pause after the view of page 5, the first, was unloaded, which takes a
  /// whole slice.
  private func inThePause(_ body: @escaping @MainActor () -> Void) {
    library.pages[5].onDidUnload = { [log, clock = library.clock] page in
      log.lines.append(page.label)
      clock.advance(by: WeakApplicationReference.slice)
      Task { @MainActor in
        log.lines.append("other work")
        body()
      }
    }
  }

  private func pass(_ level: PressureLevel) async -> Int {
    await reference.unloadViews(ReleaseRequest(level: level))
  }

  @Test("lets other work run after each slice of four milliseconds")
  func otherWork() async {
    #expect(WeakApplicationReference.slice == .milliseconds(4))
    Task { @MainActor [log] in log.lines.append("other work") }
    #expect(await pass(.critical) == 50)
    #expect(log.lines == ["page 5", "page 4", "other work", "page 3", "page 2", "page 1"])
  }

  @Test("keeps what was shown in a pause")
  func shown() async {
    inThePause { library.shelf.select(3) }
    #expect(await pass(.critical) == 40)
    #expect(log.lines == ["page 5", "other work", "page 4", "page 2", "page 1"])
    #expect(library.loaded == [0, 3], "Page 0 was visible when the pass began.")
    #expect(library.pages[3].view.text == "the user's page 3")
  }

  @Test("keeps what was shown and hidden in a pause, unless pressure is critical")
  func shownAndHidden() async {
    inThePause {
      library.shelf.select(3)
      library.shelf.select(0)
    }
    let events = EventLog(library.application)
    #expect(await pass(.high) == 40)
    #expect(library.loaded == [0, 3])
    #expect(events.refusals.map(\.0) == ["page 3"])
    #expect(events.refusals.map(\.1) == [.isRecent])
  }

  @Test("unloads at critical pressure what was shown and hidden in a pause")
  func shownAndHiddenAtCriticalPressure() async {
    inThePause {
      library.shelf.select(3)
      library.shelf.select(0)
    }
    #expect(await pass(.critical) == 50)
    #expect(library.loaded == [0])
  }

  @Test("keeps what has become a neighbour in a pause")
  func neighbours() async {
    library.shelf.isNextLikely = true
    library.application.recentPeriod = .zero
    inThePause { library.shelf.select(3) }
    #expect(await pass(.high) == 10)
    #expect(log.lines == ["page 5", "other work"])
    #expect(library.loaded == [0, 1, 2, 3, 4], "Page 1 was a neighbour when the pass began.")
  }

  @Test("keeps what has got the policy never, or was held, in a pause")
  func reasons() async {
    var hold: AnyScreen.Hold?
    inThePause {
      library.pages[4].policy = .never
      hold = library.pages[2].hold("text being edited")
    }
    let events = EventLog(library.application)
    #expect(await pass(.critical) == 30)
    #expect(library.loaded == [0, 2, 4])
    #expect(events.refusals.map(\.1) == [.isNeverUnloaded, .isHeld(["text being edited"])])
    hold?.release()
  }

  @Test("unloads others instead of what stays, as many as needed")
  func target() async {
    inThePause { library.shelf.select(4) }
    let released = await reference.unloadViews(ReleaseRequest(level: .critical, target: 20))
    #expect(released == 20)
    #expect(library.loaded == [0, 1, 2, 4])
  }

  @Test("skips what was unloaded, or released with its screen, in a pause")
  func unloadedMeanwhile() async {
    inThePause { library.application.unloadHiddenViews() }
    #expect(await pass(.critical) == 10)
    #expect(log.lines == ["page 5", "other work", "page 4", "page 3", "page 2", "page 1"])
  }

  @Test("ends early if the monitor has continued without it")
  func cancelled() async {
    let task = Task { @MainActor in await pass(.critical) }
    inThePause { task.cancel() }
    #expect(await task.value == 30)
    #expect(library.loaded == [0, 1, 2], "It is noticed at the end of the second slice.")
  }

  @Test("drops heavy resources in slices too")
  func resources() async {
    let maps = library.pages.map { page in
      HeavyResource(
        of: page, "map", bytes: 1, make: { _ in Pane() },
        willDrop: { [log, clock = library.clock] page, _ in
          log.lines.append("map of \(page.label)")
          clock.advance(by: .milliseconds(2))
        })
    }
    for map in maps { map.makeIfNeeded() }
    library.clock.advance(by: .seconds(60))
    Task { @MainActor [log] in log.lines.append("other work") }
    #expect(await reference.dropResources(ReleaseRequest(level: .elevated)) == 5)
    #expect(log.lines[2] == "other work")
    #expect(log.lines.count == 6 && maps[0].isMade)
  }

  @Test("is not sliced when it is called directly")
  func direct() {
    Task { @MainActor [log] in log.lines.append("other work") }
    library.application.unloadHiddenViews()
    #expect(log.lines == ["page 5", "page 4", "page 3", "page 2", "page 1"])
  }
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct UnloadSliceLifetimeTests {
  @Test func aPassDoesNotRetainItsApplicationInAPause() async {
    let clock = ManualClock()
    var application: ScreenApplication? = ScreenApplication(clock: clock)
    weak let gone = application
    var pages = (0..<3).map { TextScreen("page \($0)", in: application!) }
    for page in pages {
      page.bytes = 10
      page.loadViewIfNeeded()
      page.onDidUnload = { _ in clock.advance(by: .seconds(1)) }
    }
    let reference = WeakApplicationReference(application!)
    Task { @MainActor in
      pages = []
      application = nil
    }
    let released = await reference.unloadViews(ReleaseRequest(level: .critical))
    #expect(gone == nil)
    #expect(released == 10)
  }
}

import StageFloor
import TestSupport
import Testing

@testable import StagecraftScreens

/// Nothing outlives its screen, and objects of the main actor are released there, no matter where
/// the screen's last reference is dropped.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ScreenLifetimeTests {
  /// Records where views were released.
  final class ReleaseLog: Sendable {
    let tracker = LifetimeTracker()
    private let (ends, source) = AsyncStream<Bool>.makeStream()

    func reportEnd(onMainActor: Bool) { source.yield(onMainActor) }

    /// Waits until that many were released.
    ///
    /// - Returns: Whether each of them was released on the main actor.
    func waitFor(_ count: Int) async -> [Bool] {
      var all: [Bool] = []
      for await end in ends {
        all.append(end)
        if all.count == count { break }
      }
      return all
    }
  }

  final class TrackedView {
    private let releases: ReleaseLog
    private let life: Tracked

    init(_ releases: ReleaseLog) {
      self.releases = releases
      life = releases.tracker.make()
    }

    deinit { releases.reportEnd(onMainActor: MainActor.isCurrent) }
  }

  final class Page: Screen<TrackedView> {
    let releases: ReleaseLog
    @ViewBound var part: TrackedView
    @ViewBound var other: TrackedView?
    @ViewBound var parts: [TrackedView] = []
    private let life: Tracked

    init(_ releases: ReleaseLog, in application: ScreenApplication) {
      self.releases = releases
      life = releases.tracker.make()
      super.init(in: application)
    }

    override func loadView() -> TrackedView { TrackedView(releases) }

    override func viewDidLoad() {
      part = TrackedView(releases)
      other = TrackedView(releases)
      parts.append(TrackedView(releases))
    }
  }

  @Test
  func aHostRetainsItsScreenUntilItIsReleased() {
    let releases = ReleaseLog()
    var host: ScreenHost? = ScreenHost(Page(releases, in: ScreenApplication()))
    host?.willAppear(TransitionContext(.host))
    host?.didAppear(TransitionContext(.host))
    #expect(releases.tracker.alive == 5)
    host = nil
    #expect(releases.tracker.alive == 0)
  }

  @Test
  func aScreenIsReleasedOnTheMainActorAtOnce() {
    let releases = ReleaseLog()
    let application = ScreenApplication()
    do {
      let page = Page(releases, in: application)
      page.loadViewIfNeeded()
      #expect(releases.tracker.alive == 5)
    }
    #expect(releases.tracker.alive == 0)
    #expect(application.liveScreens.isEmpty)
  }

  /// The last reference is dropped on another thread: the screen is destroyed there, its view on
  /// the main actor.
  @Test
  func theViewIsReleasedOnTheMainActor() async throws {
    let releases = ReleaseLog()
    let application = ScreenApplication()
    for _ in 0..<20 {
      let parcel = parcel(releases, in: application)
      try await onThread {
        #expect(!MainActor.isCurrent)
        parcel.drop()
      }
    }
    let ends = await releases.waitFor(80)
    #expect(ends.count == 80)
    #expect(!ends.contains(false))
    await releases.tracker.allEnded()
    #expect(application.liveScreens.isEmpty)
  }

  /// A screen to be dropped on another thread.
  final class Parcel: @unchecked Sendable {  // guard: one thread at a time owns it
    private var screen: AnyScreen?

    @MainActor init(_ screen: AnyScreen) { self.screen = screen }

    func drop() { screen = nil }
  }

  private func parcel(_ releases: ReleaseLog, in application: ScreenApplication) -> Parcel {
    let page = Page(releases, in: application)
    page.loadViewIfNeeded()
    return Parcel(page)
  }

  /// Screens are looked up on the main actor while they are destroyed on another thread.
  @Test
  func lookupNeverReturnsAScreenBeingDestroyed() async throws {
    let releases = ReleaseLog()
    let application = ScreenApplication()
    application.warningPolicy = .heavyOnly
    for _ in 0..<50 {
      let parcels = (0..<8).map { _ in parcel(releases, in: application) }
      async let dropped: Void = onThread { for parcel in parcels { parcel.drop() } }
      for _ in 0..<8 {
        for screen in application.liveScreens { #expect(screen.isViewLoaded) }
        application.receiveMemoryWarning()
      }
      try await dropped
    }
    await releases.tracker.allEnded()
    #expect(application.liveScreens.isEmpty)
  }

  /// Tokens that are destroyed on another thread end their holds and observations shortly
  /// afterwards.
  @Test
  func tokensReleasedOnAnotherThread() async throws {
    let tracker = LifetimeTracker()
    let application = ScreenApplication()
    let page = DiaryScreen("Page", Diary(), in: application)
    let tokens = tokens(page, tracker)
    #expect(page.holdReasons == ["alert"])
    #expect(application.isObserved)
    try await onThread { tokens.drop() }
    // The hold is released first, and ends first.
    await tracker.allEnded()
    #expect(!application.isObserved)
    #expect(page.holdReasons.isEmpty)
  }

  private func tokens(_ page: DiaryScreen, _ tracker: LifetimeTracker) -> Tokens {
    let life = tracker.make()
    return Tokens(
      hold: page.hold("alert"),
      observation: page.application.observe { _ in _ = life.number })
  }

  final class Tokens: @unchecked Sendable {  // guard: one thread at a time owns it
    private var hold: AnyScreen.Hold?
    private var observation: ObservationToken?

    init(hold: AnyScreen.Hold, observation: ObservationToken) {
      self.hold = hold
      self.observation = observation
    }

    func drop() {
      hold = nil
      observation = nil
    }
  }

  @Test
  func tokensRetainNoScreen() throws {
    try withLifetimeTracking { tracker in
      let releases = ReleaseLog()
      var page: Page? = Page(releases, in: ScreenApplication())
      page?.loadViewIfNeeded()
      let hold = page?.hold("alert")
      let life = tracker.make()
      let observation = page?.application.observe { _ in _ = life.number }
      page = nil
      #expect(releases.tracker.alive == 0)
      hold?.release()
      observation?.cancel()
    }
  }

  @Test
  func aCancelledObserverIsReleased() throws {
    try withLifetimeTracking { tracker in
      let application = ScreenApplication()
      var observation: ObservationToken?
      do {
        let life = tracker.make()
        observation = application.observe { _ in _ = life.number }
      }
      #expect(tracker.alive == 1)
      observation?.cancel()
      #expect(tracker.alive == 0)
      withExtendedLifetime(observation) {}
    }
  }
}

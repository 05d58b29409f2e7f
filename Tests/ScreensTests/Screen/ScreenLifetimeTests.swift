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
  final class Cemetery: Sendable {
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

  final class Urn {
    private let cemetery: Cemetery
    private let life: Tracked

    init(_ cemetery: Cemetery) {
      self.cemetery = cemetery
      life = cemetery.tracker.make()
    }

    deinit { cemetery.reportEnd(onMainActor: MainActor.isCurrent) }
  }

  final class Page: Screen<Urn> {
    let cemetery: Cemetery
    @ViewBound var part: Urn
    @ViewBound var other: Urn?
    @ViewBound var parts: [Urn] = []
    private let life: Tracked

    init(_ cemetery: Cemetery, in application: ScreenApplication) {
      self.cemetery = cemetery
      life = cemetery.tracker.make()
      super.init(in: application)
    }

    override func loadView() -> Urn { Urn(cemetery) }

    override func viewDidLoad() {
      part = Urn(cemetery)
      other = Urn(cemetery)
      parts.append(Urn(cemetery))
    }
  }

  @Test
  func aHostRetainsItsScreenUntilItIsReleased() {
    let cemetery = Cemetery()
    var host: ScreenHost? = ScreenHost(Page(cemetery, in: ScreenApplication()))
    host?.willAppear(TransitionContext(.host))
    host?.didAppear(TransitionContext(.host))
    #expect(cemetery.tracker.alive == 5)
    host = nil
    #expect(cemetery.tracker.alive == 0)
  }

  @Test
  func aScreenIsReleasedOnTheMainActorAtOnce() {
    let cemetery = Cemetery()
    let application = ScreenApplication()
    do {
      let page = Page(cemetery, in: application)
      page.loadViewIfNeeded()
      #expect(cemetery.tracker.alive == 5)
    }
    #expect(cemetery.tracker.alive == 0)
    #expect(application.liveScreens.isEmpty)
  }

  /// The last reference is dropped on another thread: the screen is destroyed there, its view on
  /// the main actor.
  @Test
  func theViewIsReleasedOnTheMainActor() async throws {
    let cemetery = Cemetery()
    let application = ScreenApplication()
    for _ in 0..<20 {
      let parcel = parcel(cemetery, in: application)
      try await onThread {
        #expect(!MainActor.isCurrent)
        parcel.drop()
      }
    }
    let ends = await cemetery.waitFor(80)
    #expect(ends.count == 80)
    #expect(!ends.contains(false))
    await cemetery.tracker.allEnded()
    #expect(application.liveScreens.isEmpty)
  }

  /// A screen to be dropped on another thread.
  final class Parcel: @unchecked Sendable {  // guard: one thread at a time owns it
    private var screen: AnyScreen?

    @MainActor init(_ screen: AnyScreen) { self.screen = screen }

    func drop() { screen = nil }
  }

  private func parcel(_ cemetery: Cemetery, in application: ScreenApplication) -> Parcel {
    let page = Page(cemetery, in: application)
    page.loadViewIfNeeded()
    return Parcel(page)
  }

  /// Screens are looked up on the main actor while they are destroyed on another thread.
  @Test
  func aScreenReleasedElsewhereWhileItIsLookedUp() async throws {
    let cemetery = Cemetery()
    let application = ScreenApplication()
    application.warningPolicy = .heavyOnly
    for _ in 0..<50 {
      let parcels = (0..<8).map { _ in parcel(cemetery, in: application) }
      async let dropped: Void = onThread { for parcel in parcels { parcel.drop() } }
      for _ in 0..<8 {
        for screen in application.liveScreens { #expect(screen.isViewLoaded) }
        application.receiveMemoryWarning()
      }
      try await dropped
    }
    await cemetery.tracker.allEnded()
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
    private var hold: ScreenHold?
    private var observation: ScreenObservation?

    init(hold: ScreenHold, observation: ScreenObservation) {
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
      let cemetery = Cemetery()
      var page: Page? = Page(cemetery, in: ScreenApplication())
      page?.loadViewIfNeeded()
      let hold = page?.hold("alert")
      let life = tracker.make()
      let observation = page?.application.observe { _ in _ = life.number }
      page = nil
      #expect(cemetery.tracker.alive == 0)
      hold?.release()
      observation?.cancel()
    }
  }

  @Test
  func aCancelledObserverIsReleased() throws {
    try withLifetimeTracking { tracker in
      let application = ScreenApplication()
      var observation: ScreenObservation?
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

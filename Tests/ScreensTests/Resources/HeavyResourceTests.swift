import StageFloor
import StagecraftMemory
import StagecraftPools
import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// A map that records what it shows.
@MainActor
private final class BranchMap {
  var region: String?
  var preparations = 0
  let life: Tracked?

  init(_ region: String? = nil, life: Tracked? = nil) {
    self.region = region
    self.life = life
  }
}

private struct NoMap: Error {}

/// A branch with a map as its heavy resource.
private final class BranchScreen: TextScreen {
  var made: [BranchMap] = []
  var notes: [String] = []
  var isOffline = false
  var tracker: LifetimeTracker?
  /// Called with each new map, before it is shown.
  var whileMaking: (BranchScreen) -> Void = { _ in }
  var whileDropping: (BranchScreen) -> Void = { _ in }
  var whileRemembering: (BranchScreen) -> Void = { _ in }

  lazy var map = HeavyResource(
    of: self, "map", bytes: 24,
    make: { (screen: BranchScreen, region: String?) throws -> BranchMap in
      if screen.isOffline { throw NoMap() }
      let map = BranchMap(region ?? "all of it", life: screen.tracker?.make())
      screen.notes.append("make \(region ?? "new")")
      screen.whileMaking(screen)
      return map
    },
    snapshot: { [weak self] map in
      if let self { self.whileRemembering(self) }
      return map.region
    },
    didMake: { screen, map in
      screen.notes.append("show \(map.region ?? "")")
    },
    willDrop: { screen, map in
      screen.notes.append("placeholder for \(map.region ?? "")")
      screen.whileDropping(screen)
    })

  override func viewDidLoad() {
    super.viewDidLoad()
    map.isWanted = true
  }

  override func viewWillAppear(_ context: TransitionContext) { notes.append("willAppear") }

  func takeNotes() -> [String] {
    defer { notes = [] }
    return notes
  }
}

@MainActor
@Suite("A heavy resource", .timeLimit(.minutes(3)))
struct HeavyResourceTests {
  private let clock = ManualClock()
  let application: ScreenApplication

  init() { application = ScreenApplication(clock: clock) }

  private func branch() -> BranchScreen { BranchScreen("branch", in: application) }

  @Test("is created when its screen is about to appear, and not before")
  func createdOnAppearing() {
    let screen = branch()
    screen.loadViewIfNeeded()
    #expect(!screen.map.isMade)
    screen.appear()
    #expect(screen.takeNotes() == ["make new", "show all of it", "willAppear"])
    #expect(screen.map.current?.region == "all of it")
    screen.disappear()
    screen.appear()
    #expect(screen.takeNotes() == ["willAppear"])
  }

  @Test("is created on request")
  func createdOnRequest() {
    let screen = branch()
    let map = screen.map.makeIfNeeded()
    #expect(map != nil && map === screen.map.current)
    #expect(screen.map.makeIfNeeded() === map)
    #expect(!screen.isViewLoaded)
  }

  @Test("is not created if it is not wanted")
  func notWanted() {
    let screen = branch()
    screen.onLoad = { screen in (screen as? BranchScreen)?.map.isWanted = false }
    screen.loadViewIfNeeded()
    screen.map.isWanted = false
    screen.appear()
    #expect(!screen.map.isMade)
  }

  @Test("is dropped before any view, and recreated as it was")
  func droppedAndRebuilt() {
    let screen = branch()
    screen.appear()
    screen.map.current?.region = "the harbour"
    screen.disappear()
    _ = screen.takeNotes()
    let report = application.dropHiddenResources()
    #expect(report.dropped == ["branch.map"])
    #expect(report.releasedBytes == 24)
    #expect(screen.takeNotes() == ["placeholder for the harbour"])
    #expect(screen.isViewLoaded && screen.map.current == nil)
    screen.appear()
    #expect(screen.takeNotes() == ["make the harbour", "show the harbour", "willAppear"])
  }

  @Test("is dropped with the view, and recreated with it")
  func droppedWithTheView() throws {
    let screen = branch()
    screen.bytes = 100
    screen.appear()
    screen.map.current?.region = "the harbour"
    screen.disappear()
    let log = EventLog(application)
    try screen.unloadView()
    #expect(
      log.events.map(\.kind) == [
        .savedState, .droppedResource("map", bytes: 24), .willUnload,
        .unloaded(bytes: 124, because: .byHand),
      ])
    _ = screen.takeNotes()
    screen.appear()
    #expect(screen.takeNotes() == ["make the harbour", "show the harbour", "willAppear"])
  }

  @Test("is never dropped automatically while it is visible, in a transition or held")
  func keptWhileNeeded() {
    let screen = branch()
    screen.appear()
    #expect(application.dropHiddenResources().entries.isEmpty)
    screen.disappear()
    let hold = screen.hold("a route being drawn")
    let held = application.dropHiddenResources()
    #expect(held.dropped.isEmpty)
    #expect(held.entries.map(\.outcome) == [.kept(.isHeld(["a route being drawn"]))])
    hold.release()
    screen.trees.machine.changeBusyCount(of: screen.slot, by: 1)
    #expect(
      application.dropHiddenResources().entries.map(\.outcome) == [.kept(.isInTransition)])
    screen.trees.machine.changeBusyCount(of: screen.slot, by: -1)
    #expect(screen.map.isMade)
    screen.policy = .never
    #expect(application.dropHiddenResources().dropped == ["branch.map"])
  }

  @Test("can be dropped by hand while it is visible")
  func droppedByHand() {
    let screen = branch()
    screen.appear()
    screen.map.current?.region = "the harbour"
    screen.map.drop()
    screen.map.drop()
    #expect(screen.map.current == nil)
    screen.disappear()
    screen.appear()
    #expect(screen.map.current?.region == "the harbour")
  }

  @Test("that cannot be created leaves its screen without one, and is tried again")
  func failure() {
    let screen = branch()
    let log = EventLog(application)
    screen.isOffline = true
    screen.appear()
    #expect(screen.appearance == .visible)
    #expect(screen.map.current == nil)
    #expect(screen.map.failure is NoMap)
    #expect(log.events.contains { $0.kind == .failedResource("map", because: "NoMap()") })
    screen.isOffline = false
    #expect(screen.map.makeIfNeeded() != nil)
    #expect(screen.map.failure == nil)
  }

  @Test("that cannot be recreated keeps its snapshot")
  func failureKeepsTheSnapshot() {
    let screen = branch()
    screen.appear()
    screen.map.current?.region = "the harbour"
    screen.map.drop()
    screen.isOffline = true
    #expect(screen.map.makeIfNeeded() == nil)
    screen.isOffline = false
    #expect(screen.map.makeIfNeeded()?.region == "the harbour")
  }

  @Test("that dies while it is visible is recreated at once, as it last was")
  func lostWhileVisible() {
    let screen = branch()
    screen.appear()
    screen.map.current?.region = "the harbour"
    screen.map.takeSnapshot()
    screen.map.current?.region = "never reported again"
    let log = EventLog(application)
    screen.map.markLost()
    #expect(screen.map.current?.region == "the harbour")
    #expect(log.events.map(\.kind) == [.lostResource("map"), .madeResource("map")])
  }

  @Test("that dies while its screen appears is recreated at once")
  func lostWhileAppearing() {
    let screen = branch()
    screen.deliver(.willAppear, TransitionContext(.host))
    screen.map.markLost()
    #expect(screen.map.isMade)
    screen.deliver(.willDisappear, TransitionContext(.host, outcome: .cancelled))
    screen.map.markLost()
    #expect(!screen.map.isMade)
    screen.deliver(.willAppear, TransitionContext(.host))
    #expect(screen.map.isMade)
    screen.deliver(.didAppear, TransitionContext(.host))
  }

  @Test("that dies while hidden is recreated when its screen next appears")
  func lostWhileHidden() {
    let screen = branch()
    screen.appear()
    screen.map.current?.region = "the harbour"
    screen.disappear()
    _ = screen.takeNotes()
    screen.map.markLost()
    screen.map.markLost()
    #expect(screen.takeNotes() == ["placeholder for the harbour"])
    #expect(screen.map.current == nil)
    screen.appear()
    #expect(screen.map.current?.region == "the harbour", "Its snapshot was taken.")
  }

  @Test("that dies repeatedly is not recreated forever")
  func lostAgainAndAgain() {
    let screen = branch()
    screen.whileMaking = { _ in }
    screen.appear()
    _ = screen.takeNotes()
    for _ in 0..<10 { screen.map.markLost() }
    #expect(screen.takeNotes().count { $0.hasPrefix("make") } == 3)
    #expect(screen.map.current == nil)
    screen.disappear()
    screen.appear()
    #expect(screen.map.isMade)
    screen.map.markLost()
    #expect(screen.map.isMade)
  }

  @Test("that dies each hour is recreated each time")
  func lostAfterLong() {
    let screen = branch()
    screen.appear()
    for _ in 0..<10 {
      clock.advance(by: .seconds(3600))
      screen.map.markLost()
      #expect(screen.map.isMade)
    }
    for _ in 0..<4 { screen.map.markLost() }
    #expect(!screen.map.isMade)
  }

  @Test("that dies while it is created does not exist")
  func lostDuringCreation() {
    let screen = branch()
    screen.whileMaking = { screen in
      screen.map.markLost()
      screen.map.markLost()
    }
    let log = EventLog(application)
    screen.appear()
    #expect(screen.map.current == nil)
    #expect(screen.takeNotes() == ["make new", "willAppear"])
    #expect(log.events.count { $0.kind == .lostResource("map") } == 1)
    screen.whileMaking = { _ in }
    #expect(screen.map.makeIfNeeded() != nil)
  }

  @Test("is not created twice if the closure that creates it requests it, or shows its screen")
  func reenteredCreation() {
    let screen = branch()
    var inner: [BranchMap?] = []
    screen.whileMaking = { screen in
      inner.append(screen.map.makeIfNeeded())
      screen.map.drop()
      screen.application.unloadHiddenViews()
    }
    screen.appear()
    #expect(inner.count == 1 && inner[0] == nil)
    #expect(screen.takeNotes() == ["make new", "show all of it", "willAppear"])
    #expect(screen.isViewLoaded)
  }

  @Test("can be requested while it is being dropped")
  func reenteredDropping() throws {
    let screen = branch()
    screen.appear()
    screen.disappear()
    let first = screen.map.current
    screen.whileDropping = { screen in
      screen.whileDropping = { _ in }
      screen.map.drop()
      screen.map.makeIfNeeded()
    }
    screen.map.drop()
    #expect(screen.map.current != nil && screen.map.current !== first)
  }

  @Test("that is dropped with the view is recreated if the screen is shown meanwhile")
  func shownWhileDropping() {
    let screen = branch()
    screen.appear()
    screen.map.current?.region = "the harbour"
    screen.disappear()
    screen.whileDropping = { screen in
      screen.whileDropping = { _ in }
      screen.appear()
    }
    #expect(screen.refusalByHand() == .wasShownMeanwhile)
    #expect(screen.appearance == .visible)
    #expect(screen.map.current?.region == "the harbour")
  }

  @Test("stays if its screen is shown, or held, while its snapshot is taken")
  func shownDuringTheSnapshot() {
    let screen = branch()
    screen.appear()
    screen.disappear()
    screen.whileRemembering = { screen in
      screen.whileRemembering = { _ in }
      screen.map.takeSnapshot()
      screen.appear()
    }
    let report = application.dropHiddenResources()
    #expect(report.dropped.isEmpty)
    #expect(report.entries.map(\.outcome) == [.kept(.isSeen)])
    #expect(screen.map.isMade)
  }

  @Test("may release its own screen while it is dropped")
  func releasesItsScreen() {
    var screens = [branch(), branch()]
    for screen in screens {
      screen.appear()
      screen.disappear()
    }
    screens[0].whileDropping = { _ in screens = [] }
    let report = application.dropHiddenResources()
    #expect(report.dropped == ["branch.map"])
    #expect(application.liveScreens.isEmpty)
  }

  @Test("that is released with its screen is no longer asked")
  func resourceGone() {
    let screen = TextScreen("screen", in: application)
    var map: HeavyResource<Pane>? = HeavyResource(of: screen, make: { _ in Pane() })
    map?.makeIfNeeded()
    #expect(map?.name == "Pane")
    #expect(application.dropHiddenResources(at: .high).dropped == ["screen.Pane"])
    map = nil
    #expect(application.dropHiddenResources().entries.isEmpty)
    screen.appear()
  }

  @Test("is recreated after a restart as it was saved")
  func savedWithItsScreen() {
    let screen = branch()
    screen.appear()
    screen.map.current?.region = "the harbour"
    var writer = ScreenStateWriter()
    screen.map.save(into: &writer, for: ScreenStateKey<String>("region"))
    screen.map.save(into: &writer, for: ScreenStateKey<Int>("number"))
    #expect(writer.state.values.count == 1)
    let reader = ScreenStateReader(writer.state)

    let other = branch()
    other.map.restore(from: reader, for: ScreenStateKey<String>("region"))
    #expect(other.map.makeIfNeeded()?.region == "the harbour")
    screen.map.current?.region = "the market"
    screen.map.drop()
    screen.map.restore(from: reader, for: ScreenStateKey<String>("region"))
    #expect(
      screen.map.makeIfNeeded()?.region == "the market", "Its snapshot is taken without a request.")
  }

  @Test("stays while a toolkit shows it without having reported that")
  func shownByAToolkit() {
    let screen = branch()
    let host = ScreenHost(screen)
    host.loadView()
    screen.map.makeIfNeeded()
    host.isShowingView = { true }
    #expect(application.dropHiddenResources().entries.map(\.outcome) == [.kept(.isSeen)])
    #expect(screen.refusalByHand() == .isSeen)
    host.isShowingView = nil
    #expect(application.dropHiddenResources().dropped == ["branch.map"])
  }

  @Test("that stays does not count: another one is dropped")
  func refusedForATarget() {
    let library = Library(5)
    var hold: AnyScreen.Hold?
    let maps = library.pages.map { page in
      HeavyResource(
        of: page, "map", bytes: 10, make: { (_: TextScreen, _: String?) in Pane() },
        snapshot: { [unowned page] _ -> String? in
          if page.label == "page 4" { hold = page.hold("a route being drawn") }
          return nil
        })
    }
    for map in maps { map.makeIfNeeded() }
    let report = library.application.dropHiddenResources(target: 10)
    #expect(report.dropped == ["page 3.map"])
    #expect(report.releasedBytes == 10)
    hold?.release()
  }

  @Test("of a neighbour is dropped before any view, but not first")
  func neighbours() {
    let library = Library(3)
    let maps = library.pages.map { HeavyResource(of: $0, "map", bytes: 5, make: { _ in Pane() }) }
    for map in maps { map.makeIfNeeded() }
    library.clock.advance(by: .seconds(60))
    let elevated = library.application.unloadHiddenViews(at: .elevated)
    #expect(elevated.dropped == ["page 2.map"])
    #expect(
      elevated.entries.contains { $0.name == "page 1" && $0.outcome == .kept(.isNeighbour) })
    let high = library.application.unloadHiddenViews(at: .high)
    #expect(high.dropped == ["page 1.map"])
    #expect(high.unloaded == ["page 2"])
    #expect(maps[0].isMade)
  }
}

@MainActor
@Suite("A heavy resource that is kept only while it is seen", .timeLimit(.minutes(3)))
struct SeenResourceTests {
  let application = ScreenApplication(clock: ManualClock())

  private func branch() -> BranchScreen {
    let screen = BranchScreen("branch", in: application)
    screen.map.keeps = .whileSeen
    screen.appear()
    screen.map.current?.region = "the harbour"
    _ = screen.takeNotes()
    return screen
  }

  @Test("is dropped as soon as the screen has disappeared, after its snapshot, and recreated")
  func dropped() {
    let screen = branch()
    screen.onDisappear = { screen in (screen as? BranchScreen)?.notes.append("didDisappear") }
    screen.whileRemembering = { $0.notes.append("snapshot") }
    let log = EventLog(application)
    screen.deliver(.willDisappear, TransitionContext(.host))
    #expect(screen.map.isMade)
    screen.deliver(.didDisappear, TransitionContext(.host))
    #expect(!screen.map.isMade && screen.isViewLoaded)
    #expect(screen.takeNotes() == ["didDisappear", "snapshot", "placeholder for the harbour"])
    #expect(log.events.last?.kind == .droppedResource("map", bytes: 24))
    screen.appear()
    #expect(screen.takeNotes() == ["make the harbour", "show the harbour", "willAppear"])
  }

  @Test("is kept by default")
  func policies() {
    let screen = BranchScreen("branch", in: application)
    #expect(screen.map.keeps == .automatic)
    screen.appear()
    screen.disappear()
    #expect(screen.map.isMade)
    screen.map.keeps = .whileSeen
    #expect(screen.map.isMade, "A change takes effect the next time.")
    screen.appear()
    screen.disappear()
    #expect(!screen.map.isMade)
  }

  @Test("is dropped in the middle of a transition, and if its appearing is cancelled")
  func inTransitions() {
    let screen = branch()
    screen.trees.machine.changeBusyCount(of: screen.slot, by: 1)
    screen.disappear()
    #expect(!screen.map.isMade)
    screen.deliver(.willAppear, TransitionContext(.host))
    #expect(screen.map.isMade)
    screen.disappear()
    #expect(!screen.map.isMade)
    screen.trees.machine.changeBusyCount(of: screen.slot, by: -1)
  }

  @Test("stays while the screen is held, or a toolkit shows it")
  func held() {
    let screen = branch()
    let hold = screen.hold("a route being drawn")
    screen.disappear()
    #expect(screen.map.isMade)
    #expect(
      application.dropHiddenResources().entries.map(\.outcome)
        == [.kept(.isHeld(["a route being drawn"]))])
    hold.release()
    #expect(application.dropHiddenResources().dropped == ["branch.map"])

    let host = ScreenHost(screen)
    screen.appear()
    host.isShowingView = { true }
    screen.disappear()
    #expect(screen.map.isMade)
  }

  @Test("stays if the screen is shown while the snapshot is taken")
  func shownDuringTheSnapshot() {
    let screen = branch()
    screen.whileRemembering = { screen in
      screen.whileRemembering = { _ in }
      screen.appear()
    }
    screen.disappear()
    #expect(screen.appearance == .visible && screen.map.isMade)
    screen.disappear()
    #expect(!screen.map.isMade)
  }

  @Test("keeps one resource alive at a time, or two in a transition")
  func oneAtATime() {
    let tracker = LifetimeTracker()
    let screens = (0..<5).map { BranchScreen("branch \($0)", in: application) }
    for screen in screens {
      screen.tracker = tracker
      screen.map.keeps = .whileSeen
    }
    let shelf = Shelf("shelf", screens, in: application)
    shelf.appear()
    for index in [1, 2, 3, 4, 0, 3] {
      for screen in screens { screen.whileMaking = { _ in #expect(tracker.alive <= 2) } }
      shelf.select(index)
      #expect(tracker.alive == 1)
    }
  }
}

@MainActor
@Suite("A heavy resource from a pool", .timeLimit(.minutes(3)))
struct BorrowedResourceTests {
  let application = ScreenApplication(clock: ManualClock())

  private func pool() -> LocalPool<BranchMap> {
    LocalPool(hooks: LocalPoolHooks(prepareForReuse: { $0.preparations += 1 })) { BranchMap() }
  }

  private func map(
    of screen: TextScreen, from pool: LocalPool<BranchMap>
  ) -> HeavyResource<BranchMap> {
    HeavyResource(
      of: screen, "map", bytes: 24, from: pool, preferring: { screen in screen.label },
      prepare: { screen, map, isPreferred, region in
        if !isPreferred { map.region = region ?? "all of \(screen.label)" }
      },
      snapshot: { $0.region })
  }

  @Test("is returned to its pool, and lent again as it was")
  func preferred() {
    let pool = pool()
    let screen = TextScreen("north", in: application)
    let resource = map(of: screen, from: pool)
    screen.appear()
    let map = resource.current
    #expect(map?.region == "all of north")
    #expect(pool.snapshot.onLoan == 1)
    screen.disappear()
    let report = application.dropHiddenResources()
    #expect(report.dropped == ["north.map"])
    #expect(report.releasedBytes == 0, "It is idle, and still there.")
    #expect(pool.snapshot.onLoan == 0 && pool.snapshot.idle == 1)
    screen.appear()
    #expect(resource.current === map)
    #expect(map?.preparations == 0)
  }

  @Test("shows its snapshot, although another screen borrowed it meanwhile")
  func takenByAnother() {
    let pool = pool()
    let screens = ["north", "south"].map { TextScreen($0, in: application) }
    let maps = screens.map { map(of: $0, from: pool) }
    screens[0].appear()
    maps[0].current?.region = "the harbour"
    screens[0].disappear()
    maps[0].drop()
    screens[1].appear()
    #expect(maps[1].current?.region == "all of south")
    #expect(pool.snapshot.created == 1)
    screens[0].appear()
    #expect(maps[0].current?.region == "the harbour")
    #expect(pool.snapshot.created == 2)
  }

  @Test("is not lent again if it died")
  func died() {
    let pool = pool()
    let screen = TextScreen("north", in: application)
    let resource = map(of: screen, from: pool)
    screen.appear()
    screen.disappear()
    resource.markLost()
    #expect(pool.snapshot.onLoan == 0 && pool.snapshot.idle == 0)
  }

  @Test("is returned if it cannot be prepared")
  func unprepared() {
    let pool = pool()
    let screen = TextScreen("north", in: application)
    let resource = HeavyResource(
      of: screen, from: pool,
      prepare: { (_: TextScreen, _: BranchMap, _: Bool) throws in throw NoMap() })
    screen.appear()
    #expect(resource.current == nil && resource.failure is NoMap)
    #expect(pool.snapshot.onLoan == 0 && pool.snapshot.idle == 1)
  }

  @Test("is preferred by its screen, unless another key is given")
  func screenIsKey() {
    let pool = pool()
    let screens = (0..<2).map { TextScreen("\($0)", in: application) }
    var preferred: [Bool] = []
    let maps = screens.map { screen in
      HeavyResource(
        of: screen, from: pool,
        prepare: { (_: TextScreen, _: BranchMap, isPreferred: Bool) in
          preferred.append(isPreferred)
        })
    }
    for map in maps { map.makeIfNeeded() }
    let first = maps[0].current
    for map in maps { map.drop() }
    #expect(maps[0].makeIfNeeded() === first)
    #expect(preferred == [false, false, true])
  }

  @Test("can be destroyed by the pool in the same pass")
  func inTheSamePass() async {
    let rig = PressureRig()
    let pool = pool()
    let screen = TextScreen("north", in: application)
    let resource = map(of: screen, from: pool)
    screen.appear()
    screen.disappear()
    application.recentPeriod = .zero
    application.registerForPressure(with: rig.pressure)
    pool.registerForPressure(
      with: rig.pressure, as: "maps", cost: .fetched, priority: .late, bytesPerElement: 24)
    let entries = await rig.press(.elevated, target: 20)
    #expect(entries.map(\.name) == ["heavy resources", "maps"])
    #expect(entries.map(\.released) == [0, 24])
    #expect(!resource.isMade && pool.snapshot.idle == 0)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct HeavyResourceLifetimeTests {
  @Test func aResourceDoesNotRetainItsScreen() {
    let tracker = LifetimeTracker()
    weak var gone: BranchScreen?
    do {
      let screen = BranchScreen("branch", in: ScreenApplication())
      gone = screen
      screen.tracker = tracker
      screen.appear()
      #expect(tracker.alive == 1)
    }
    #expect(gone == nil)
    #expect(tracker.alive == 0)
  }

  @Test func aLeaseEndsWithItsScreen() {
    let pool = LocalPool { BranchMap() }
    do {
      let screen = TextScreen("north", in: ScreenApplication())
      let map = HeavyResource(
        of: screen, from: pool, prepare: { (_: TextScreen, _: BranchMap, _: Bool) in })
      map.makeIfNeeded()
      #expect(pool.snapshot.onLoan == 1)
    }
    #expect(pool.snapshot.onLoan == 0 && pool.snapshot.idle == 1)
  }

  /// The last reference to the screen is dropped on another thread.
  @Test func resourcesAreReleasedOnTheMainActor() async throws {
    for _ in 0..<20 {
      let tracker = LifetimeTracker()
      let ended = AsyncStream<Bool>.makeStream()
      let parcel = Parcel(Self.screen(tracker, ended.continuation))
      try await onThread { parcel.drop() }
      for await isOnMainThread in ended.stream {
        #expect(isOnMainThread)
        break
      }
    }
  }

  private static func screen(
    _ tracker: LifetimeTracker, _ ended: AsyncStream<Bool>.Continuation
  ) -> AnyScreen {
    final class Holder: TextScreen {
      var map: HeavyResource<OnDeinit>?
    }
    let screen = Holder("north", in: ScreenApplication())
    screen.map = HeavyResource(
      of: screen,
      make: { (_: Holder) in OnDeinit { ended.yield(isOnMainActor) } })
    screen.map?.makeIfNeeded()
    return screen
  }

  private final class Parcel: @unchecked Sendable {  // guard: one thread at a time owns it
    private var screen: AnyScreen?

    init(_ screen: AnyScreen) { self.screen = screen }

    func drop() { screen = nil }
  }
}

private var isOnMainActor: Bool { MainActor.isCurrent }

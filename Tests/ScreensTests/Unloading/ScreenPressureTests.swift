import StagecraftMemory
import StagecraftTestKit
import Testing

@testable import StagecraftScreens

@MainActor
@Suite("Under pressure, an application", .timeLimit(.minutes(3)))
struct ScreenPressureTests {
  let library = Library(6, bytes: 100)
  let rig = PressureRig()
  let photos: [HeavyResource<Pane>]

  init() {
    photos = library.pages.map { page in
      HeavyResource(of: page, "photo", bytes: 10, make: { _ in Pane() })
    }
    for photo in photos { photo.makeIfNeeded() }
    library.clock.advance(by: .seconds(60))
    library.application.registerForPressure(with: rig.pressure)
  }

  private var made: [Int] { photos.indices.filter { photos[$0].isMade } }

  @Test("first drops heavy resources, and no view")
  func elevated() async {
    let entries = await rig.press(.elevated, target: 1_000)
    #expect(entries.map(\.name) == ["heavy resources"])
    #expect(entries.map(\.released) == [40])
    #expect(made == [0, 1], "The user is likely to see page 1 next.")
    #expect(library.loaded == [0, 1, 2, 3, 4, 5])
    #expect(library.pages[0].log.isEmpty)
  }

  @Test("stops when enough is released")
  func enough() async {
    let entries = await rig.press(.elevated, target: 15)
    #expect(entries.map(\.released) == [20])
    #expect(made == [0, 1, 2, 3])
  }

  @Test("warns all screens, and then unloads the most distant views, as many as needed")
  func high() async {
    let entries = await rig.press(.high, target: 50 + 150)
    #expect(entries.map(\.name) == ["memory warning", "heavy resources", "hidden screens"])
    #expect(entries.map(\.released) == [0, 50, 200])
    #expect(made == [0])
    #expect(library.loaded == [0, 1, 2, 3])
    for page in library.pages { #expect(page.log.first == "warning") }
  }

  @Test("keeps views that the user is likely to see next, unless pressure is critical")
  func neighbours() async {
    let high = await rig.press(.high, target: 100_000)
    #expect(high.last?.released == 400)
    #expect(library.loaded == [0, 1])
    let critical = await rig.press(.critical)
    #expect(critical.last?.released == 100)
    #expect(library.loaded == [0])
    #expect(library.shelf.isViewLoaded)
    for page in library.pages { #expect(page.view.text == "the user's \(page.label)") }
  }

  @Test("estimates the bytes that it could release")
  func estimates() async {
    library.pages[5].policy = .never
    let hold = library.pages[4].hold("text being edited")
    let entries = await rig.press(.high, target: 1)
    #expect(entries.map(\.estimated) == [nil, 40, nil])
    let critical = await rig.press(.critical)
    #expect(critical.map(\.estimated) == [nil, 30, 300])
    #expect(critical.map(\.released) == [0, 30, 300])
    hold.release()
  }

  @Test("unloads another view if the first would lose state")
  func refusals() async {
    library.pages[5].ballast = String(repeating: "x", count: 100_000)
    let report = library.application.unloadHiddenViews(at: .critical, target: 50 + 100)
    #expect(report.unloaded == ["page 4"])
    #expect(report.entries.count { $0.name == "page 5" && $0.item == .view } == 1)
    // It does not delay the others the next time either.
    #expect(await rig.press(.high, target: 1).last?.released == 100)
    #expect(library.loaded == [0, 1, 2, 5])
  }

  @Test("adds byte counts without overflow")
  func manyBytes() {
    for page in library.pages { page.bytes = .max }
    photos[5].estimatedBytes = .max
    #expect(library.application.unloadHiddenViews().releasedBytes == .max)
  }

  @Test("does not report unknown bytes")
  func unknownBytes() async {
    for page in library.pages { page.bytes = 0 }
    let entries = await rig.press(.high, target: 3 << 20)
    #expect(entries.last?.released == 0)
    #expect(library.loaded == [0, 1, 2], "Each is assumed to use a mebibyte.")
  }

  @Test("reports whether memory is short")
  func isMemoryShort() async {
    #expect(!library.application.isMemoryShort)
    await rig.trigger.press(.elevated, lasting: .untilChanged)
    #expect(library.application.isMemoryShort)
    rig.trigger.report(.normal)
    #expect(!library.application.isMemoryShort)
  }

  @Test("can keep its views until pressure is critical")
  func viewsFromCritical() async {
    let library = Library(3)
    let rig = PressureRig()
    library.application.registerForPressure(with: rig.pressure, viewsFrom: .critical)
    #expect(await rig.press(.high).map(\.name) == ["memory warning", "heavy resources"])
    #expect(library.loaded == [0, 1, 2])
    _ = await rig.press(.critical)
    #expect(library.loaded == [0])
  }

  @Test("can register with several monitors")
  func severalMonitors() async {
    let other = PressureRig()
    library.application.registerForPressure(with: other.pressure)
    _ = await other.press(.critical)
    #expect(library.loaded == [0])
    #expect(library.application.isMemoryShort)
  }

  @Test("can be asked without a monitor, and reports what it released")
  func byHand() {
    let application = library.application
    #expect(application.unloadHiddenViews(at: .normal).entries.isEmpty)
    let elevated = application.unloadHiddenViews(at: .elevated, target: 25)
    #expect(elevated.dropped == ["page 5.photo", "page 4.photo", "page 3.photo"])
    #expect(elevated.unloadedViews == 0)
    #expect(elevated.releasedBytes == 30)
    let high = application.unloadHiddenViews(at: .high, target: 10 + 10 + 120)
    #expect(high.dropped == ["page 2.photo", "page 1.photo"])
    #expect(high.unloaded == ["page 5", "page 4"])
    #expect(high.releasedBytes == 220)
    #expect(high.reason("page 1") == .isNeighbour)
    #expect(high.entries.contains { $0.name == "page 2" && $0.outcome == .notNeeded })
    #expect(application.unloadHiddenViews().unloaded == ["page 3", "page 2", "page 1"])
    #expect(application.unloadHiddenViews().entries.isEmpty)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ScreenPressureLifetimeTests {
  @Test func aReleasedApplicationIsNoLongerAsked() async {
    let rig = PressureRig()
    weak var gone: ScreenApplication?
    do {
      let application = ScreenApplication(clock: ManualClock())
      gone = application
      application.registerForPressure(with: rig.pressure)
      #expect(await rig.press(.high).count == 3)
    }
    #expect(gone == nil)
    _ = await rig.press(.critical)
    #expect(await rig.press(.critical).isEmpty)
  }

  @Test func registeringTwiceHasNoEffect() async {
    let application = ScreenApplication(clock: ManualClock())
    let rig = PressureRig()
    application.registerForPressure(with: rig.pressure)
    application.registerForPressure(with: rig.pressure)
    let names = await rig.press(.critical).map(\.name)
    #expect(names == ["memory warning", "heavy resources", "hidden screens"])
  }

  @Test func anApplicationOutlivesItsMonitor() async {
    let application = ScreenApplication(clock: ManualClock())
    weak var gone: PressureMonitor?
    do {
      let rig = PressureRig()
      gone = rig.pressure
      application.registerForPressure(with: rig.pressure)
      _ = await rig.press(.critical)
      #expect(application.isMemoryShort)
    }
    #expect(gone == nil)
    #expect(!application.isMemoryShort)
  }
}

/// A monitor that acts on every report, and its source of pressure.
struct PressureRig {
  let trigger = PressureTrigger()
  let pressure: PressureMonitor

  init() {
    var policy = PressurePolicy()
    policy.holdOff = .zero
    policy.criticalHoldOff = .zero
    policy.heapTrimInterval = nil
    pressure = PressureMonitor(sources: .only(trigger), policy: policy, clock: ManualClock())
  }

  /// The bytes released by a pass, one responder after another.
  func press(_ level: PressureLevel, target: Int? = nil) async -> [ReliefReport.Entry] {
    await trigger.press(level, target: target)?.entries ?? []
  }
}

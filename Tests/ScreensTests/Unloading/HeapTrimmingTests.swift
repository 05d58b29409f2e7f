import StagecraftMemory
import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// Freed memory is returned to the system: after a monitor's pass by the monitor, otherwise by a
/// trim that the application requests.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct HeapTrimmingTests {
  let library = Library(3)
  var application: ScreenApplication { library.application }
  private let requests = Requests()

  final class Requests {
    var count = 0
  }

  init() {
    application.unloader.trimHeap = { [requests] in requests.count += 1 }
  }

  @Test
  func unloadedViewsAreReturnedToTheSystem() {
    application.unloadHiddenViews(at: .elevated)
    #expect(requests.count == 0, "No view is unloaded at this level.")
    #expect(application.unloadHiddenViews(at: .critical).unloadedViews > 0)
    #expect(requests.count == 1)
    #expect(application.unloadHiddenViews(at: .critical).unloadedViews == 0)
    #expect(requests.count == 1, "There was nothing to return.")
  }

  @Test
  func droppedHeavyResourcesAreReturnedToTheSystem() {
    let map = HeavyResource(of: library.pages[2], "map") { _ in Pane() }
    map.makeIfNeeded()
    application.dropHiddenResources()
    #expect(!map.isMade)
    #expect(requests.count == 1)
  }

  /// Screens may have freed memory when they were warned.
  @Test(arguments: ScreenApplication.WarningPolicy.allCases)
  func theHeapIsTrimmedOnceAfterAWarning(_ policy: ScreenApplication.WarningPolicy) {
    application.warningPolicy = policy
    library.pages[2].onWarning = { [requests] _ in #expect(requests.count == 0) }
    application.receiveMemoryWarning()
    #expect(requests.count == 1)
  }

  @Test
  func aMonitorsPassRequestsNoTrimAndAWarningDoes() async {
    // With a stopped clock, so that the pass waits however busy the main actor is.
    let monitor = PressureMonitor(sources: .none, clock: ManualClock())
    application.registerForPressure(with: monitor)
    #expect(await monitor.relieve(.critical).released > 0)
    #expect(requests.count == 0)
    // The next pass would find nothing to release, and so would not trim.
    application.receiveMemoryWarning()
    #expect(requests.count == 1)
  }
}

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct UnloadReportTests {
  @Test
  func aReportDescribesWhatWasReleasedAndWhyTheRestWasKept() {
    var report = ScreenUnloadReport(level: .high, target: 4 << 20)
    let id = ScreenID()
    func add(_ name: String, _ item: ScreenUnloadReport.Item, _ outcome: ScreenUnloadReport.Outcome)
    {
      report.entries.append(
        ScreenUnloadReport.Entry(screen: id, name: name, item: item, outcome: outcome))
    }
    add("desk", .resource("map"), .released(bytes: 1 << 20))
    add("desk", .view, .released(bytes: 2 << 20))
    add("shelf", .view, .released(bytes: 0))
    add("hall", .view, .notNeeded)
    add("comment", .view, .kept(.isHeld(["text being edited"])))
    #expect(
      "\(report)" == """
        Unloading at high pressure released 2 views and 1 heavy resource, a known total of 3 MiB \
        (4 MiB requested). 1 more could have been released. The view of comment was kept: it is \
        held (text being edited).
        """)
    #expect(
      report.entries.map { "\($0)" }.prefix(4) == [
        "“map” of desk was released, with 1 MiB", "The view of desk was released, with 2 MiB",
        "The view of shelf was released, with an unknown number of bytes",
        "The view of hall was not needed",
      ])
    for _ in 0..<20 { add("page", .view, .kept(.isNeighbour)) }
    #expect("\(report)".hasSuffix("11 more were kept."))
    #expect(
      "\(ScreenUnloadReport(level: .normal, target: nil))" == """
        Unloading at normal pressure released 0 views and 0 heavy resources, a known total of \
        0 B.
        """)
  }
}

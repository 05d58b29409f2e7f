internal import Stagecraft
internal import StagecraftTestKit

/// Our app: four tabs, the user's labels, and memory that runs short.
@MainActor
struct WarnedTabs {
  struct Report: Sendable {
    /// A view that went.
    struct Departure: Sendable {
      let tab: String
      let bytes: Int
      /// How long it had taken to make it.
      let making: Duration

      /// What it gives back for a millisecond of making it again.
      var worth: Double { Double(bytes) / max(making.milliseconds, 0.001) }
    }

    /// What each label said before.
    var before: [String] = []
    /// What each said when the user was back on its tab.
    var after: [String] = []
    /// The views that went, in their order.
    var departures: [Departure] = []
    /// Whether the view that the user looked at stayed.
    var isSeenUntouched = false
    /// How many bytes the pass was to give back.
    var target = 0
    /// How many bytes it gave back by the screens' own account.
    var released = 0
    /// What was resident before the pass and after it, where that can be read.
    var resident: (before: Int, after: Int)?
    /// What a smaller shortage took after that: one that a single view could make good.
    var small: [Departure] = []

    var isHeaviestFirst: Bool {
      zip(departures, departures.dropFirst()).allSatisfy { $0.worth >= $1.worth }
    }
  }

  let tabs: [LibraryTab]
  /// How long it takes to lay out any of the views.
  var layout = Duration.milliseconds(8)

  func run() async -> Report {
    var report = Report()
    let application = ScreenApplication()
    let trigger = PressureTrigger()
    let pressure = PressureMonitor(sources: .only(trigger), policy: .patient)
    application.unloads(under: pressure)
    let pages = tabs.map { TabPage($0, layout: layout, in: application) }
    let screen = TabScreen(pages, stage: RecorderStage(), in: application)
    let window = ScreenWindow(root: screen, stage: RecorderStage(), in: application)
    window.open()
    for (number, page) in pages.enumerated() {
      screen.select(number)
      page.view.text = page.tab.changedLabel
    }
    screen.select(0)
    report.before = pages.map(\.view.text)
    let seen = pages[0].viewIfLoaded

    var departures: [Report.Departure] = []
    let observation = application.observe { event in
      guard case .unloaded(let bytes, _) = event.kind,
        let page = pages.first(where: { $0.id == event.screen })
      else { return }
      departures.append(
        Report.Departure(tab: page.tab.title, bytes: bytes, making: page.making))
    }
    report.target = tabs.dropFirst().reduce(0) { $0 + $1.bytes }
    let pass = await trigger.press(.high, target: report.target)
    report.departures = departures
    report.released = pass?.released ?? 0
    if let before = pass?.residentBefore, let after = pass?.residentAfter {
      report.resident = (before, after)
    }
    report.isSeenUntouched = seen != nil && pages[0].viewIfLoaded === seen

    for number in pages.indices {
      screen.select(number)
      report.after.append(window.view.visibleTexts.joined(separator: ", "))
    }
    screen.select(0)
    // All views are there again when a little memory is missing.
    departures = []
    await pressure.relieve(.high, target: 1)
    report.small = departures
    withExtendedLifetime(observation) {}
    return report
  }
}

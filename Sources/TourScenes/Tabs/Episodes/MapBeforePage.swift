internal import Stagecraft
internal import StagecraftTestKit

/// A heavy thing on a light page, while memory is a little short.
@MainActor
struct MapBeforePage {
  struct Report: Sendable {
    /// How many bytes were given back.
    var released = 0
    /// What was resident before the pass and after it, where that can be read.
    var resident: (before: Int, after: Int)?
    /// Whether the page still had its view, and no map.
    var isPageThere = false
    var isMapGone = false
    /// Where the map was before.
    var placeBefore = ""
    /// Where it was when the user was back on the page.
    var placeAfter: String?
    /// How long it took to make it again.
    var rebuilding = Duration.zero
    /// Whether it was made again by itself after it had died in the user's sight.
    var isBackAfterLoss = false
  }

  let bytes: Int

  func run() async -> Report {
    var report = Report()
    let application = ScreenApplication()
    let pressure = PressureMonitor(sources: .none, policy: .patient)
    application.unloads(under: pressure)
    let catalogue = TabPage(
      LibraryTab(title: "Catalogue", initialLabel: "", changedLabel: "", bytes: 0), in: application)
    let page = MapPage(bytes: bytes, in: application)
    let tabs = TabScreen([page, catalogue], stage: RecorderStage(), in: application)
    let window = ScreenWindow(root: tabs, stage: RecorderStage(), in: application)
    window.open()
    page.map.current?.place = "around the harbour"
    report.placeBefore = page.map.current?.place ?? ""
    tabs.select(1)

    let pass = await pressure.relieve(.elevated, target: bytes)
    report.released = pass.released
    if let before = pass.residentBefore, let after = pass.residentAfter {
      report.resident = (before, after)
    }
    report.isPageThere = page.isViewLoaded
    report.isMapGone = !page.map.isMade

    tabs.select(0)
    report.placeAfter = page.map.current?.place
    report.rebuilding = page.map.rebuildTime
    page.map.lost()
    report.isBackAfterLoss = page.map.current?.place == report.placeBefore
    return report
  }
}

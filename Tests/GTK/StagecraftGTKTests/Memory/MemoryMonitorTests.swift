#if GTK
import CStageGTKTestKit
import Foundation
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftMemory
import StagecraftScreens
import Testing

extension WindowTests {
  @MainActor
  @Suite("Memory monitor")
  struct MemoryMonitorTests {
    init() { GTKTest.prepare() }

    nonisolated static let hasBus = FileManager.default.isExecutableFile(
      atPath: "/usr/bin/dbus-daemon")

    @Test(.enabled(if: hasBus, "There is no dbus-daemon."))
    func warningsOfTheDesktopArriveAsLevels() async throws {
      let census = Census()
      try #require(stage_test_monitor_start() != 0)
      defer { stage_test_monitor_stop() }
      let monitor = PressureMonitor(sources: .only(MemoryMonitorSource()))
      let application = ScreenApplication()
      application.registerForPressure(with: monitor)
      let screen = LongFormScreen(in: application)
      screen.loadViewIfNeeded()
      let isWatching = await GTKTest.until { monitor.sources.allSatisfy(\.isWatching) }
      #expect(isWatching, "\(monitor.sources)")
      for (warning, level) in [(50, PressureLevel.elevated), (100, .high), (255, .critical)] {
        // Repeated: GLib connects to the service some turns after it has found it.
        let isKnown = await GTKTest.until {
          stage_test_monitor_warn(Int32(warning))
          return monitor.level == level
        }
        #expect(isKnown, "\(warning) must be \(level), not \(monitor.level).")
      }
      // What hears a warning is more than a number.
      #expect(await GTKTest.until { !screen.isViewLoaded })
      await census.expectUnchanged()
    }
  }
}
#endif

#if GTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  @MainActor
  @Suite("Indicators", .timeLimit(.minutes(2)))
  struct IndicatorTests {
    init() { GTKTest.prepare() }

    @Test func barsShowWhatTheyAreTold() async throws {
      let census = Census()
      do {
        let progress = ProgressBar(0.25, label: "Import")
        let level = LevelBar(0...8, value: 3, isDiscrete: true, label: "Memory")
        let spinner = Spinner(label: "Loading")
        let box = Box(.vertical, [progress, level, Separator(), spinner])
        let window = TestWindow(box)
        try await window.open()
        #expect(progress.fraction == 0.25 && level.value == 3 && spinner.isSpinning)
        progress.fraction = 7
        progress.text = "70 of 70"
        #expect(progress.fraction == 1 && progress.text == "70 of 70")
        progress.text = ""
        progress.pulse()
        #expect(progress.text == "")
        level.setOffset("low", 2)
        level.value = 99
        #expect(level.value == 8)
        level.value = -1
        #expect(level.value == 0)
        spinner.isSpinning = false
        #expect(!spinner.isSpinning)
        if environment("GTK_A11Y") == "test" {
          #expect(progress.hasAccessibleLabel("Import"))
          #expect(level.hasAccessibleLabel("Memory") && spinner.hasAccessibleLabel("Loading"))
        }
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif

import StagecraftGTK
import StagecraftGTKTestKit
import Testing

extension WindowTests {
  @MainActor
  @Suite("Widgets")
  struct WidgetTests {
    init() { GTKTest.prepare() }

    @Test func aBoxRetainsTheWrappersInIt() {
      let census = WidgetCensus.shared
      let before = (census.wrappers, census.widgets)
      do {
        let box = Box()
        var clicks = 0
        box.append(Button("Borrow") { clicks += 1 })
        (box.children[0] as? Button)?.click()
        #expect(clicks == 1)
        #expect(census.wrappers == before.0 + 2)
      }
      #expect(census.wrappers == before.0)
      #expect(census.widgets == before.1)
    }

    @Test func aPlantedWarningIsCounted() {
      let before = GTKTest.warnings
      plantWarning()
      #expect(GTKTest.warnings == before + 1)
      GTKTest.forgive(1)
    }
  }
}

#if GTK
import StagecraftGTK
import StagecraftGTKTestKit
import Testing

extension WindowTests {
  @MainActor
  @Suite("Removal")
  struct RemovalTests {
    init() { GTKTest.prepare() }

    @Test func widgetsThatAreRemovedWithTheFocusWithinAFrameAreReleased() async throws {
      let census = Census()
      do {
        let place = Bin()
        let window = TestWindow(place)
        let places = [Bin(Entry()), Bin(Entry())]
        place.content = places[0]
        try await window.open()
        for index in [1, 0, 1, 0, 1] {
          places[index].content?.grabFocus()
          place.content = places[index]
          places[index].content?.grabFocus()
          await GTKTest.idle()
        }
        place.content = nil
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif

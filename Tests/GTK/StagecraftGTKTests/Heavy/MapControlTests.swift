#if Maps
import CGTK
import CStageGTKTestKit
import StagecraftGTKTestKit
import StagecraftShumate
import Testing

@testable import StagecraftGTK

extension WindowTests {
  /// What the user can click on a map.
  @MainActor
  @Suite("Controls of maps")
  struct MapControlTests {
    private let center = MapCoordinate(latitude: 51.34, longitude: 12.37)

    init() { GTKTest.prepare() }

    /// What a click on a point of a map would hit.
    private func button(
      of map: MapView, x: Double, y: Double
    ) -> UnsafeMutablePointer<GtkButton>? {
      map.withRaw { raw in
        guard let hit = gtk_widget_pick(raw, x, y, GTK_PICK_DEFAULT),
          let button = gtk_widget_get_ancestor(hit, gtk_button_get_type())
        else { return nil }
        return UnsafeMutableRawPointer(button).assumingMemoryBound(to: GtkButton.self)
      }
    }

    /// libshumate 1.0 names them with tooltips alone, in English.
    @Test func zoomButtonsAreAccessibleInTheUsersLanguage() async throws {
      let census = Census()
      do {
        let map = MapView(.drawn, showing: MapRegion(center: center, zoom: 12))
        let window = TestWindow(map)
        try await window.open()
        func expect(_ names: [String]) {
          for (index, name) in names.enumerated() {
            // Their column, below the margin.
            let button = button(of: map, x: Double(map.width) - 20, y: 20 + Double(index) * 36)
            guard let button else {
              Issue.record("There is no button “\(name)”.")
              continue
            }
            button.withMemoryRebound(to: GtkWidget.self, capacity: 1) { button in
              #expect(String(cString: gtk_widget_get_tooltip_text(button)) == name)
              if environment("GTK_A11Y") == "test" {
                #expect(stage_test_has_label(button, name) != 0)
              }
            }
          }
        }
        expect(["Zoom In", "Zoom Out"])
        map.setZoomLabels(in: "Vergrößern", out: "Verkleinern")
        expect(["Vergrößern", "Verkleinern"])
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif

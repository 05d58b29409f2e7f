#if Maps
import CAdwaita
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

    /// The buttons of marks, in the order in which they are drawn, with where they are drawn.
    private func marks(of map: MapView) -> [(title: String, bounds: graphene_rect_t)] {
      var found: [(title: String, bounds: graphene_rect_t)] = []
      map.withRaw { raw in
        func visit(_ widget: UnsafeMutablePointer<GtkWidget>) {
          var child = gtk_widget_get_first_child(widget)
          while let current = child {
            visit(current)
            child = gtk_widget_get_next_sibling(current)
          }
          guard gtk_widget_has_css_class(widget, "pill") != 0 else { return }
          var bounds = graphene_rect_t()
          #expect(gtk_widget_compute_bounds(widget, raw, &bounds) != 0)
          let title = widget.withMemoryRebound(to: GtkButton.self, capacity: 1) {
            String(cString: gtk_button_get_label($0))
          }
          found.append((title, bounds))
        }
        visit(raw)
      }
      return found
    }

    /// libshumate 1.0 centers a marker on its place.
    ///
    /// The empty lower half must not take clicks on the mark below.
    @Test func aMarkTakesTheClicksOnItsButtonAlone() async throws {
      let census = Census()
      do {
        let map = MapView(.drawn, showing: MapRegion(center: center, zoom: 12))
        let window = TestWindow(map)
        try await window.open()
        try await map.loaded()
        func place(of title: String) throws -> MapCoordinate {
          let places = map.markers.filter { $0.title == title }.map(\.coordinate)
          return try #require(places.first)
        }
        func y(_ latitude: Double) throws -> Double {
          let place = MapCoordinate(latitude: latitude, longitude: center.longitude)
          return try #require(map.position(of: place)).y
        }
        let pixel = try 0.01 / (y(center.latitude) - y(center.latitude + 0.01))
        let north = MapCoordinate(
          latitude: center.latitude + 30 * pixel, longitude: center.longitude)
        let both = [
          MapMarker("north", at: north, title: "North"),
          MapMarker("south", at: center, title: "South"),
        ]
        for markers in [both, both.reversed()] {
          map.markers = markers
          try await map.nextFrames(2)
          let marks = marks(of: map)
          #expect(marks.map(\.title) == markers.map(\.title))
          for mark in marks {
            // A tip of eight pixels is between them.
            let place = try #require(map.position(of: try place(of: mark.title)))
            let (origin, size) = (mark.bounds.origin, mark.bounds.size)
            #expect(abs(Double(origin.x + size.width / 2) - place.x) <= 1, "\(mark), \(place)")
            #expect(abs(Double(origin.y + size.height) + 8 - place.y) <= 1, "\(mark), \(place)")
          }
          let middle = try #require(map.position(of: center))
          for distance in -90..<90 {
            let y = middle.y.rounded() + Double(distance) + 0.5
            let expected = marks.last { mark in
              Double(mark.bounds.origin.y) < y
                && y < Double(mark.bounds.origin.y + mark.bounds.size.height)
            }
            let hit = button(of: map, x: middle.x, y: y)
            let title = hit.map { String(cString: gtk_button_get_label($0)) }
            #expect(title == expected?.title, "\(distance) pixels below the southern place")
          }
        }
        window.close()
      }
      await census.expectUnchanged()
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

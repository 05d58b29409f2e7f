#if GTK
import CGTK
import StagecraftGTKTestKit
import Testing

@testable import StagecraftGTK

extension WindowTests {
  /// GTK 4.8 converts the pixels of a texture in each frame if there is no graphics processor.
  @MainActor
  @Suite(
    "Textures for cairo", .enabled(if: environment("GSK_RENDERER") == "cairo"),
    .timeLimit(.minutes(2)))
  struct TextureTests {
    init() { GTKTest.prepare() }

    private func drawn() -> Texture {
      Texture(width: 40, height: 60, scale: 2) { canvas in
        canvas.paint(
          .linearGradient(x1: 0, y1: 0, x2: 40, y2: 60, [.init(0, .black), .init(1, .white)]))
      }
    }

    private func node(of paintable: OpaquePointer) -> OpaquePointer? {
      let snapshot = gtk_snapshot_new()!
      gdk_paintable_snapshot(paintable, snapshot, 40, 60)
      return gtk_snapshot_free_to_node(snapshot)
    }

    @Test func thePixelsAreDrawnThemselves() async throws {
      let drawn = drawn()
      let picture = Picture(drawn)
      let window = TestWindow(picture, width: 100, height: 100)
      try await window.open()
      drawn.withPaintable { paintable in
        let (former, latter) = (node(of: paintable), node(of: paintable))
        #expect(former.map { gsk_render_node_get_node_type($0) } == GSK_CAIRO_NODE)
        #expect(former == latter, "Another node would be drawn again.")
        for node in [former, latter] { gsk_render_node_unref(node) }
      }
      let pixels = try #require(Screenshot(of: picture)).pixels
      picture.texture = try await Texture.decoded(drawn.pngBytes(), scale: 2)
      try await picture.nextFrames(2)
      let others = try #require(Screenshot(of: picture)).pixels
      // Each path rounds at another step.
      let differences = zip(pixels, others).map { abs(Int($0) - Int($1)) }
      #expect(differences.count > 10_000 && differences.allSatisfy { $0 <= 1 })
      window.close()
    }

    @Test func whatWasDrawnOutlivesTheTexture() async throws {
      let window = TestWindow(Label("Emma"))
      try await window.open()
      let node = try #require(drawn().withPaintable { self.node(of: $0) })
      let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 40, 60)
      let context = cairo_create(surface)
      gsk_render_node_draw(node, context)
      gsk_render_node_unref(node)
      cairo_destroy(context)
      cairo_surface_flush(surface)
      let pixels = try #require(cairo_image_surface_get_data(surface))
      #expect(pixels[0] < 10 && pixels[(40 * 60 - 1) * 4] > 245)
      cairo_surface_destroy(surface)
      window.close()
    }
  }
}
#endif

#if GTK
import CGTK
import CStageGTK
import Foundation
import StagecraftGTKTestKit
import Synchronization
import Testing

@testable import StagecraftGTK

@MainActor
private final class Ink {
  var color = Color(0xff0000)
}

private final class ReleaseLog: Sendable {
  let isOnFirstThread = Mutex<[Bool]>([])
}

private func noteRelease(_ data: UnsafeMutableRawPointer?) {
  Unmanaged<ReleaseLog>.fromOpaque(data!).takeUnretainedValue().isOnFirstThread.withLock {
    $0.append(stage_is_first_thread() != 0)
  }
}

extension WindowTests {
  @MainActor
  @Suite("Drawing", .timeLimit(.minutes(2)))
  struct DrawingTests {
    init() { GTKTest.prepare() }

    /// Blue, green, red and opacity of the pixel at a place.
    private func pixel(_ texture: Texture, _ x: Int, _ y: Int) -> [UInt8] {
      var all = [UInt8](repeating: 0, count: texture.byteCount)
      texture.withRaw { gdk_texture_download($0, &all, gsize(texture.width * 4)) }
      let start = (y * texture.width + x) * 4
      return Array(all[start..<start + 4])
    }

    @Test func shapesColoursAndClipsAreDrawn() {
      let texture = Texture(width: 40, height: 20, scale: 2) { canvas in
        canvas.paint(
          .linearGradient(
            x1: 0, y1: 0, x2: 40, y2: 0,
            [
              .init(0, .black), .init(1, Color(0xff0000)),
            ]))
        canvas.rectangle(0, 0, 10, 10)
        canvas.fill(Color(0x0000ff))
        canvas.withState {
          canvas.rectangle(10, 10, 10, 10)
          canvas.clip()
          canvas.paint(Color(0x00ff00))
        }
        canvas.translate(30, 10)
        canvas.scale(2)
        canvas.rotate(.pi / 2)
        canvas.move(-2, 0)
        canvas.line(2, 0)
        canvas.stroke(.white, Stroke(1, cap: .round))
      }
      #expect(texture.width == 80 && texture.height == 40 && texture.byteCount == 12_800)
      #expect(pixel(texture, 5, 5) == [255, 0, 0, 255])
      #expect(pixel(texture, 30, 30) == [0, 255, 0, 255])
      // A vertical line of four pixels on the screen, after scaling by two twice.
      #expect(pixel(texture, 60, 14) == [255, 255, 255, 255])
      #expect(pixel(texture, 60, 20) == [255, 255, 255, 255])
      #expect(pixel(texture, 76, 4)[2] > 200 && pixel(texture, 76, 4)[0] == 0)
    }

    @Test func aTextIsMeasuredBrokenAndCut() {
      _ = Texture(width: 10, height: 10) { canvas in
        let font = Font("Serif", size: 20, weight: .bold)
        let line = canvas.size(of: TextLayout("The Moonstone", font))
        #expect(line.lineCount == 1 && line.width > 60 && line.height > 15)
        #expect(line.baseline > 0 && line.baseline < line.height)
        let narrow = TextLayout("The Moonstone", font, width: line.width * 0.8)
        #expect(canvas.size(of: narrow).lineCount == 2)
        var cut = narrow
        cut.maximumLines = 1
        #expect(canvas.size(of: cut).isCut && canvas.size(of: cut).lineCount == 1)
        var spaced = font
        spaced.letterSpacing = 4
        #expect(canvas.size(of: TextLayout("The Moonstone", spaced)).width > line.width + 40)
        var figures = font
        figures.hasTabularFigures = true
        #expect(
          canvas.size(of: TextLayout("1111", figures)).width
            == canvas.size(of: TextLayout("8888", figures)).width)
      }
    }

    @Test func aTextIsDrawn() {
      let texture = Texture(width: 120, height: 30) { canvas in
        canvas.paint(.white)
        canvas.draw(TextLayout("Emma", width: 120, alignment: .center), 0, 4, .black)
      }
      let dark = (0..<120).filter { x in (0..<30).contains { pixel(texture, x, $0)[0] < 100 } }
      #expect(!dark.isEmpty && dark[0] > 20 && dark[dark.count - 1] < 100)
    }

    @Test func texturesAreDrawnAndDecodedOffTheMainThread() async throws {
      let drawn = await Texture.drawn(width: 64, height: 48) { canvas in
        #expect(stage_is_first_thread() == 0)
        canvas.paint(Color(css: "rgb(10, 200, 30)")!)
        canvas.draw(TextLayout("A"), 4, 4, .white)
      }
      let decoded = try await Texture.decoded(drawn.pngBytes())
      #expect(decoded.width == 64 && decoded.height == 48)
      #expect(pixel(decoded, 60, 40) == [30, 200, 10, 255])
      let noImage = Data("no image".utf8)
      await #expect(throws: TextureError.self) { try await Texture.decoded(noImage) }
    }

    @Test func aClosureThatThrowsEndsADrawing() {
      struct Stop: Error {}
      #expect(throws: Stop.self) {
        try Texture(width: 4, height: 4) { canvas throws(Stop) in
          canvas.paint(.white)
          throw Stop()
        }
      }
    }

    @Test func manyThreadsDrawTextsAtTheSameTime() async {
      let covers = await withTaskGroup(of: Texture.self) { group in
        for number in 0..<64 {
          group.addTask {
            await Texture.drawn(width: 40, height: 60) { canvas in
              canvas.paint(Color(UInt32(number) << 8))
              canvas.draw(TextLayout("\(number)", width: 40), 0, 0, .white)
            }
          }
        }
        var covers: [Texture] = []
        for await cover in group { covers.append(cover) }
        return covers
      }
      #expect(Set(covers.map { pixel($0, 39, 59) }).count == 64)
    }

    @Test func coloursAreReadAndMixed() {
      #expect(Color(css: "#3584e4") == Color(css: "rgb(53, 132, 228)"))
      #expect(Color(css: "no colour") == nil)
      let gray = Color.black.mixed(with: .white)
      #expect(gray == Color(red: 0.5, green: 0.5, blue: 0.5))
      #expect(gray.withOpacity(0.25).opacity == 0.25)
      let label = Label("Theme")
      #expect(label.themeColor("accent_bg_color") != nil)
      #expect(label.themeColor("no_such_color") == nil)
      #expect(label.textColor.opacity > 0.5)
    }

    @Test func aDrawingAreaDrawsItsSizeAndAgain() async throws {
      let census = Census()
      do {
        var sizes: [Double] = []
        let ink = Ink()
        let area = DrawingArea(label: "Loans per hour", width: 120, height: 40)
        area.onDraw = { canvas in
          sizes.append(canvas.width)
          canvas.paint(ink.color)
        }
        let window = TestWindow(area, width: 300, height: 100)
        try await window.open()
        #expect(sizes.last == 300)
        func shows(_ bytes: [UInt8]) -> Bool {
          Screenshot(of: area).map { Array($0.pixels[0..<3]) == bytes } ?? false
        }
        #expect(await GTKTest.until { shows([0, 0, 255]) })
        ink.color = Color(0x00ff00)
        area.redraw()
        #expect(await GTKTest.until { shows([0, 255, 0]) })
        if environment("GTK_A11Y") == "test" { #expect(area.hasAccessibleLabel("Loans per hour")) }
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aCanvasIsInvalidAfterTheCall() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        var kept: Canvas?
        _ = Texture(width: 1, height: 1) { kept = $0 }
        kept?.paint(.white)
      }
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("A canvas is valid only during the call that receives it."), "\(text)")
    }

    @Test func oneLineIsOneAlsoOfSeveralParagraphs() {
      _ = Texture(width: 300, height: 100) { canvas in
        let text = "Emma\nPersuasion"
        #expect(canvas.size(of: TextLayout(text, width: 300)).lineCount == 2)
        #expect(canvas.size(of: TextLayout(text, width: 300, maximumLines: 1)).lineCount == 1)
      }
    }

    /// The natural size of a widget in a place of this width.
    private func size(_ widget: Widget, width: Int32 = -1) -> [Int32] {
      var size: [Int32] = [0, 0]
      widget.withRaw {
        gtk_widget_measure($0, GTK_ORIENTATION_HORIZONTAL, -1, nil, &size[0], nil, nil)
        gtk_widget_measure($0, GTK_ORIENTATION_VERTICAL, width, nil, &size[1], nil, nil)
      }
      return size
    }

    @Test func aTextureOfAnotherScaleIsAsLargeAsItsCanvas() async throws {
      let census = Census()
      do {
        let cover = Texture(width: 40, height: 60, scale: 2) { $0.paint(Color(0x0000ff)) }
        #expect(cover.scale == 2 && cover.width == 80 && cover.height == 120)
        let picture = Picture(cover)
        #expect(size(picture) == [40, 60])
        picture.texture = try await Texture.decoded(cover.pngBytes())
        #expect(size(picture) == [80, 120])
        picture.texture = try await Texture.decoded(cover.pngBytes(), scale: 4)
        #expect(size(picture) == [20, 30])
        let window = TestWindow(picture, width: 100, height: 100)
        try await window.open()
        #expect(
          await GTKTest.until {
            Screenshot(of: picture).map { $0.pixels.contains(255) } ?? false
          })
        window.close()
      }
      await census.expectUnchanged()
    }

    @Test func aPictureWithASizeTakesNoHeightThatIsLeftOver() async throws {
      let picture = Picture(Texture(width: 40, height: 60) { $0.paint(.black) })
      #expect(size(picture, width: 400) == [40, 600], "It wants to be higher in a wide place.")
      picture.setSize(width: 30, height: 45)
      #expect(size(picture, width: 400) == [30, 45])
      let title = Label("Emma")
      title.expandsVertically = true
      let window = TestWindow(Box(.vertical, [picture, title]), width: 400, height: 400)
      try await window.open()
      #expect(picture.height == 45 && picture.width == 400)
      picture.horizontalAlignment = .start
      #expect(await GTKTest.until { picture.width == 30 })
      picture.texture = Texture(width: 9, height: 9) { $0.paint(.white) }
      #expect(size(picture) == [30, 45])
      picture.resetSize()
      #expect(size(picture) == [9, 9])
      window.close()
    }

    @Test func aTextureIsDrawnOnACanvas() {
      let half = Texture(width: 2, height: 1, scale: 2) { canvas in
        canvas.paint(Color(0xff0000))
        canvas.rectangle(1, 0, 1, 1)
        canvas.fill(Color(0x0000ff))
      }
      let texture = Texture(width: 20, height: 10) { canvas in
        canvas.draw(half, 4, 2)
        canvas.draw(half, 10, 0, width: 8, height: 8)
      }
      #expect(pixel(texture, 3, 2) == [0, 0, 0, 0] && pixel(texture, 6, 2) == [0, 0, 0, 0])
      #expect(pixel(texture, 4, 2) == [0, 0, 255, 255])
      #expect(pixel(texture, 5, 2) == [255, 0, 0, 255])
      #expect(pixel(texture, 10, 7) == [0, 0, 255, 255])
      #expect(pixel(texture, 17, 0) == [255, 0, 0, 255] && pixel(texture, 10, 8) == [0, 0, 0, 0])
    }

    /// The renderer of a shown texture belongs to the main thread.
    @Test func aShownTextureIsReleasedOnTheMainThread() async throws {
      let log = ReleaseLog()
      let data = Unmanaged.passRetained(log).toOpaque()
      defer { Unmanaged<ReleaseLog>.fromOpaque(data).release() }
      func texture() -> Texture {
        let texture = Texture(width: 9, height: 9) { $0.paint(.black) }
        texture.withRaw {
          stage_on_finalize(UnsafeMutableRawPointer($0), noteRelease, data)
        }
        return texture
      }
      @concurrent func release(_ texture: consuming Texture) async {}
      await release(texture())
      #expect(await GTKTest.until { log.isOnFirstThread.withLock { $0 } == [false] })
      let shown = { () -> Texture in
        let shown = texture()
        let picture = Picture(shown)
        picture.texture = nil
        return shown
      }
      await release(shown())
      #expect(await GTKTest.until { log.isOnFirstThread.withLock { $0 } == [false, true] })
    }

    @Test func aPictureShowsItsTexture() async throws {
      let census = Census()
      do {
        let blue = Texture(width: 20, height: 30) { $0.paint(Color(0x0000ff)) }
        let picture = Picture(blue, label: "The cover of Emma", fit: .cover)
        let window = TestWindow(picture, width: 100, height: 100)
        try await window.open()
        #expect(
          await GTKTest.until {
            Screenshot(of: picture).map { Array($0.pixels[0..<3]) == [255, 0, 0] } ?? false
          })
        #expect(picture.alternativeText == "The cover of Emma")
        if environment("GTK_A11Y") == "test" {
          #expect(picture.hasAccessibleLabel("The cover of Emma"))
        }
        picture.texture = nil
        #expect(picture.withOpaque { gtk_picture_get_paintable($0) } == nil)
        let image = Image("starred-symbolic", size: 32, label: "Favourite")
        #expect(image.icon == "starred-symbolic" && image.size == 32)
        image.show(blue)
        image.size = nil
        #expect(image.icon == "" && image.size == nil)
        window.close()
      }
      await census.expectUnchanged()
    }
  }
}
#endif

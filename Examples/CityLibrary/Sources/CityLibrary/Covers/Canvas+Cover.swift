import LibraryModel
import StagecraftGTK

extension Canvas {
  /// Draws a cover on a canvas of 200 × 300.
  func draw(_ cover: CoverDesign) {
    let (width, height) = (CoverDesign.width, CoverDesign.height)
    rectangle(0, 0, width, height, corner: 6)
    clip()
    paint(Color(cover.paper))
    for layer in cover.layers {
      add(layer.shape)
      fill(Color(layer.color))
    }
    rectangle(0, 0, width, cover.bandHeight)
    fill(Color(cover.paper).withOpacity(0.94))
    drawTexts(of: cover)
    rectangle(0, 0, 7, height)
    fill(Color.black.withOpacity(0.13))
    rectangle(7, 0, 2, height)
    fill(Color.white.withOpacity(0.18))
  }

  private func drawTexts(of cover: CoverDesign) {
    let families = "EB Garamond, DejaVu Serif, Noto Serif CJK TC, serif"
    let large = Font(families, size: cover.textSize, weight: .semibold)
    for (number, line) in cover.lines.enumerated() {
      draw(line, large, baseline: CoverDesign.baseline(ofLine: number), Color(cover.ink))
    }
    var small = Font("Cantarell, Noto Sans CJK TC, sans-serif", size: 11)
    small.letterSpacing = 1.2
    draw(
      cover.author, small, baseline: CoverDesign.baseline(ofLine: cover.lines.count),
      Color(cover.ink).withOpacity(0.75))
  }

  private func draw(_ line: String, _ font: Font, baseline: Double, _ color: Color) {
    let margin = CoverDesign.margin
    let text = TextLayout(line, font, width: CoverDesign.width - 2 * margin, maximumLines: 1)
    draw(text, margin, baseline - size(of: text).baseline, color)
  }

  private func add(_ shape: CoverDesign.Shape) {
    switch shape {
    case .circle(let center, let radius): circle(center.x, center.y, radius: radius)
    case .rectangle(let origin, let width, let height): rectangle(origin.x, origin.y, width, height)
    case .quarter(let center, let side, let turns):
      withState {
        translate(center.x, center.y)
        rotate(Double(turns) * .pi / 2)
        move(-side / 2, side / 2)
        arc(-side / 2, side / 2, radius: side, from: -.pi / 2, to: 0)
        closePath()
      }
    case .hill(let left, let crest, let middle, let right):
      move(0, left)
      curve(0, left, crest.x, crest.y, 100, middle)
      curve(200 - crest.x, 2 * middle - crest.y, 200, right, 200, right)
      line(200, 300)
      line(0, 300)
      closePath()
    case .polygon(let points):
      move(points[0].x, points[0].y)
      for point in points.dropFirst() { line(point.x, point.y) }
      closePath()
    }
  }
}

extension Color {
  fileprivate init(_ color: CoverDesign.Color) {
    self.init(red: color.red, green: color.green, blue: color.blue, opacity: color.opacity)
  }
}

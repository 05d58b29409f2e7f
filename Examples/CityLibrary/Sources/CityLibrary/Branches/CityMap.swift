import Foundation
import StagecraftGTK
import StagecraftShumate

extension MapView {
  /// A map of the city, whose controls have names in the reader's language.
  static func ofCity() -> MapView {
    let map = MapView(.city)
    map.setAccessibleLabel(text("Map"))
    map.setZoomLabels(in: text("Zoom In"), out: text("Zoom Out"))
    return map
  }
}

extension TileSource {
  /// A city that is drawn: blocks, parks, avenues and a river, without files or a network.
  static let city = TileSource("city", license: "© City Library", zooms: 10...18, scale: 2) {
    CityTile($0).draw(on: $1)
  }
}

/// One tile of the city.
private struct CityTile {
  /// The length of the smallest street grid, in widths of the world at zoom 14.
  private let block = 64.0
  /// The upper left corner and the size of a pixel, in pixels of zoom 14.
  private let x, y, step: Double

  init(_ tile: TileSource.Tile) {
    step = pow(2, Double(14 - tile.zoom))
    x = Double(tile.x) * 256 * step
    y = Double(tile.y) * 256 * step
  }

  func draw(on canvas: Canvas) {
    canvas.paint(Color(0xe8ecdf))
    canvas.scale(1 / step)
    canvas.translate(-x, -y)
    let size = 256 * step
    let columns = Int((x - 40) / block) - 1...Int((x + size + 40) / block) + 1
    let rows = Int((y - 40) / block) - 1...Int((y + size + 40) / block) + 1
    for column in columns {
      for row in rows where hash(column, row) % 11 == 0 {
        let (left, top) = (Double(column) * block, Double(row) * block)
        canvas.rectangle(left, top, block, block)
        canvas.fill(Color(0xc5dfae))
      }
    }
    for column in columns { street(canvas, column) { t in (Double(column) * block + bend(t), t) } }
    for row in rows { street(canvas, row) { t in (t, Double(row) * block + bend(t)) } }
    river(canvas, size)
  }

  private func street(
    _ canvas: Canvas, _ number: Int, _ point: (Double) -> (x: Double, y: Double)
  ) {
    let isAvenue = number % 4 == 0
    if !isAvenue, step > 2 { return }
    let isVertical = point(1).y == 1
    let start = isVertical ? y : x
    let end = start + 256 * step + 64
    for (index, t) in stride(from: start - 64, through: end, by: 32).enumerated() {
      let (x, y) = point(t)
      if index == 0 { canvas.move(x, y) } else { canvas.line(x, y) }
    }
    canvas.stroke(.white, Stroke(isAvenue ? 9 : 4))
  }

  /// The river of the city, from the west to the east.
  private func river(_ canvas: Canvas, _ size: Double) {
    let middle = Self.middle
    for (index, t) in stride(from: x - 64, through: x + size + 64, by: 32).enumerated() {
      let level = middle + 90 * sin(t / 400) + 30 * sin(t / 130)
      if index == 0 { canvas.move(t, level) } else { canvas.line(t, level) }
    }
    canvas.stroke(Color(0xa8cfe8), Stroke(150, cap: .butt, join: .round))
  }

  /// 53.535° north at zoom 14.
  private static let middle = { () -> Double in
    let latitude = 53.535 * .pi / 180
    return (1 - log(tan(latitude) + 1 / cos(latitude)) / .pi) / 2 * 256 * 16_384
  }()

  private func bend(_ t: Double) -> Double { 14 * sin(t / 230) }
  private func hash(_ column: Int, _ row: Int) -> Int {
    abs((column &* 73_856_093) ^ (row &* 19_349_663)) / 7
  }
}

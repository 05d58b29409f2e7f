/// An expensive view: the map of a branch's surroundings.
///
/// A stand-in for the map widget of a toolkit, without a toolkit. It costs what such a view costs:
/// memory and an index when it is made, and a lot of drawing when it shows another branch.
final class BranchMap {
  private static let metresPerPixel: Float = 4

  private let atlas: Atlas
  private let index: StreetIndex
  private var canvas: Canvas

  /// The branch whose surroundings are drawn.
  private(set) var shown: Branch?

  init(from atlas: Atlas) {
    self.atlas = atlas
    index = StreetIndex(of: atlas.city)
    canvas = Canvas(of: atlas.size)
    atlas.census.constructed()
  }

  deinit { atlas.census.ended() }

  /// Shows a branch; draws only if it shows another one.
  func show(_ branch: Branch) {
    guard branch != shown else { return }
    shown = branch
    draw(around: branch.place)
    atlas.census.rendered()
  }

  /// Makes the map as good as new, so that it shows nothing of its last page.
  func prepareForReuse() { shown = nil }

  /// What is on the screen, in one number.
  var checksum: UInt64 { canvas.checksum }

  private func draw(around place: Point) {
    let scale = Self.metresPerPixel
    let reachX = Float(atlas.size.width) * scale / 2
    let reachY = Float(atlas.size.height) * scale / 2
    let corner = Point(x: place.x - reachX, y: place.y - reachY)
    let opposite = Point(x: place.x + reachX, y: place.y + reachY)
    canvas.clear()
    for number in index.streets(between: corner, and: opposite) {
      canvas.draw(atlas.city.streets[number], from: corner, metresPerPixel: scale)
    }
  }
}

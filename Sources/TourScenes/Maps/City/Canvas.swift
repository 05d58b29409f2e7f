/// A bitmap to draw streets on, in metres around a place.
struct Canvas {
  private static let paper: UInt32 = 0xF2_EFE9

  private let width: Int
  private let height: Int
  private var pixels: [UInt32]

  init(of size: MapSize) {
    width = size.width
    height = size.height
    pixels = Array(repeating: Self.paper, count: width * height)
  }

  mutating func clear() {
    for index in pixels.indices { pixels[index] = Self.paper }
  }

  /// Draws a street with soft edges, as seen from `corner` at the given scale.
  mutating func draw(_ street: City.Street, from corner: Point, metresPerPixel scale: Float) {
    let fromX = (street.from.x - corner.x) / scale
    let fromY = (street.from.y - corner.y) / scale
    let alongX = (street.to.x - street.from.x) / scale
    let alongY = (street.to.y - street.from.y) / scale
    let length = max(1, alongX * alongX + alongY * alongY)
    let radius = street.width / scale / 2
    let columns = span(fromX, fromX + alongX, margin: radius + 1, limit: width)
    for y in span(fromY, fromY + alongY, margin: radius + 1, limit: height) {
      for x in columns {
        let awayX = Float(x) - fromX
        let awayY = Float(y) - fromY
        let share = max(0, min(1, (awayX * alongX + awayY * alongY) / length))
        let missX = awayX - share * alongX
        let missY = awayY - share * alongY
        let distance = (missX * missX + missY * missY).squareRoot()
        let cover = max(0, min(1, radius + 0.5 - distance))
        if cover > 0 { blend(street.colour, cover, at: y * width + x) }
      }
    }
  }

  /// A number that differs when a pixel does (FNV-1a).
  var checksum: UInt64 {
    pixels.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private func span(_ a: Float, _ b: Float, margin: Float, limit: Int) -> Range<Int> {
    let first = max(0, Int(min(a, b) - margin))
    let last = min(limit, Int(max(a, b) + margin) + 1)
    return first..<max(first, last)
  }

  private mutating func blend(_ colour: UInt32, _ cover: Float, at index: Int) {
    let below = pixels[index]
    var mixed: UInt32 = 0
    for shift: UInt32 in [0, 8, 16] {
      let old = Float((below >> shift) & 0xFF)
      let new = Float((colour >> shift) & 0xFF)
      mixed |= UInt32(old + (new - old) * cover) << shift
    }
    pixels[index] = mixed
  }
}

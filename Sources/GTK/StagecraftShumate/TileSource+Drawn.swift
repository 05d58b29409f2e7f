#if Maps
extension TileSource {
  /// A source that draws an imaginary country, without files or a network: for tests, samples and
  /// measurements.
  ///
  /// Each tile has a frame, roads, and a colour of its own, so that two places never look alike.
  /// The same tile is always drawn alike.
  public static let drawn = TileSource("drawn", license: "Drawn by Stagecraft") { tile in
    .pixels(DrawnTile(tile).pixels(width: 256), width: 256)
  }
}

struct DrawnTile {
  private let red: UInt8
  private let green: UInt8
  private let blue: UInt8
  private let slant: Int

  init(_ tile: TileSource.Tile) {
    // The factors only have to keep neighbours apart.
    let number = tile.x &* 37 &+ tile.y &* 101 &+ tile.zoom &* 17
    let isWater = number % 5 == 0
    red = UInt8(isWater ? 150 : 190 + number % 40)
    green = UInt8(190 + tile.y &* 53 % 40)
    blue = UInt8(isWater ? 230 : 170 + tile.x &* 29 % 30)
    slant = 1 + abs(number) % 3
  }

  func pixels(width: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * width * 4) { buffer, count in
      for y in 0..<width {
        for x in 0..<width {
          let start = (y * width + x) * 4
          let isFrame = x == 0 || y == 0
          let isRoad = (x * slant + y) % 96 < 5 || (x + 40) % 128 < 4
          buffer[start] = isFrame ? 130 : isRoad ? 250 : red
          buffer[start + 1] = isFrame ? 130 : isRoad ? 245 : green
          buffer[start + 2] = isFrame ? 130 : isRoad ? 225 : blue
          buffer[start + 3] = 255
        }
      }
      count = width * width * 4
    }
  }
}
#endif

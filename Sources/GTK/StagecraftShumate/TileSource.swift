#if Maps
public import StagecraftGTK

/// Where a map gets its tiles from: a closure, which may read a file, a database, or draw them.
///
/// ```swift
/// let tiles = TileSource("city", license: "© City Library") { tile in
///   .encoded(try await archive.bytes(of: tile))
/// }
/// let map = MapView(tiles)
/// ```
///
/// A source that draws its tiles has a closure with a canvas:
///
/// ```swift
/// let districts = TileSource("districts", scale: 2) { tile, canvas in
///   canvas.paint(Color(tile.zoom > 12 ? 0xe8ecdf : 0xdde5f0))
/// }
/// ```
///
/// - The closure runs off the main thread, for several tiles at once, and encoded images are
///   decoded there as well: the main thread only receives finished textures.
/// - The task in which it runs is cancelled when the tile is no longer needed.
/// - If it throws, the tile stays blank, and is requested again when it next comes into sight.
/// - It needs no network: nothing is stored on disk or in memory except in the maps themselves. A
///   closure that is slow should cache what it returns.
public struct TileSource: Sendable {
  /// One tile of a map.
  public struct Tile: Hashable, Sendable {
    /// The column, from the west.
    public var x: Int
    /// The row, from the north.
    public var y: Int
    /// The zoom level; there are 2 to its power columns and rows.
    public var zoom: Int

    /// Creates the address of a tile.
    ///
    /// - Parameters:
    ///   - x: The column, from the west.
    ///   - y: The row, from the north.
    ///   - zoom: The zoom level.
    public init(x: Int, y: Int, zoom: Int) {
      self.x = x
      self.y = y
      self.zoom = zoom
    }
  }

  /// The image of a tile.
  public enum Image: Sendable {
    /// The bytes of a PNG, JPEG or TIFF image.
    case encoded([UInt8])
    /// Four bytes for each pixel, red, green, blue and opacity, row by row from the top; a square
    /// of this width.
    case pixels([UInt8], width: Int)
    /// A texture, which is shown in the size of a tile.
    case texture(Texture)

    /// Nil if the bytes are no image.
    func texture() -> Texture? {
      switch self {
      case .encoded(let bytes):
        return try? Texture(decoding: bytes)
      case .pixels(let pixels, let width):
        // Divided, because the width may be any number.
        guard width > 0, pixels.count / 4 / width == width, pixels.count == width * width * 4
        else { return nil }
        return Texture(pixels: pixels, width: width, height: width)
      case .texture(let texture):
        return texture
      }
    }
  }

  /// The name of the source, different from those of other sources.
  public var name: String
  /// The text that the map shows in its corner; the sources of most tiles require one.
  public var license: String
  /// The zoom levels for which there are tiles.
  public var zooms: ClosedRange<Int>
  /// The width of a tile on the screen.
  public var tileSize: Int

  let load: @Sendable (Tile) async throws -> Image

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - name: The name of the source.
  ///   - license: The text that the map shows in its corner.
  ///   - zooms: The zoom levels for which there are tiles.
  ///   - tileSize: The width of a tile on the screen.
  ///   - load: Returns the image of a tile.
  /// - Precondition: The zoom levels are between 0 and 30, and the size is positive.
  public init(
    _ name: String, license: String = "", zooms: ClosedRange<Int> = 0...18, tileSize: Int = 256,
    load: @escaping @Sendable (Tile) async throws -> Image
  ) {
    require(
      zooms.lowerBound >= 0 && zooms.upperBound <= 30,
      "Zoom levels are between 0 and 30, not \(zooms).")
    require(tileSize > 0, "The size of a tile must be positive, not \(tileSize).")
    self.name = name
    self.license = license
    self.zooms = zooms
    self.tileSize = tileSize
    self.load = load
  }
}

extension TileSource {
  /// Creates a source that draws its tiles.
  ///
  /// - Parameters:
  ///   - name: The name of the source.
  ///   - license: The text that the map shows in its corner.
  ///   - zooms: The zoom levels for which there are tiles.
  ///   - tileSize: The width of a tile on the screen, and of the canvas.
  ///   - scale: The number of pixels for a unit of the canvas: 2 on a screen with twice the usual
  ///     density.
  ///   - draw: Draws a tile, off the main thread.
  /// - Precondition: The zoom levels are between 0 and 30, and the size and the scale are positive.
  public init(
    _ name: String, license: String = "", zooms: ClosedRange<Int> = 0...18, tileSize: Int = 256,
    scale: Double = 1, draw: @escaping @Sendable (Tile, Canvas) throws -> Void
  ) {
    self.init(name, license: license, zooms: zooms, tileSize: tileSize) { tile in
      .texture(
        try Texture(width: tileSize, height: tileSize, scale: scale) { canvas throws(any Error) in
          try draw(tile, canvas)
        })
    }
  }

  /// Loads one tile, as a map does: to fill a cache, or to build a source on another one.
  ///
  /// - Parameter tile: The tile.
  /// - Returns: Its image.
  /// - Throws: The error of the closure.
  public func image(of tile: Tile) async throws -> Image { try await load(tile) }
}
#endif

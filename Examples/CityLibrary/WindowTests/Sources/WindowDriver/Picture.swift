import CDisplay
import Foundation

/// A picture of the display, or of a file, as one byte for each of blue, green, red and nothing.
struct Picture: Sendable {
  struct Failure: Error {}

  let width: Int
  let height: Int
  private(set) var bytes: [UInt8]

  init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }

  /// Reads a PNG.
  init(png path: String) throws {
    guard let surface = cairo_image_surface_create_from_png(path) else { throw Failure() }
    defer { cairo_surface_destroy(surface) }
    try self.init(surface)
  }

  /// Takes a picture of the display.
  static func ofDisplay() throws -> Picture {
    guard let display = XOpenDisplay(nil) else { throw Failure() }
    defer { XCloseDisplay(display) }
    let screen = XDefaultScreen(display)
    let surface = cairo_xlib_surface_create(
      display, XRootWindow(display, screen), XDefaultVisual(display, screen),
      XDisplayWidth(display, screen), XDisplayHeight(display, screen))
    defer { cairo_surface_destroy(surface) }
    return try Picture(
      surface, Int(XDisplayWidth(display, screen)), Int(XDisplayHeight(display, screen)))
  }

  private init(_ surface: OpaquePointer) throws {
    guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { throw Failure() }
    try self.init(
      surface, Int(cairo_image_surface_get_width(surface)),
      Int(cairo_image_surface_get_height(surface)))
  }

  /// Draws a surface on white, so that every format becomes the same.
  private init(_ source: OpaquePointer?, _ width: Int, _ height: Int) throws {
    let image = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(width), Int32(height))
    defer { cairo_surface_destroy(image) }
    let context = cairo_create(image)
    cairo_set_source_rgb(context, 1, 1, 1)
    cairo_paint(context)
    cairo_set_source_surface(context, source, 0, 0)
    cairo_paint(context)
    cairo_destroy(context)
    cairo_surface_flush(image)
    guard let data = cairo_image_surface_get_data(image) else { throw Failure() }
    // Rows of four-byte pixels have no space between them.
    self.init(
      width: width, height: height,
      bytes: Array(UnsafeBufferPointer(start: data, count: width * height * 4)))
  }

  func write(to path: String) throws {
    var bytes = bytes
    let status = bytes.withUnsafeMutableBufferPointer { bytes in
      let image = cairo_image_surface_create_for_data(
        bytes.baseAddress, CAIRO_FORMAT_RGB24, Int32(width), Int32(height), Int32(width * 4))
      defer { cairo_surface_destroy(image) }
      return cairo_surface_write_to_png(image, path)
    }
    guard status == CAIRO_STATUS_SUCCESS else { throw Failure() }
  }

  /// Each pixel is the mean of a square; what does not fill one at the edges is left out.
  func reduced(by factor: Int) -> Picture {
    let (columns, rows) = (width / factor, height / factor)
    var reduced = [UInt8](repeating: 0, count: columns * rows * 4)
    for row in 0..<rows {
      for column in 0..<columns {
        for channel in 0..<3 {
          var sum = 0
          for y in 0..<factor {
            let start = ((row * factor + y) * width + column * factor) * 4 + channel
            for x in 0..<factor { sum += Int(bytes[start + x * 4]) }
          }
          reduced[(row * columns + column) * 4 + channel] = UInt8(sum / (factor * factor))
        }
      }
    }
    return Picture(width: columns, height: rows, bytes: reduced)
  }

  /// A block of two pictures, and by how much its mean colours differ, from 0 to 255.
  struct Difference: Sendable {
    var value = 0
    var x = 0
    var y = 0
  }

  /// The block whose mean colours differ most; nil if the sizes differ.
  ///
  /// Text that is drawn a little differently changes the mean of a block little; a widget that is
  /// elsewhere changes that of a few blocks much.
  func difference(from other: Picture, block: Int = 8) -> Difference? {
    guard width == other.width, height == other.height else { return nil }
    let (own, others) = (reduced(by: block), other.reduced(by: block))
    var most = Difference()
    for index in own.bytes.indices {
      let value = abs(Int(own.bytes[index]) - Int(others.bytes[index]))
      guard value > most.value else { continue }
      let pixel = index / 4
      most = Difference(
        value: value, x: pixel % own.width * block, y: pixel / own.width * block)
    }
    return most
  }

  /// With colours that are multiples of 17, which a file holds in less space.
  var coarse: Picture {
    Picture(width: width, height: height, bytes: bytes.map { ($0 / 17 + ($0 % 17 + 8) / 17) * 17 })
  }

  /// Another picture, this one, and what differs in black on white, side by side.
  func beside(_ other: Picture) -> Picture {
    let (columns, rows) = (width + other.width + min(width, other.width), max(height, other.height))
    var result = Picture(
      width: columns, height: rows, bytes: [UInt8](repeating: 255, count: columns * rows * 4))
    func put(_ value: UInt8, _ x: Int, _ y: Int, _ channel: Int) {
      result.bytes[(y * columns + x) * 4 + channel] = value
    }
    for channel in 0..<3 {
      for y in 0..<rows {
        for x in 0..<max(width, other.width) {
          let own = at(x, y, channel)
          let before = other.at(x, y, channel)
          if let before { put(before, x, y, channel) }
          if let own { put(own, other.width + x, y, channel) }
          if let own, let before {
            put(255 - UInt8(abs(Int(own) - Int(before))), other.width + width + x, y, channel)
          }
        }
      }
    }
    return result
  }

  private func at(_ x: Int, _ y: Int, _ channel: Int) -> UInt8? {
    x < width && y < height ? bytes[(y * width + x) * 4 + channel] : nil
  }

  /// The number of pixels that differ from another picture by more than a shade.
  func changedPixels(from other: Picture) -> Int {
    guard width == other.width, height == other.height else { return width * height }
    var count = 0
    bytes.withUnsafeBytes { own in
      other.bytes.withUnsafeBytes { others in
        for row in 0..<height {
          let line = row * width * 4..<(row + 1) * width * 4
          // Most lines are the same.
          let isSame = memcmp(
            own.baseAddress! + line.lowerBound, others.baseAddress! + line.lowerBound, line.count)
          if isSame == 0 { continue }
          for start in stride(from: line.lowerBound, to: line.upperBound, by: 4) {
            if (start..<start + 3).contains(where: { abs(Int(own[$0]) - Int(others[$0])) > 8 }) {
              count += 1
            }
          }
        }
      }
    }
    return count
  }
}

#if GTK
internal import CGTK

/// What a ``DrawingArea`` or a ``Texture`` gives a program to draw on.
///
/// It is a thin layer over cairo. Lengths are in pixels, angles in radians, clockwise from the
/// right; the origin is the upper left corner. Shapes are added to a path, which `fill` and `stroke`
/// draw and end:
///
/// ```swift
/// let cover = Texture(width: 200, height: 300) { canvas in
///   let (top, bottom) = (Paint.Stop(0, Color(0x1a5fb4)), Paint.Stop(1, Color(0x62a0ea)))
///   canvas.paint(.linearGradient(x1: 0, y1: 0, x2: 0, y2: 300, [top, bottom]))
///   canvas.circle(100, 120, radius: 60)
///   canvas.fill(Color.white.withOpacity(0.8))
///   canvas.draw(
///     TextLayout("Emma", Font("Serif", size: 24, weight: .bold), width: 180, alignment: .center),
///     10, 220, .black)
/// }
/// ```
///
/// A canvas is valid during the call that receives it, and used later stops the program with a
/// message.
public final class Canvas {
  /// The width of what is drawn.
  public let width: Double
  /// The height of what is drawn.
  public let height: Double

  private var context: OpaquePointer?

  init(_ context: OpaquePointer, width: Double, height: Double) {
    self.context = context
    self.width = width
    self.height = height
  }

  func end() { context = nil }

  var raw: OpaquePointer {
    require(context != nil, "A canvas is valid only during the call that receives it.")
    return context!
  }

  // MARK: Paths

  /// Begins a part of the path.
  ///
  /// - Parameters:
  ///   - x: The distance from the left.
  ///   - y: The distance from the top.
  public func move(_ x: Double, _ y: Double) { cairo_move_to(raw, x, y) }

  /// Adds a straight line from the last point.
  ///
  /// - Parameters:
  ///   - x: The end's distance from the left.
  ///   - y: The end's distance from the top.
  public func line(_ x: Double, _ y: Double) { cairo_line_to(raw, x, y) }

  /// Adds a cubic Bézier curve from the last point.
  ///
  /// - Parameters:
  ///   - x1: The first control point's distance from the left.
  ///   - y1: The first control point's distance from the top.
  ///   - x2: The second control point's distance from the left.
  ///   - y2: The second control point's distance from the top.
  ///   - x3: The end's distance from the left.
  ///   - y3: The end's distance from the top.
  public func curve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ x3: Double, _ y3: Double
  ) { cairo_curve_to(raw, x1, y1, x2, y2, x3, y3) }

  /// Adds a part of a circle, with a line from the last point to its beginning.
  ///
  /// - Parameters:
  ///   - x: The centre's distance from the left.
  ///   - y: The centre's distance from the top.
  ///   - radius: The radius.
  ///   - start: The angle at which it begins.
  ///   - end: The angle at which it ends, clockwise.
  public func arc(_ x: Double, _ y: Double, radius: Double, from start: Double, to end: Double) {
    cairo_arc(raw, x, y, radius, start, end)
  }

  /// Adds a circle.
  ///
  /// - Parameters:
  ///   - x: The centre's distance from the left.
  ///   - y: The centre's distance from the top.
  ///   - radius: The radius.
  public func circle(_ x: Double, _ y: Double, radius: Double) {
    cairo_new_sub_path(raw)
    cairo_arc(raw, x, y, radius, 0, 2 * .pi)
    cairo_close_path(raw)
  }

  /// Adds a rectangle.
  ///
  /// - Parameters:
  ///   - x: The distance from the left.
  ///   - y: The distance from the top.
  ///   - width: The width.
  ///   - height: The height.
  ///   - corner: The radius of its corners.
  public func rectangle(
    _ x: Double, _ y: Double, _ width: Double, _ height: Double, corner: Double = 0
  ) {
    let corner = min(corner, min(width, height) / 2)
    guard corner > 0 else { return cairo_rectangle(raw, x, y, width, height) }
    let (right, bottom) = (x + width - corner, y + height - corner)
    let quarter = Double.pi / 2
    cairo_new_sub_path(raw)
    cairo_arc(raw, right, y + corner, corner, -quarter, 0)
    cairo_arc(raw, right, bottom, corner, 0, quarter)
    cairo_arc(raw, x + corner, bottom, corner, quarter, 2 * quarter)
    cairo_arc(raw, x + corner, y + corner, corner, 2 * quarter, 3 * quarter)
    cairo_close_path(raw)
  }

  /// Adds a line to where the part of the path has begun.
  public func closePath() { cairo_close_path(raw) }

  // MARK: Drawing

  /// Fills the path, and ends it.
  ///
  /// - Parameter color: The colour.
  public func fill(_ color: Color) { fill(.color(color)) }

  /// Fills the path, and ends it.
  ///
  /// - Parameter paint: A colour or a gradient.
  public func fill(_ paint: Paint) {
    paint.set(in: raw)
    cairo_fill(raw)
  }

  /// Draws a line along the path, and ends it.
  ///
  /// - Parameters:
  ///   - color: The colour.
  ///   - stroke: How the line is drawn.
  public func stroke(_ color: Color, _ stroke: Stroke = Stroke()) {
    self.stroke(.color(color), stroke)
  }

  /// Draws a line along the path, and ends it.
  ///
  /// - Parameters:
  ///   - paint: A colour or a gradient.
  ///   - stroke: How the line is drawn.
  public func stroke(_ paint: Paint, _ stroke: Stroke = Stroke()) {
    paint.set(in: raw)
    stroke.set(in: raw)
    cairo_stroke(raw)
  }

  /// Fills all that is not clipped.
  ///
  /// - Parameter color: The colour.
  public func paint(_ color: Color) { paint(.color(color)) }

  /// Fills all that is not clipped.
  ///
  /// - Parameter paint: A colour or a gradient.
  public func paint(_ paint: Paint) {
    paint.set(in: raw)
    cairo_paint(raw)
  }

  /// Draws a text.
  ///
  /// It ends the path.
  ///
  /// - Parameters:
  ///   - text: The text and its font.
  ///   - x: The distance of its left edge.
  ///   - y: The distance of its upper edge.
  ///   - color: The colour.
  public func draw(_ text: TextLayout, _ x: Double, _ y: Double, _ color: Color) {
    text.withLayout(raw) { layout in
      cairo_new_path(raw)
      cairo_move_to(raw, x, y)
      Paint.color(color).set(in: raw)
      pango_cairo_show_layout(raw, layout)
      cairo_new_path(raw)
    }
  }

  /// Draws an image.
  ///
  /// It ends the path.
  ///
  /// - Parameters:
  ///   - texture: The image.
  ///   - x: The distance of its left edge.
  ///   - y: The distance of its upper edge.
  ///   - width: The width; nil for that which the texture's ``Texture/scale`` says.
  ///   - height: The height; nil for that which the texture's ``Texture/scale`` says.
  /// - Precondition: The image has at most 32767 pixels in each direction.
  /// - Complexity: O(*n*), where *n* is the number of the texture's pixels, which are copied.
  public func draw(
    _ texture: Texture, _ x: Double, _ y: Double, width: Double? = nil, height: Double? = nil
  ) {
    let (columns, rows) = (Double(texture.width), Double(texture.height))
    let width = width ?? columns / texture.scale
    let height = height ?? rows / texture.scale
    cairo_new_path(raw)
    guard width > 0, height > 0 else { return }
    let surface = cairo_image_surface_create(
      CAIRO_FORMAT_ARGB32, Int32(texture.width), Int32(texture.height))
    defer { cairo_surface_destroy(surface) }
    require(
      cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS,
      "A texture of \(texture.width) × \(texture.height) pixels is too large for a canvas.")
    texture.withRaw {
      gdk_texture_download(
        $0, cairo_image_surface_get_data(surface), gsize(cairo_image_surface_get_stride(surface)))
    }
    cairo_surface_mark_dirty(surface)
    withState {
      translate(x, y)
      scale(width / columns, height / rows)
      cairo_set_source_surface(raw, surface, 0, 0)
      // Enlarged, it does not fade at its edges.
      cairo_pattern_set_extend(cairo_get_source(raw), CAIRO_EXTEND_PAD)
      cairo_rectangle(raw, 0, 0, columns, rows)
      cairo_fill(raw)
    }
  }

  /// Returns the size that a text takes.
  ///
  /// - Parameter text: The text and its font.
  /// - Returns: The size, the number of lines, and whether a part of the text is left out.
  public func size(of text: TextLayout) -> TextLayout.Size {
    text.withLayout(raw) { TextLayout.Size($0) }
  }

  // MARK: State

  /// Calls a closure, and undoes its transformations and clips.
  ///
  /// - Parameter body: A closure that draws.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws.
  public func withState<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    cairo_save(raw)
    defer { cairo_restore(raw) }
    return try body()
  }

  /// Draws only inside the path from now on, and ends it.
  public func clip() { cairo_clip(raw) }

  /// Moves the origin.
  ///
  /// - Parameters:
  ///   - x: The distance to the right.
  ///   - y: The distance down.
  public func translate(_ x: Double, _ y: Double) { cairo_translate(raw, x, y) }

  /// Enlarges what is drawn from now on.
  ///
  /// - Parameters:
  ///   - x: The factor of widths.
  ///   - y: The factor of heights; nil if it is the same.
  /// - Precondition: No factor is 0.
  public func scale(_ x: Double, _ y: Double? = nil) {
    let y = y ?? x
    require(
      x != 0 && y != 0 && x.isFinite && y.isFinite,
      "A drawing is not scaled by \(x) and \(y): nothing would be left of it.")
    cairo_scale(raw, x, y)
  }

  /// Turns what is drawn from now on around the origin.
  ///
  /// - Parameter angle: The angle in radians, clockwise.
  public func rotate(_ angle: Double) { cairo_rotate(raw, angle) }
}
#endif

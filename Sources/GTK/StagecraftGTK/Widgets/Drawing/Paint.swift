#if GTK
internal import CGTK

/// What a shape on a ``Canvas`` is filled with.
public enum Paint: Hashable, Sendable {
  /// A colour and its place in a gradient.
  public struct Stop: Hashable, Sendable {
    /// From 0, where the gradient begins, to 1.
    public var offset: Double
    /// The colour at this place.
    public var color: Color

    /// Creates a stop.
    ///
    /// - Parameters:
    ///   - offset: From 0, where the gradient begins, to 1.
    ///   - color: The colour at this place.
    public init(_ offset: Double, _ color: Color) {
      self.offset = offset
      self.color = color
    }
  }

  /// One colour.
  case color(Color)
  /// Colours that change along a line.
  case linearGradient(x1: Double, y1: Double, x2: Double, y2: Double, [Stop])
  /// Colours that change from a centre to a circle around it.
  case radialGradient(x: Double, y: Double, radius: Double, [Stop])

  /// Makes it the source of a cairo context.
  func set(in context: OpaquePointer) {
    let pattern: OpaquePointer?
    let stops: [Stop]
    switch self {
    case .color(let color):
      return cairo_set_source_rgba(context, color.red, color.green, color.blue, color.opacity)
    case .linearGradient(let x1, let y1, let x2, let y2, let all):
      (pattern, stops) = (cairo_pattern_create_linear(x1, y1, x2, y2), all)
    case .radialGradient(let x, let y, let radius, let all):
      (pattern, stops) = (cairo_pattern_create_radial(x, y, 0, x, y, radius), all)
    }
    for stop in stops {
      let color = stop.color
      cairo_pattern_add_color_stop_rgba(
        pattern, stop.offset, color.red, color.green, color.blue, color.opacity)
    }
    cairo_set_source(context, pattern)
    cairo_pattern_destroy(pattern)
  }
}

/// How a line on a ``Canvas`` is drawn.
public struct Stroke: Hashable, Sendable {
  /// How lines end.
  public enum Cap: Hashable, Sendable {
    /// At the last point.
    case butt
    /// With half a circle around the last point.
    case round
    /// With half a square around the last point.
    case square
  }

  /// How two lines meet.
  public enum Join: Hashable, Sendable {
    /// In a corner.
    case miter
    /// In an arc.
    case round
    /// In a corner that is cut off.
    case bevel
  }

  /// The width.
  public var width: Double
  /// How lines end.
  public var cap: Cap
  /// How two lines meet.
  public var join: Join
  /// The lengths of dashes and gaps, in turn; empty for a line without gaps.
  public var dashes: [Double]

  /// Creates a description of lines.
  ///
  /// - Parameters:
  ///   - width: The width.
  ///   - cap: How lines end.
  ///   - join: How two lines meet.
  ///   - dashes: The lengths of dashes and gaps, in turn; empty for a line without gaps.
  public init(
    _ width: Double = 1, cap: Cap = .butt, join: Join = .miter, dashes: [Double] = []
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.dashes = dashes
  }

  func set(in context: OpaquePointer) {
    require(
      dashes.allSatisfy { $0 >= 0 && $0.isFinite }
        && (dashes.isEmpty || dashes.contains { $0 > 0 }),
      "Lengths of dashes are 0 or more, and not all of them 0: \(dashes).")
    cairo_set_line_width(context, width)
    switch cap {
    case .butt: cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT)
    case .round: cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
    case .square: cairo_set_line_cap(context, CAIRO_LINE_CAP_SQUARE)
    }
    switch join {
    case .miter: cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
    case .round: cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
    case .bevel: cairo_set_line_join(context, CAIRO_LINE_JOIN_BEVEL)
    }
    cairo_set_dash(context, dashes, Int32(dashes.count), 0)
  }
}
#endif

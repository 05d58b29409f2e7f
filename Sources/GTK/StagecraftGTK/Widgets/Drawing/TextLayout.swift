#if GTK
internal import CGTK

/// A font of a text on a ``Canvas``.
public struct Font: Hashable, Sendable {
  /// How thick the letters are.
  public struct Weight: Hashable, Sendable {
    let value: UInt32
    /// Thinner than usual.
    public static let light = Weight(value: 300)
    /// As usual.
    public static let normal = Weight(value: 400)
    /// A little thicker than usual.
    public static let medium = Weight(value: 500)
    /// Between medium and bold.
    public static let semibold = Weight(value: 600)
    /// Thick.
    public static let bold = Weight(value: 700)
    /// Thicker than bold.
    public static let heavy = Weight(value: 900)
  }

  /// The name of the family, such as `Cantarell`, or `Sans`, `Serif` or `Monospace`.
  public var family: String
  /// The size in pixels.
  public var size: Double
  /// How thick the letters are.
  public var weight: Weight
  /// Whether the letters are slanted.
  public var isItalic = false
  /// Whether small letters are shown as small capitals.
  public var hasSmallCapitals = false
  /// Whether all digits have the same width, as in tables.
  public var hasTabularFigures = false
  /// The additional distance between letters, in pixels.
  public var letterSpacing = 0.0

  /// Creates a font.
  ///
  /// - Parameters:
  ///   - family: The name of the family. A family that is missing is replaced by a similar one.
  ///   - size: The size in pixels.
  ///   - weight: How thick the letters are.
  public init(_ family: String = "Sans", size: Double = 14, weight: Weight = .normal) {
    self.family = family
    self.size = size
    self.weight = weight
  }

  fileprivate func set(in layout: OpaquePointer) {
    require(
      size > 0 && size <= 10_000,
      "The size of a font is more than 0 and at most 10000 pixels, not \(size).")
    let description = pango_font_description_new()
    defer { pango_font_description_free(description) }
    pango_font_description_set_family(description, family)
    pango_font_description_set_absolute_size(description, size * Double(PANGO_SCALE))
    pango_font_description_set_weight(description, PangoWeight(rawValue: weight.value))
    if isItalic { pango_font_description_set_style(description, PANGO_STYLE_ITALIC) }
    if hasSmallCapitals {
      pango_font_description_set_variant(description, PANGO_VARIANT_SMALL_CAPS)
    }
    pango_layout_set_font_description(layout, description)
    guard letterSpacing != 0 || hasTabularFigures else { return }
    let attributes = pango_attr_list_new()
    defer { pango_attr_list_unref(attributes) }
    if letterSpacing != 0 {
      pango_attr_list_insert(attributes, pango_attr_letter_spacing_new(units(letterSpacing)))
    }
    if hasTabularFigures {
      pango_attr_list_insert(attributes, pango_attr_font_features_new("tnum=1"))
    }
    pango_layout_set_attributes(layout, attributes)
  }
}

/// A text, and how it is laid out on a ``Canvas``.
///
/// Text may be measured and drawn on any thread; each thread loads its fonts once.
public struct TextLayout: Hashable, Sendable {
  /// The text.
  public var text: String
  /// The font.
  public var font: Font
  /// The width at which lines are broken, between words where possible; nil for none.
  public var width: Double?
  /// The number of lines of each paragraph, of which the last ends with an ellipsis if there is
  /// more text; nil if there may be any number.
  ///
  /// With 1, all paragraphs are one line.
  public var maximumLines: Int?
  /// Where lines are in the width.
  public var alignment: Label.Alignment

  /// Creates a description of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - font: The font.
  ///   - width: The width at which lines are broken, between words where possible; nil for none.
  ///   - maximumLines: The number of lines of each paragraph, of which the last ends with an
  ///     ellipsis if there is more text; nil if there may be any number. With 1, all paragraphs are
  ///     one line. Without a width, nothing is left out.
  ///   - alignment: Where lines are in the width.
  public init(
    _ text: String, _ font: Font = Font(), width: Double? = nil, maximumLines: Int? = nil,
    alignment: Label.Alignment = .start
  ) {
    self.text = text
    self.font = font
    self.width = width
    self.maximumLines = maximumLines
    self.alignment = alignment
  }

  /// What a text takes.
  public struct Size: Hashable, Sendable {
    /// The width of the longest line.
    public var width: Double
    /// The height of all lines.
    public var height: Double
    /// The distance from the upper edge to the line on which the first letters stand.
    public var baseline: Double
    /// The number of lines.
    public var lineCount: Int
    /// Whether a part of the text is left out.
    public var isCut: Bool

    init(_ layout: OpaquePointer) {
      var (width, height) = (Int32(0), Int32(0))
      pango_layout_get_size(layout, &width, &height)
      self.width = Double(width) / Double(PANGO_SCALE)
      self.height = Double(height) / Double(PANGO_SCALE)
      baseline = Double(pango_layout_get_baseline(layout)) / Double(PANGO_SCALE)
      lineCount = Int(pango_layout_get_line_count(layout))
      isCut = pango_layout_is_ellipsized(layout) != 0
    }
  }

  func withLayout<Result>(_ context: OpaquePointer, _ body: (OpaquePointer) -> Result) -> Result {
    let layout = pango_cairo_create_layout(context)!
    defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
    font.set(in: layout)
    pango_layout_set_text(layout, text, -1)
    if let width {
      pango_layout_set_width(layout, max(units(width), 0))
      pango_layout_set_wrap(layout, PANGO_WRAP_WORD_CHAR)
    }
    if let maximumLines {
      require(maximumLines > 0, "A text has at least one line, not \(maximumLines).")
      pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END)
      pango_layout_set_height(layout, -Int32(clamping: maximumLines))
      // The height is that of each paragraph.
      pango_layout_set_single_paragraph_mode(layout, maximumLines == 1 ? 1 : 0)
    }
    switch alignment {
    case .start: pango_layout_set_alignment(layout, PANGO_ALIGN_LEFT)
    case .center: pango_layout_set_alignment(layout, PANGO_ALIGN_CENTER)
    case .end: pango_layout_set_alignment(layout, PANGO_ALIGN_RIGHT)
    }
    return body(layout)
  }
}

/// Pango's units.
private func units(_ pixels: Double) -> Int32 {
  require(abs(pixels) <= 100_000, "A length of a text is at most 100000 pixels, not \(pixels).")
  return Int32(pixels * Double(PANGO_SCALE))
}
#endif

#if GTK
internal import CGTK

/// A colour, with an opacity.
public struct Color: Hashable, Sendable {
  /// The red part, from 0 to 1.
  public var red: Double
  /// The green part, from 0 to 1.
  public var green: Double
  /// The blue part, from 0 to 1.
  public var blue: Double
  /// From 0, which is invisible, to 1.
  public var opacity: Double

  /// Creates a colour of its parts.
  ///
  /// - Parameters:
  ///   - red: The red part, from 0 to 1.
  ///   - green: The green part, from 0 to 1.
  ///   - blue: The blue part, from 0 to 1.
  ///   - opacity: From 0, which is invisible, to 1.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// Creates an opaque colour of a number, as in `Color(0x3584e4)`.
  ///
  /// - Parameter rgb: Two hexadecimal digits each for red, green and blue.
  public init(_ rgb: UInt32) {
    func part(_ shift: UInt32) -> Double { Double(rgb >> shift & 0xff) / 255 }
    self.init(red: part(16), green: part(8), blue: part(0))
  }

  /// Creates a colour of a text as in style sheets; nil if it is none.
  ///
  /// - Parameter text: A text such as `#3584e4`, `rgba(53, 132, 228, 0.5)` or `navy`.
  public init?(css text: String) {
    var rgba = GdkRGBA()
    guard gdk_rgba_parse(&rgba, text) != 0 else { return nil }
    self.init(rgba)
  }

  init(_ rgba: GdkRGBA) {
    self.init(
      red: Double(rgba.red), green: Double(rgba.green), blue: Double(rgba.blue),
      opacity: Double(rgba.alpha))
  }

  /// Black.
  public static let black = Color(0)
  /// White.
  public static let white = Color(0xff_ffff)
  /// Invisible.
  public static let clear = Color(red: 0, green: 0, blue: 0, opacity: 0)

  /// Returns the colour with another opacity.
  ///
  /// - Parameter opacity: From 0, which is invisible, to 1.
  /// - Returns: The colour.
  public func withOpacity(_ opacity: Double) -> Color {
    var result = self
    result.opacity = opacity
    return result
  }

  /// Returns a colour between this one and another.
  ///
  /// - Parameters:
  ///   - other: The other colour.
  ///   - share: How much of the other: 0 is this colour, and 1 the other.
  /// - Returns: The colour.
  public func mixed(with other: Color, _ share: Double = 0.5) -> Color {
    func mix(_ part: KeyPath<Color, Double>) -> Double {
      self[keyPath: part] * (1 - share) + other[keyPath: part] * share
    }
    return Color(red: mix(\.red), green: mix(\.green), blue: mix(\.blue), opacity: mix(\.opacity))
  }
}

extension Widget {
  /// The colour of texts in the widget, which depends on the theme.
  public var textColor: Color {
    withRaw {
      var rgba = GdkRGBA()
      gtk_style_context_get_color(gtk_widget_get_style_context($0), &rgba)
      return Color(rgba)
    }
  }

  /// Returns a colour of the theme.
  ///
  /// - Parameter name: A name in style sheets, such as `accent_color`, `warning_color` or
  ///   `view_bg_color`.
  /// - Returns: The colour; nil if the theme has none of this name.
  public func themeColor(_ name: String) -> Color? {
    withRaw {
      var rgba = GdkRGBA()
      let found = gtk_style_context_lookup_color(gtk_widget_get_style_context($0), name, &rgba)
      return found != 0 ? Color(rgba) : nil
    }
  }
}
#endif

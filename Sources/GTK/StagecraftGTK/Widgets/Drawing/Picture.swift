#if GTK
internal import CGTK
internal import CStageGTK

/// An image that fills its place.
///
/// Its natural size is that of the texture, in the units that its ``Texture/scale`` says. Give it a
/// smallest size with ``Widget/setMinimumSize(width:height:)``, or let it expand.
///
/// The wider its place, the higher it wants to be: in a vertical box or a row, it takes height that
/// is left over as soon as there is width. A picture whose size is to stay as it is, such as a cover
/// beside a title, has one of its own:
///
/// ```swift
/// let cover = Picture(label: "The cover of Emma")
/// cover.setSize(width: 40, height: 60)
/// cover.horizontalAlignment = .start
/// ```
open class Picture: Widget {
  /// How an image fills a place of other proportions.
  public enum Fit: Hashable, Sendable {
    /// It is stretched.
    case fill
    /// It is as large as possible without being cut.
    case contain
    /// It is as small as possible without leaving a gap, and cut.
    case cover
    /// Like ``contain``, but never larger than it is.
    case scaleDown

    fileprivate var raw: GtkContentFit {
      switch self {
      case .fill: GTK_CONTENT_FIT_FILL
      case .contain: GTK_CONTENT_FIT_CONTAIN
      case .cover: GTK_CONTENT_FIT_COVER
      case .scaleDown: GTK_CONTENT_FIT_SCALE_DOWN
      }
    }
  }

  /// Creates a picture.
  ///
  /// - Parameters:
  ///   - texture: The image; nil if it is set later.
  ///   - label: What assistive technologies say instead of it; empty if it is only an ornament.
  ///   - fit: How it fills a place of other proportions.
  public init(_ texture: Texture? = nil, label: String = "", fit: Fit = .contain) {
    self.texture = texture
    self.fit = fit
    super.init(gtk_picture_new())
    alternativeText = label
    show()
    withOpaque { gtk_picture_set_content_fit($0, fit.raw) }
  }

  /// The image.
  public var texture: Texture? {
    didSet { if texture !== oldValue { show() } }
  }

  private func show() {
    withOpaque { picture in
      guard let texture else { return gtk_picture_set_paintable(picture, nil) }
      texture.withPaintable { gtk_picture_set_paintable(picture, $0) }
    }
  }

  /// Gives the picture a size that depends neither on its image nor on its place.
  ///
  /// The image is in it as ``fit`` says. A place that is larger stretches the picture, unless it is
  /// aligned there: with ``Widget/horizontalAlignment`` in a vertical box.
  ///
  /// - Parameters:
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  public func setSize(width: Int, height: Int) {
    let (width, height) = (pixels(width), pixels(height))
    withRaw { stage_set_fixed_size($0, width, height) }
  }

  /// Gives the picture its natural size again, after ``setSize(width:height:)``.
  public func resetSize() { withRaw { stage_set_fixed_size($0, -1, -1) } }

  /// How the image fills a place of other proportions.
  public var fit: Fit {
    didSet { withOpaque { gtk_picture_set_content_fit($0, fit.raw) } }
  }

  /// Whether the picture may be smaller than its image; true at first.
  public var canShrink: Bool {
    get { withOpaque { gtk_picture_get_can_shrink($0) != 0 } }
    set { withOpaque { gtk_picture_set_can_shrink($0, newValue ? 1 : 0) } }
  }

  /// What assistive technologies say instead of the image.
  public var alternativeText: String {
    get { withOpaque { gtk_picture_get_alternative_text($0).map { String(cString: $0) } ?? "" } }
    set {
      withOpaque { gtk_picture_set_alternative_text($0, newValue) }
      if !newValue.isEmpty { setAccessibleLabel(newValue) }
    }
  }
}
#endif

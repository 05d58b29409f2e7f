#if GTK
internal import CAdwaita
internal import CGTK
public import StagecraftScreens

/// How the user wants windows to look.
///
/// ```swift
/// Appearance.preferredScheme = .preferDark
/// let observation = Appearance.observe { [weak chart] in chart?.redraw() }
/// ```
///
/// Widgets follow by themselves; a program asks only for what it draws by itself.
@MainActor
public enum Appearance {
  /// Which colours the program wants.
  public enum Scheme: Hashable, Sendable {
    /// As the user's desktop says; light where it says nothing.
    case system
    /// Light, unless the user's desktop wants dark.
    case preferLight
    /// Dark, unless the user's desktop wants light.
    case preferDark
    /// Light, also if the desktop wants dark.
    case light
    /// Dark, also if the desktop wants light.
    case dark
  }

  /// The direction in which lines are read.
  public enum TextDirection: Hashable, Sendable {
    /// As in English.
    case leftToRight
    /// As in Arabic.
    case rightToLeft
  }

  /// Whether light texts stand on a dark background.
  public static var isDark: Bool { adw_style_manager_get_dark(manager) != 0 }

  /// Whether the user's desktop wants strong contrasts.
  public static var isHighContrast: Bool { adw_style_manager_get_high_contrast(manager) != 0 }

  /// Which colours the program wants.
  public static var preferredScheme: Scheme {
    get {
      switch adw_style_manager_get_color_scheme(manager) {
      case ADW_COLOR_SCHEME_FORCE_LIGHT: .light
      case ADW_COLOR_SCHEME_PREFER_LIGHT: .preferLight
      case ADW_COLOR_SCHEME_PREFER_DARK: .preferDark
      case ADW_COLOR_SCHEME_FORCE_DARK: .dark
      default: .system
      }
    }
    set {
      let scheme =
        switch newValue {
        case .system: ADW_COLOR_SCHEME_DEFAULT
        case .preferLight: ADW_COLOR_SCHEME_PREFER_LIGHT
        case .preferDark: ADW_COLOR_SCHEME_PREFER_DARK
        case .light: ADW_COLOR_SCHEME_FORCE_LIGHT
        case .dark: ADW_COLOR_SCHEME_FORCE_DARK
        }
      adw_style_manager_set_color_scheme(manager, scheme)
    }
  }

  /// How large texts are, compared with their usual size; as the user's desktop says, until it is
  /// set.
  ///
  /// - Precondition: A scale that is set is between 0.25 and 4.
  public static var textScale: Double {
    get {
      let dpi = WidgetSettings.integer("gtk-xft-dpi")
      return dpi > 0 ? Double(dpi) / usualDPI : 1
    }
    set {
      require(
        newValue >= 0.25 && newValue <= 4, "A text scale is between 0.25 and 4, not \(newValue).")
      WidgetSettings.set("gtk-xft-dpi", to: Int((newValue * usualDPI).rounded()))
    }
  }

  private static let usualDPI = 96.0 * 1024

  /// Whether nothing should move that need not; as the user's desktop says, until it is set.
  public static var reducesMotion: Bool {
    get { !WidgetSettings.animates }
    set { WidgetSettings.animates = !newValue }
  }

  /// The direction in which widgets follow each other; as the user's language says, until it is
  /// set.
  public static var textDirection: TextDirection {
    get { WidgetSettings.isRightToLeft ? .rightToLeft : .leftToRight }
    set {
      guard newValue != textDirection else { return }
      WidgetSettings.isRightToLeft = newValue == .rightToLeft
      observers.notify()
    }
  }

  /// Calls a closure whenever one of these properties has changed.
  ///
  /// - Parameter body: The closure.
  /// - Returns: A token; the observation ends when it is cancelled or released.
  public static func observe(_ body: @escaping @MainActor () -> Void) -> ObservationToken {
    listen()
    return observers.add(body)
  }

  private static let observers = MainObservers()
  private static var isListening = false

  private static func listen() {
    guard !isListening else { return }
    isListening = true
    let styles = UnsafeMutableRawPointer(manager)
    let settings = UnsafeMutableRawPointer(WidgetSettings.settings)
    for (object, property) in [
      (styles, "dark"), (styles, "high-contrast"), (styles, "color-scheme"),
      (settings, "gtk-xft-dpi"), (settings, "gtk-enable-animations"),
    ] {
      _ = SignalConnection(object, "notify::\(property)") { _ in
        observers.notify()
        return nil
      }
    }
  }

  private static var manager: OpaquePointer {
    require(
      gtk_is_initialized() != 0,
      "GTK is not ready. Use the appearance inside the closure of `GTKApplication.run`.")
    return adw_style_manager_get_default()
  }
}
#endif

import StagecraftGTK

/// What the application adds to the desktop's theme; the colours are the theme's.
///
/// Lines have a height of their own where letters of several fonts stand side by side. The names of
/// the tabs at the bottom are as large as fits there, in pixels, because large texts would be cut.
enum Style {
  @MainActor static let sheet = StyleSheet(
    """
    .catalogue { background: none; padding: 0 10px 12px 10px; }
    .catalogue > child { padding: 8px; border-radius: 10px; }
    .book-name { font-weight: bold; margin-top: 6px; font-size: 0.93em; }
    .book-line { font-size: 0.86em; color: alpha(currentColor, 0.7); }
    .book-name, .book-line, .tag { line-height: 1.3em; }
    .book-dot { min-width: 7px; min-height: 7px; border-radius: 4px; background: currentColor; }
    .cover { border-radius: 5px; box-shadow: 0 1px 4px alpha(black, 0.3), 0 0 0 1px alpha(white, 0.08); }
    .chip, .chip-menu > button {
      border-radius: 99px; padding: 2px 14px; min-height: 24px; font-weight: normal;
      background: none; box-shadow: inset 0 0 0 1px alpha(currentColor, 0.15);
    }
    .chip:hover, .chip-menu > button:hover { background: alpha(currentColor, 0.07); }
    .chip:checked, .chosen > button {
      background: alpha(@accent_bg_color, 0.25); box-shadow: none;
      color: mix(@accent_color, @window_fg_color, 0.4);
      font-weight: bold;
    }
    .tag {
      border-radius: 6px; padding: 2px 8px; font-size: 0.86em;
      background: alpha(currentColor, 0.1);
    }
    .tag.success { color: mix(@success_color, @window_fg_color, 0.35); }
    .tag.warning { color: mix(@warning_color, @window_fg_color, 0.35); }
    .tag.error { color: mix(@error_color, @window_fg_color, 0.35); }
    .dim-label, row .subtitle { opacity: 0.8; }
    .high-contrast .chip, .high-contrast .chip-menu > button {
      box-shadow: inset 0 0 0 1px currentColor;
    }
    .large-texts viewswitcherbar button.toggle > stack > box.narrow { font-size: 13px; }
    .large-texts viewswitcherbar button.toggle > stack > box.narrow > stack > label { padding: 0 2px; }
    .card textview, .card textview text { background: none; }
    .orders { background: none; }
    .orders > row { padding: 8px 12px; }
    .orders .caption { font-size: 0.86em; }
    .side { background: alpha(currentColor, 0.03); }
    .tile { padding: 12px 14px; }
    """)
}

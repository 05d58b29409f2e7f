#if GTK
internal import CAdwaita
internal import CGTK

/// The titles and icons of a ``ViewStack``, for the place of the title in a ``HeaderBar``; without
/// the room for them, a title.
public final class ViewSwitcherTitle: Widget {
  /// Called when the title has taken the place of the switcher, with true, or the other way round.
  public var onTitleVisibleChange: (@MainActor (Bool) -> Void)?

  /// Creates a switcher.
  ///
  /// - Parameters:
  ///   - stack: The widgets of which the user chooses one.
  ///   - title: What is shown without the room for the switcher.
  public init(_ stack: ViewStack, title: String = "") {
    super.init(adw_view_switcher_title_new())
    withOpaque { own in stack.withOpaque { adw_view_switcher_title_set_stack(own, $0) } }
    self.title = title
    on("notify::title-visible") { [weak self] _ in
      guard let self else { return }
      onTitleVisibleChange?(isTitleVisible)
    }
  }

  /// What is shown without the room for the switcher.
  public var title: String {
    get { withOpaque { String(cString: adw_view_switcher_title_get_title($0)) } }
    set { withOpaque { adw_view_switcher_title_set_title($0, newValue) } }
  }

  /// A line in smaller letters below the title; empty if there is none.
  public var subtitle: String {
    get { withOpaque { String(cString: adw_view_switcher_title_get_subtitle($0)) } }
    set { withOpaque { adw_view_switcher_title_set_subtitle($0, newValue) } }
  }

  /// Whether the switcher is shown when there is room for it; true at first.
  public var isSwitcherEnabled: Bool {
    get { withOpaque { adw_view_switcher_title_get_view_switcher_enabled($0) != 0 } }
    set { withOpaque { adw_view_switcher_title_set_view_switcher_enabled($0, newValue ? 1 : 0) } }
  }

  /// Whether the title is shown, instead of the switcher.
  public var isTitleVisible: Bool {
    withOpaque { adw_view_switcher_title_get_title_visible($0) != 0 }
  }
}

/// The titles and icons of a ``ViewStack``, for the bottom of a narrow window.
public final class ViewSwitcherBar: Widget {
  /// Creates a switcher, which is hidden.
  ///
  /// - Parameter stack: The widgets of which the user chooses one.
  public init(_ stack: ViewStack) {
    super.init(adw_view_switcher_bar_new())
    withOpaque { bar in stack.withOpaque { adw_view_switcher_bar_set_stack(bar, $0) } }
  }

  /// Whether the switcher is shown.
  public var isRevealed: Bool {
    get { withOpaque { adw_view_switcher_bar_get_reveal($0) != 0 } }
    set { withOpaque { adw_view_switcher_bar_set_reveal($0, newValue ? 1 : 0) } }
  }
}
#endif

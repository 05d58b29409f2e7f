#if GTK
internal import CAdwaita
internal import CGTK

/// libadwaita 1.4 replaces it by `AdwNavigationView`.
final class Leaflet: Widget {
  var onMove: (@MainActor () -> Void)?
  /// The leaflet may still work on its widgets: remove none before a later turn.
  var onAnimationEnd: (@MainActor () -> Void)?

  init() {
    super.init(adw_leaflet_new())
    withOpaque { leaflet in
      adw_leaflet_set_can_unfold(leaflet, 0)
      adw_leaflet_set_homogeneous(leaflet, 1)
      adw_leaflet_set_transition_type(leaflet, ADW_LEAFLET_TRANSITION_TYPE_SLIDE)
      adw_leaflet_set_can_navigate_back(leaflet, 1)
    }
    on("notify::visible-child") { [weak self] _ in self?.onMove?() }
    on("notify::child-transition-running") { [weak self] _ in
      guard let self, !isAnimating else { return }
      onAnimationEnd?()
    }
  }

  /// Or about to be.
  var shown: Widget? {
    let raw = withOpaque { adw_leaflet_get_visible_child($0) }
    return children.first { $0.wraps(raw) }
  }

  var isAnimating: Bool {
    withOpaque { adw_leaflet_get_child_transition_running($0) != 0 }
  }

  var canGoBack: Bool {
    get { withOpaque { adw_leaflet_get_can_navigate_back($0) != 0 } }
    set { withOpaque { adw_leaflet_set_can_navigate_back($0, newValue ? 1 : 0) } }
  }

  func append(_ widget: Widget) {
    adopt(widget)
    withOpaque { leaflet in _ = widget.withRaw { adw_leaflet_append(leaflet, $0) } }
  }

  /// From the bottom to the top.
  func setOrder(_ widgets: [Widget]) {
    withOpaque { leaflet in
      var last: Widget?
      for widget in widgets where widget.parent === self {
        widget.withRaw { raw in
          if let last {
            last.withRaw { adw_leaflet_reorder_child_after(leaflet, raw, $0) }
          } else {
            adw_leaflet_reorder_child_after(leaflet, raw, nil)
          }
        }
        last = widget
      }
    }
  }

  /// Not the one that is shown, unless it is the only one.
  func remove(_ widget: Widget) {
    guard widget.parent === self else { return }
    widget.releaseFocus()
    withOpaque { leaflet in widget.withRaw { adw_leaflet_remove(leaflet, $0) } }
    disown(widget)
  }

  /// Returns whether an animation runs; without one, an animation in progress is ended.
  @discardableResult
  func show(_ widget: Widget, animated isAnimated: Bool) -> Bool {
    require(widget.parent === self, "“\(widget.name)” is not in the leaflet.")
    keepingFocus {
      withOpaque { leaflet in
        // A leaflet that is not mapped animates nothing, and ends what it animated.
        let hides = !isAnimated && isMapped
        if hides { withRaw { gtk_widget_set_child_visible($0, 0) } }
        widget.withRaw { adw_leaflet_set_visible_child(leaflet, $0) }
        if hides { withRaw { gtk_widget_set_child_visible($0, 1) } }
      }
    }
    return isAnimating
  }

  /// As the user does with a key; false if there is nothing to go back to.
  @discardableResult
  func navigateBack() -> Bool {
    withOpaque { adw_leaflet_navigate($0, ADW_NAVIGATION_DIRECTION_BACK) != 0 }
  }
}
#endif

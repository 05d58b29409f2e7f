#if GTK
internal import CAdwaita
internal import CGTK
internal import CStageGTK

/// Pages side by side, through which the user drags or scrolls.
///
/// It moves by itself: ``onMove`` and ``onStop`` report it.
final class Carousel: Widget {
  /// Called when the carousel has moved; see ``position``.
  var onMove: (@MainActor () -> Void)?
  /// Called when the carousel has come to rest, with the page at which it stands.
  ///
  /// The carousel may still work on its pages: remove none before a later turn.
  var onStop: (@MainActor (Int) -> Void)?

  /// Creates a carousel without pages.
  init() {
    super.init(adw_carousel_new())
    withOpaque { carousel in
      adw_carousel_set_allow_mouse_drag(carousel, 1)
      adw_carousel_set_allow_scroll_wheel(carousel, 1)
    }
    on("notify::position") { [weak self] _ in self?.onMove?() }
    on("page-changed") { [weak self] parameters in self?.onStop?(parameters.integer(0)) }
  }

  /// The position, counted in pages from 0.
  var position: Double { withOpaque { adw_carousel_get_position($0) } }

  /// Whether the user may move it.
  var isInteractive: Bool {
    get { withOpaque { adw_carousel_get_interactive($0) != 0 } }
    set { withOpaque { adw_carousel_set_interactive($0, newValue ? 1 : 0) } }
  }

  /// Adds a page at the end.
  ///
  /// - Parameter widget: A widget that is in no other.
  func append(_ widget: Widget) {
    adopt(widget)
    withOpaque { carousel in widget.withRaw { adw_carousel_append(carousel, $0) } }
  }

  /// Removes a page, if it is in the carousel.
  ///
  /// - Parameter widget: The page.
  func remove(_ widget: Widget) {
    guard widget.parent === self else { return }
    widget.releaseFocus()
    withOpaque { carousel in widget.withRaw { adw_carousel_remove(carousel, $0) } }
    disown(widget)
  }

  /// Scrolls to a page.
  ///
  /// A carousel without a size, and pages that have been added since the last frame, cannot be
  /// scrolled to: it stays where it is.
  ///
  /// - Parameters:
  ///   - page: A page of the carousel.
  ///   - isAnimated: Whether to animate it; otherwise an animation that runs is ended.
  func scroll(to page: Widget, animated isAnimated: Bool) {
    require(page.parent === self, "“\(page.name)” is not in the carousel.")
    withOpaque { carousel in
      page.withRaw { adw_carousel_scroll_to(carousel, $0, isAnimated ? 1 : 0) }
    }
  }
}

/// A row of dots that shows where a ``Carousel`` stands.
final class CarouselDots: Widget {
  /// Creates dots.
  ///
  /// - Parameter carousel: The carousel, which the dots do not retain.
  init(of carousel: Carousel) {
    super.init(adw_carousel_indicator_dots_new())
    withOpaque { dots in
      carousel.withOpaque { adw_carousel_indicator_dots_set_carousel(dots, $0) }
    }
  }
}
#endif

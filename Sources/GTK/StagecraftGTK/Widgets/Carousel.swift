#if GTK
internal import CAdwaita
internal import CGTK
internal import CStageGTK

final class Carousel: Widget {
  var onMove: (@MainActor () -> Void)?
  /// The carousel may still work on its pages: remove none before a later turn.
  var onStop: (@MainActor (Int) -> Void)?

  init() {
    super.init(adw_carousel_new())
    withOpaque { carousel in
      adw_carousel_set_allow_mouse_drag(carousel, 1)
      // Its own wheel removes a timer that has ended: a critical when it is destroyed.
      adw_carousel_set_allow_scroll_wheel(carousel, 0)
    }
    on("notify::position") { [weak self] _ in self?.onMove?() }
    on("page-changed") { [weak self] parameters in self?.onStop?(parameters.integer(0)) }
  }

  var position: Double { withOpaque { adw_carousel_get_position($0) } }

  var isInteractive: Bool {
    get { withOpaque { adw_carousel_get_interactive($0) != 0 } }
    set { withOpaque { adw_carousel_set_interactive($0, newValue ? 1 : 0) } }
  }

  func append(_ widget: Widget) {
    adopt(widget)
    withOpaque { carousel in widget.withRaw { adw_carousel_append(carousel, $0) } }
  }

  func remove(_ widget: Widget) {
    guard widget.parent === self else { return }
    widget.releaseFocus()
    withOpaque { carousel in widget.withRaw { adw_carousel_remove(carousel, $0) } }
    disown(widget)
  }

  /// When no widget in this one uses the wheel of a mouse; `body` receives 1 or -1, and must not
  /// retain the widget.
  func onWheel(_ body: @escaping @MainActor (Int) -> Bool) {
    withRaw {
      stage_on_wheel(
        $0, { HeldClosure.call($0, $1) }, HeldClosure.hold { body(Int($0)) },
        { HeldClosure.release($0) })
    }
  }

  /// Without a size, and to pages added since the last frame, nothing scrolls.
  func scroll(to page: Widget, animated isAnimated: Bool) {
    require(page.parent === self, "“\(page.name)” is not in the carousel.")
    withOpaque { carousel in
      page.withRaw { adw_carousel_scroll_to(carousel, $0, isAnimated ? 1 : 0) }
    }
  }
}

final class CarouselDots: Widget {
  /// Does not retain the carousel.
  init(of carousel: Carousel) {
    super.init(adw_carousel_indicator_dots_new())
    withOpaque { dots in
      carousel.withOpaque { adw_carousel_indicator_dots_set_carousel(dots, $0) }
    }
  }
}
#endif

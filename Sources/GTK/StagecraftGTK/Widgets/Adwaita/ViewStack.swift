#if GTK
internal import CAdwaita
internal import CGTK

/// Widgets of which one is shown, with a title and an icon for each.
///
/// The user chooses with a ``ViewSwitcherTitle`` in the bar of the window and, in a narrow window, a
/// ``ViewSwitcherBar`` below the widgets:
///
/// ```swift
/// let stack = ViewStack()
/// stack.append(shelf, .init("Shelf", icon: "view-grid-symbolic"))
/// stack.append(reviews, .init("Reviews", icon: "starred-symbolic", badge: 2))
/// let title = ViewSwitcherTitle(stack, title: "Emma")
/// let bottom = ViewSwitcherBar(stack)
/// title.onTitleVisibleChange = { [weak bottom] isVisible in bottom?.isRevealed = isVisible }
/// ```
///
/// For screens, which keep their state and are unloaded when memory is short, use a
/// ``SwitcherStage``.
open class ViewStack: Widget {
  /// What the user sees of a widget that is not shown.
  public struct Page: Hashable, Sendable {
    /// The title.
    public var title: String
    /// The name of an icon of the theme, such as `view-grid-symbolic`; empty for none.
    public var icon: String
    /// The number of things that wait for the user there, 0 or more; 0 is not shown.
    public var badge: Int
    /// Whether a dot says that something has happened there.
    public var needsAttention: Bool

    /// Creates a description of a widget.
    ///
    /// - Parameters:
    ///   - title: The title.
    ///   - icon: The name of an icon of the theme, such as `view-grid-symbolic`; empty for none.
    ///   - badge: The number of things that wait for the user there; 0 is not shown.
    ///   - needsAttention: Whether a dot says that something has happened there.
    public init(
      _ title: String, icon: String = "", badge: Int = 0, needsAttention: Bool = false
    ) {
      self.title = title
      self.icon = icon
      self.badge = badge
      self.needsAttention = needsAttention
    }
  }

  /// Called when another widget is shown, by the user or the program.
  public var onSelect: (@MainActor (Int?) -> Void)?

  private var pages: [Page] = []
  private var isRemoving = false

  /// Creates an empty stack.
  public init() {
    super.init(adw_view_stack_new())
    on("notify::visible-child") { [weak self] _ in
      guard let self, !isRemoving else { return }
      onSelect?(selectedIndex)
    }
  }

  /// Adds a widget; the first one is shown.
  ///
  /// - Parameters:
  ///   - widget: A widget that is in no other.
  ///   - page: What the user sees of it while it is not shown.
  public func append(_ widget: Widget, _ page: Page) {
    adopt(widget)
    pages.append(page)
    withOpaque { stack in _ = widget.withRaw { adw_view_stack_add(stack, $0) } }
    show(page, of: widget)
  }

  /// Removes a widget, if it is in the stack; instead of one that is shown, the first is.
  ///
  /// - Parameter widget: The widget.
  public func remove(_ widget: Widget) {
    guard let index = index(of: widget) else { return }
    let wasShown = index == selectedIndex
    isRemoving = true
    widget.releaseFocus()
    pages.remove(at: index)
    withOpaque { stack in widget.withRaw { adw_view_stack_remove(stack, $0) } }
    disown(widget)
    if wasShown, !children.isEmpty { selectedIndex = 0 }
    isRemoving = false
    if wasShown { onSelect?(selectedIndex) }
  }

  /// What the user sees of a widget while it is not shown.
  ///
  /// - Parameter widget: A widget in the stack.
  public subscript(widget: Widget) -> Page {
    get {
      guard let index = index(of: widget) else {
        fatalError("“\(widget.name)” is not in the stack.")
      }
      return pages[index]
    }
    set {
      let index = index(of: widget)
      require(index != nil, "“\(widget.name)” is not in the stack.")
      guard let index, newValue != pages[index] else { return }
      pages[index] = newValue
      show(newValue, of: widget)
    }
  }

  private func index(of widget: Widget) -> Int? { children.firstIndex { $0 === widget } }

  private func show(_ page: Page, of widget: Widget) {
    require(page.badge >= 0, "A badge is 0 or more, not \(page.badge).")
    withOpaque { stack in
      let raw = widget.withRaw { adw_view_stack_get_page(stack, $0) }
      adw_view_stack_page_set_title(raw, page.title)
      adw_view_stack_page_set_icon_name(raw, page.icon.isEmpty ? nil : page.icon)
      adw_view_stack_page_set_badge_number(raw, UInt32(clamping: page.badge))
      adw_view_stack_page_set_needs_attention(raw, page.needsAttention ? 1 : 0)
    }
  }

  /// The index of the widget that is shown, in the order in which they were added; nil if there is
  /// none.
  ///
  /// - Precondition: An index that is set is that of a widget.
  public var selectedIndex: Int? {
    get {
      let raw = withOpaque { adw_view_stack_get_visible_child($0) }
      return raw.flatMap { raw in children.firstIndex { $0.wraps(raw) } }
    }
    set {
      guard let newValue, children.indices.contains(newValue) else {
        fatalError("There is no widget \(newValue.map { "\($0)" } ?? "nil") of \(children.count).")
      }
      keepingFocus {
        withOpaque { stack in
          children[newValue].withRaw { adw_view_stack_set_visible_child(stack, $0) }
        }
      }
    }
  }
}
#endif

#if GTK
internal import CAdwaita
internal import CGTK

/// The tabs that a `SwitcherTitle` and a `SwitcherBottom` show.
///
/// Its pages are empty, and it is hidden: the screens are in a ``ViewStack``, because this stack
/// does not animate, and shows what the user has chosen before the container has decided.
final class SwitcherTabs: Widget {
  struct Tab: Hashable {
    var title = ""
    var icon = ""
    var badge = 0
    var needsAttention = false
  }

  var onSelect: (@MainActor (Int) -> Void)?
  private var isDriving = false

  init() {
    super.init(adw_view_stack_new())
    isVisible = false
    on("notify::visible-child") { [weak self] _ in self?.visibleChanged() }
  }

  var tabs: [Tab] = [] {
    didSet {
      guard tabs != oldValue else { return }
      drive {
        withOpaque { stack in
          for page in children.dropFirst(tabs.count) {
            page.withRaw { adw_view_stack_remove(stack, $0) }
            disown(page)
          }
          for (index, tab) in tabs.enumerated() {
            if index >= children.count { append(to: stack) }
            guard index >= oldValue.count || oldValue[index] != tab else { continue }
            show(tab, children[index].withRaw { adw_view_stack_get_page(stack, $0) })
          }
        }
      }
      showSelected()
    }
  }

  private func append(to stack: OpaquePointer) {
    let page = Bin()
    adopt(page)
    _ = page.withRaw { adw_view_stack_add(stack, $0) }
  }

  private func show(_ tab: Tab, _ page: OpaquePointer?) {
    adw_view_stack_page_set_title(page, tab.title)
    adw_view_stack_page_set_icon_name(page, tab.icon.isEmpty ? nil : tab.icon)
    adw_view_stack_page_set_badge_number(page, UInt32(clamping: tab.badge))
    adw_view_stack_page_set_needs_attention(page, tab.needsAttention ? 1 : 0)
  }

  /// What the container has decided.
  var selected: Int? { didSet { showSelected() } }

  /// Undoes the choice of the user if the container has not followed it.
  func showSelected() {
    guard let selected, children.indices.contains(selected), selected != visible else { return }
    drive {
      withOpaque { stack in
        children[selected].withRaw { adw_view_stack_set_visible_child(stack, $0) }
      }
    }
  }

  private var visible: Int? {
    let raw = withOpaque { adw_view_stack_get_visible_child($0) }
    return children.firstIndex { $0.wraps(raw) }
  }

  private func drive(_ body: () -> Void) {
    isDriving = true
    defer { isDriving = false }
    body()
  }

  private func visibleChanged() {
    guard !isDriving, let visible, visible != selected else { return }
    onSelect?(visible)
  }
}

/// Tabs with icons beside their titles; without the room for them, a title.
final class SwitcherTitle: Widget {
  var onTitleChange: (@MainActor () -> Void)?

  init(_ tabs: SwitcherTabs) {
    super.init(adw_view_switcher_title_new())
    withOpaque { title in tabs.withOpaque { adw_view_switcher_title_set_stack(title, $0) } }
    on("notify::title-visible") { [weak self] _ in self?.onTitleChange?() }
  }

  func show(_ title: String, _ subtitle: String) {
    withOpaque {
      adw_view_switcher_title_set_title($0, title)
      adw_view_switcher_title_set_subtitle($0, subtitle)
    }
  }

  /// Whether the tabs are shown when there is room for them.
  var isSwitcherEnabled: Bool {
    get { withOpaque { adw_view_switcher_title_get_view_switcher_enabled($0) != 0 } }
    set {
      withOpaque { adw_view_switcher_title_set_view_switcher_enabled($0, newValue ? 1 : 0) }
    }
  }

  var isTitleShown: Bool {
    withOpaque { adw_view_switcher_title_get_title_visible($0) != 0 }
  }
}

/// Tabs with icons above their titles, at the bottom of a window.
final class SwitcherBottom: Widget {
  init(_ tabs: SwitcherTabs) {
    super.init(adw_view_switcher_bar_new())
    withOpaque { bar in tabs.withOpaque { adw_view_switcher_bar_set_stack(bar, $0) } }
  }

  var isRevealed: Bool {
    get { withOpaque { adw_view_switcher_bar_get_reveal($0) != 0 } }
    set { withOpaque { adw_view_switcher_bar_set_reveal($0, newValue ? 1 : 0) } }
  }
}
#endif

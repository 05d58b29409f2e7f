#if GTK
/// The tabs that a ``ViewSwitcherTitle`` and a ``ViewSwitcherBar`` of a stage show.
///
/// Its pages are empty, and it is hidden: the screens are in a `StageStack`, because this stack
/// does not animate, and shows what the user has chosen before the container has decided.
final class SwitcherTabs: ViewStack {
  /// Called when the user has chosen a tab.
  var onChoose: (@MainActor (Int) -> Void)?
  private var isDriving = false

  override init() {
    super.init()
    isVisible = false
    onSelect = { [weak self] index in
      guard let self, !isDriving, let index, index != selected else { return }
      onChoose?(index)
    }
  }

  var tabs: [Page] = [] {
    didSet {
      guard tabs != oldValue else { return }
      drive {
        for page in children.dropFirst(tabs.count) { remove(page) }
        for (index, tab) in tabs.enumerated() {
          if index < children.count { self[children[index]] = tab } else { append(Bin(), tab) }
        }
      }
      showSelected()
    }
  }

  /// What the container has decided.
  var selected: Int? { didSet { showSelected() } }

  /// Undoes the choice of the user if the container has not followed it.
  func showSelected() {
    guard let selected, children.indices.contains(selected), selected != selectedIndex else {
      return
    }
    drive { selectedIndex = selected }
  }

  private func drive(_ body: () -> Void) {
    isDriving = true
    defer { isDriving = false }
    body()
  }
}
#endif

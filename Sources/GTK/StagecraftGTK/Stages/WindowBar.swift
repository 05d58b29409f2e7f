#if GTK
@MainActor
protocol BarWindow: Widget {
  var bar: WindowBar { get }
}

/// The bar of a window, which also shows the back button, the title and the actions of the stack
/// that is on the screen.
final class WindowBar: HeaderBar {
  /// Shown while there is no stack.
  var windowTitle = "" { didSet { showTitle() } }

  private struct User { weak var view: BackBarView? }

  /// The last one is shown; there are several while one is replaced by another.
  private var users: [User] = []

  init() {
    super.init(showsWindowButtons: true)
    onKey(Key.left, Key.alt) { [weak self] in self?.users.last?.view?.goBack() ?? false }
  }

  func add(_ view: BackBarView) {
    users.last?.view?.move(to: nil)
    users.append(User(view: view))
    view.move(to: self)
    showTitle()
  }

  func remove(_ view: BackBarView) {
    view.move(to: nil)
    users.removeAll { $0.view == nil || $0.view === view }
    users.last?.view?.move(to: self)
    showTitle()
  }

  func showTitle() { title = users.last?.view?.title ?? windowTitle }
}
#endif

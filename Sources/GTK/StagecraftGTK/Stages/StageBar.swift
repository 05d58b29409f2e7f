#if GTK
@MainActor
protocol BarWindow: BarUser {
  var bar: StageBar { get }
  var toasts: ToastOverlay { get }
}

extension BarWindow {
  var stageBar: StageBar? { bar }

  /// Also on the content of the toast overlay: a toast would use the key to close.
  func onEscape(_ body: @escaping @MainActor () -> Bool) {
    toasts.content?.onKey(Key.escape, 0, body)
    onKey(Key.escape, 0, body)
  }
}

/// A view whose content, or whose own properties, are shown in a bar.
@MainActor
protocol BarUser: Widget {
  /// Nil while there is none.
  var stageBar: StageBar? { get }
}

/// The bar of a window, or of a stage that cannot use it: it shows what the views that are on the
/// screen below it say.
///
/// These are the view of the window, and of stacks and tabs those with a ``BackBarView`` or a
/// ``SwitcherView``. What outer views say is farther outside in the bar.
final class StageBar: HeaderBar {
  /// Shown while there are neither stacks nor tabs.
  var ownTitle = "" { didSet { refresh() } }
  /// The view of the window.
  weak var root: Widget? { didSet { if root !== oldValue { refresh() } } }

  private struct User { weak var view: (any BarUser)? }

  /// The last ones are shown; there are several while one is replaced by another.
  private var users: [User] = []
  /// From the outside to the middle.
  private var start: [Widget] = []
  private var end: [Widget] = []

  init(showsWindowButtons: Bool) {
    super.init(showsWindowButtons: showsWindowButtons)
    onKey(Key.left, Key.alt) { [weak self] in self?.stack?.goBack() ?? false }
  }

  func add(_ view: any BarUser) {
    guard !users.contains(where: { $0.view === view }) else { return }
    users.append(User(view: view))
    refresh()
  }

  func remove(_ view: any BarUser) {
    users.removeAll { $0.view == nil || $0.view === view }
    refresh()
  }

  private func last<View: BarUser>(_ type: View.Type, where condition: (View) -> Bool) -> View? {
    for user in users.reversed() {
      // What is outside leaves: another root slides over it.
      if let view = user.view as? View, isInRoot(view), condition(view) { return view }
    }
    return nil
  }

  private func isInRoot(_ view: Widget) -> Bool {
    root.map { view === $0 || view.isInside($0) } ?? true
  }

  private var switcher: SwitcherView? { last(SwitcherView.self) { _ in true } }

  /// Not one in a tab that is being replaced.
  private var stack: BackBarView? {
    let switcher = switcher
    return last(BackBarView.self) { view in
      guard let switcher, view.isInside(switcher) else { return true }
      return switcher.current.map { view === $0 || view.isInside($0) } ?? false
    }
  }

  /// Shows what the views say now.
  func refresh() {
    let (stack, switcher) = (stack, switcher)
    let newTitle = stack?.title ?? switcher?.title ?? ownTitle
    let views = views(stack, switcher)
    let newSubtitle = views.last { !$0.barSubtitle.isEmpty }?.barSubtitle ?? ""
    title = newTitle
    subtitle = newSubtitle
    switcher?.titleWidget.title = newTitle
    switcher?.titleWidget.subtitle = newSubtitle
    switcher?.isSwitcherWanted = isSwitcherWanted(switcher, stack)
    titleWidget = switcher?.titleWidget
    let newStart = [stack?.back].compactMap { $0 } + views.flatMap(\.barStartActions)
    let newEnd = views.flatMap { $0.barActions.reversed() }
    start = show(newStart, insteadOf: start, { addAtStart($0) })
    end = show(newEnd, insteadOf: end, { addAtEnd($0) })
  }

  /// From the outermost to the innermost.
  private func views(_ stack: BackBarView?, _ switcher: SwitcherView?) -> [Widget] {
    var views: [(view: Widget, depth: Int)] = []
    for view in [root, switcher, switcher?.current, stack, stack?.top] {
      guard let view, !views.contains(where: { $0.view === view }) else { continue }
      views.append((view, view.depth))
    }
    return views.sorted { $0.depth < $1.depth }.map(\.view)
  }

  private func isSwitcherWanted(_ switcher: SwitcherView?, _ stack: BackBarView?) -> Bool {
    guard let switcher, let stack else { return true }
    // What was pushed covers the tabs, or belongs to one of them.
    if stack.isInside(switcher) { return !stack.back.isVisible }
    return stack.top.map { switcher === $0 || switcher.isInside($0) } ?? false
  }

  /// Widgets can be added only at the inner end.
  private func show(
    _ new: [Widget], insteadOf old: [Widget], _ add: (Widget) -> Void
  ) -> [Widget] {
    let kept = zip(old, new).prefix { $0 === $1 }.count
    for widget in old.dropFirst(kept) { remove(widget) }
    for widget in new.dropFirst(kept) {
      // It may still be in the bar that its view had before it was in a window.
      (widget.parent as? StageBar)?.remove(widget)
      add(widget)
    }
    return new
  }
}

extension Widget {
  fileprivate var depth: Int {
    var depth = 0
    var outer = parent
    while let widget = outer {
      depth += 1
      outer = widget.parent
    }
    return depth
  }

  /// The bar of the window; nil inside what has its place in that bar already, and on a page:
  /// several pages are on the screen at once.
  var enclosingWindowBar: StageBar? {
    var hasTabs = self is SwitcherView
    var outer = parent
    while let widget = outer {
      if let window = widget as? any BarWindow { return window.bar }
      if let view = widget as? BackBarView, view.hasBar {
        return self is SwitcherView ? view.enclosingWindowBar : nil
      }
      if widget is SwitcherView {
        if hasTabs { return nil }
        hasTabs = true
      }
      if widget is Carousel { return nil }
      outer = widget.parent
    }
    return nil
  }
}
#endif

#if GTK
internal import StagecraftScreens

final class StageWindow: Window, BarWindow {
  let stack = StageStack()
  let toasts: ToastOverlay
  /// From the bottom to the top.
  var sheets: [SheetWindow] = []
  var hasLayers = false

  let bar = StageBar(showsWindowButtons: true)

  init(width: Int, height: Int) {
    toasts = ToastOverlay(stack)
    super.init(width: width, height: height)
    setTitleBar(bar)
    stack.expands = true
    content = toasts
  }

  override var title: String { didSet { bar.ownTitle = title } }

  /// Also below toasts, which would use the key to leave.
  func onEscape(_ body: @escaping @MainActor () -> Bool) {
    for widget in [stack, self] { widget.onKey(Key.escape, 0, body) }
  }

  func sheet(of screen: ScreenID) -> SheetWindow? { sheets.first { $0.screen == screen } }
}

final class SheetWindow: Window, BarWindow {
  let screen: ScreenID
  /// Whether the sheet is shown when the window is.
  var isWanted = true

  let bar = StageBar(showsWindowButtons: true)
  let toasts: ToastOverlay
  private let place = Bin()
  private let focus = FocusMemory()

  init(_ screen: ScreenID, width: Int, height: Int, over below: Window) {
    self.screen = screen
    toasts = ToastOverlay(place)
    super.init(width: width, height: height, over: below)
    setTitleBar(bar)
    place.expands = true
    content = toasts
    focus.watch(place)
  }

  override var title: String { didSet { bar.ownTitle = title } }

  /// Also below toasts, which would use the key to leave.
  func onEscape(_ body: @escaping @MainActor () -> Bool) {
    for widget in [place, self] { widget.onKey(Key.escape, 0, body) }
  }

  func show(_ view: Widget?) {
    place.content = view
    bar.root = view
    focus.didShow(view.map { _ in screen }, view)
  }
}
#endif

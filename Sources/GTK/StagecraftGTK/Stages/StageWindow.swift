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

  func show(_ view: Widget?) {
    place.content = view
    bar.root = view
    focus.didShow(view.map { _ in screen }, view)
  }
}
#endif

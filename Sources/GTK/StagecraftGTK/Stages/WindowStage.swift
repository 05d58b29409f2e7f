#if GTK
public import StagecraftScreens

/// Shows the screens of a window: the root, sheets in windows of their own, and full covers.
///
/// ```swift
/// let window = ScreenWindow(root: tabs, stage: WindowStage())
/// window.open()
/// ```
///
/// - The title of the window is that of its root, or of the cover over it: set it on a container
///   that is the root. If a stack is on the screen, the bar shows the title of its top instead,
///   with a back button and actions: see ``StackStage``.
/// - A sheet is a modal window with the title of its screen. Its close button and Escape ask the
///   screen with `shouldDismiss()`, and then dismiss it; so does Escape on a full cover.
/// - The close button of the window asks the screens with `shouldClose()`, and then closes it.
/// - `ScreenWindow.isInFocus` is true while the window, one of its sheets, or a dialog in front of
///   it has the focus of the desktop.
/// - The widget that had the keyboard focus has it again when a sheet or a cover is dismissed.
/// - A gesture that the program begins is shown when it is finished.
@MainActor
public final class WindowStage: ScreenStage {
  private let size: (width: Int, height: Int)
  private let sheetSize: (width: Int, height: Int)
  private let course = Course<ScreenID>()
  private let focus = FocusMemory()
  private var requests: StageRequests?
  private weak var window: StageWindow?
  private var mounted = MountedViews()
  private var animation = StageStack.Animation.slideUp
  private var isOpen = false
  /// The focus state last reported to the container.
  private var isInFocus = true

  /// Creates a stage.
  ///
  /// - Parameters:
  ///   - width: The width of the window in pixels, until the user changes it.
  ///   - height: The height of the window in pixels, until the user changes it.
  ///   - sheetWidth: The width of a sheet in pixels, until the user changes it.
  ///   - sheetHeight: The height of a sheet in pixels, until the user changes it.
  public init(
    width: Int = 900, height: Int = 700, sheetWidth: Int = 480, sheetHeight: Int = 320
  ) {
    size = (width, height)
    sheetSize = (sheetWidth, sheetHeight)
  }

  /// Stores the requests.
  ///
  /// - Parameter requests: What the stage may ask for.
  public func connect(to requests: StageRequests) {
    self.requests = requests
    course.connect(to: requests, self)
  }

  /// Creates the window, hidden.
  ///
  /// - Returns: The window.
  public func makeView() -> Widget {
    let window = StageWindow(width: size.width, height: size.height)
    window.onCloseRequest = { [weak self] in
      self?.requests?.close()
    }
    window.onActiveChange = { [weak self] in self?.activeChanged() }
    window.stack.onAnimationEnd = { [weak self] in self?.course.animationEnded() }
    window.onEscape { [weak self] in self?.escape() ?? false }
    self.window = window
    isOpen = false
    isInFocus = true
    mounted = MountedViews()
    course.viewMade()
    focus.watch(window.stack)
    return window
  }

  /// Leaves a full cover, if there is one.
  private func escape() -> Bool {
    guard window?.hasLayers == true else { return false }
    Task { [weak self] in self?.requests?.back() }
    return true
  }

  /// Shows a toast at the bottom of the topmost sheet, or else of the window, above its
  /// content.
  ///
  /// Dropped if the window's view is not loaded. With a sheet, its toasts disappear.
  ///
  /// - Parameter toast: A toast that was not added before.
  public func add(_ toast: Toast) {
    let sheet = window?.sheets.last { $0.isVisible }
    (sheet?.toasts ?? window?.toasts)?.add(toast)
  }

  // MARK: Focus of the window

  /// A turn later: between two windows of the same stage there is a moment when neither has the
  /// focus.
  private func activeChanged() {
    Task { [weak self] in
      guard let self, isOpen, let isActive = window?.isActiveWithParts, isActive != isInFocus else {
        return
      }
      isInFocus = isActive
      requests?.reportFocus(isActive)
    }
  }

  /// Shows the window, and the sheets.
  public func openWindow() {
    guard let window else { return }
    isOpen = true
    if !isInFocus {
      // It gets the focus when the desktop has shown it.
      isInFocus = true
      requests?.reportFocus(true)
    }
    window.present()
    for sheet in window.sheets where sheet.isWanted { sheet.present() }
  }

  /// Hides the window, and the sheets.
  public func closeWindow() {
    guard let window else { return }
    isOpen = false
    for sheet in window.sheets { sheet.hide() }
    window.hide()
  }

  // MARK: Scenes

  /// Shows the layers of the window at once.
  ///
  /// - Parameter scene: The scene to show.
  public func arrange(_ scene: ScreenStageScene<Widget>) {
    guard let window else { return }
    let items = scene.items
    let base = items.last { $0.isOpaque }
    course.arrange(
      items.filter(\.isOpaque), showing: base, in: window.stack, mounted, focus)
    window.title = base?.title ?? ""
    window.bar.root = base?.view
    window.hasLayers = items.count > 1
    showSheets(items)
    removeSheets(others: items)
    focus.didShow(base?.screen, base?.view, among: items)
  }

  /// Shows new sheets, hides those that leave, and slides a cover up or down.
  ///
  /// - Parameter transition: The transition.
  public func begin(_ transition: ScreenStageTransition<Widget>) {
    if !transition.context.isInteractive { prepare(transition) }
    course.begin(transition, to: base(of: transition.after.items)?.screen)
  }

  /// Shows what a gesture of the program's has decided.
  ///
  /// - Parameters:
  ///   - transition: The transition.
  ///   - outcome: Whether the transition is completed or cancelled.
  public func conclude(
    _ transition: ScreenStageTransition<Widget>, as outcome: TransitionContext.Outcome
  ) {
    if outcome == .completed { prepare(transition) }
    course.conclude(transition, to: base(of: transition.after.items)?.screen, as: outcome)
  }

  private func base(
    of items: [ScreenStageScene<Widget>.Item]
  ) -> ScreenStageScene<Widget>.Item? { items.last { $0.isOpaque } }

  private func prepare(_ transition: ScreenStageTransition<Widget>) {
    guard let window else { return }
    let items = transition.after.items
    let place = base(of: items)?.screen
    if place != course.machine.place { focus.willChange() }
    // The views have no background of their own: one that slid over the other would be mixed with
    // it.
    animation = transition.context.reason == .dismiss ? .slideDown : .slideUp
    if transition.context.reason == .replace { animation = .crossfade }
    course.drive { mounted.add(items.filter(\.isOpaque), to: window.stack) }
    window.title = base(of: items)?.title ?? ""
    window.bar.root = base(of: items)?.view
    window.hasLayers = items.count > 1
    showSheets(items)
  }

  // MARK: Sheets

  private func showSheets(_ items: [ScreenStageScene<Widget>.Item]) {
    guard let window else { return }
    var below: Window = window
    for item in items {
      // What is below a cover is hidden, and cannot be the parent of what is above it.
      if item.isOpaque {
        below = window
        continue
      }
      let sheet = window.sheet(of: item.screen) ?? makeSheet(item.screen, over: below)
      sheet.title = item.title
      sheet.show(item.view)
      sheet.isWanted = item.isVisible
      below = sheet
    }
    let wanted = Set(items.map(\.screen))
    for sheet in window.sheets {
      if sheet.isWanted, wanted.contains(sheet.screen) {
        if isOpen, !sheet.isVisible { sheet.present() }
      } else if sheet.isVisible {
        if !wanted.contains(sheet.screen) { DialogSession.windowLeaves(sheet) }
        sheet.hide()
      }
    }
  }

  private func makeSheet(_ screen: ScreenID, over below: Window) -> SheetWindow {
    let sheet = SheetWindow(
      screen, width: sheetSize.width, height: sheetSize.height, over: below)
    sheet.onCloseRequest = { [weak self] in
      self?.requests?.dismiss(screen)
    }
    sheet.onEscape { [weak self] in
      Task { self?.requests?.dismiss(screen) }
      return true
    }
    sheet.onActiveChange = { [weak self] in self?.activeChanged() }
    window?.sheets.append(sheet)
    return sheet
  }

  private func removeSheets(others items: [ScreenStageScene<Widget>.Item]) {
    guard let window else { return }
    let kept = Set(items.filter { !$0.isOpaque }.map(\.screen))
    for sheet in window.sheets where !kept.contains(sheet.screen) { sheet.show(nil) }
    window.sheets.removeAll { !kept.contains($0.screen) }
  }
}

extension WindowStage: CourseWidget {
  var animated: Widget? { window }

  func jump(to place: ScreenID) { window?.stack.show(mounted[place]) }

  func animate(to place: ScreenID) -> Bool {
    window?.stack.show(mounted[place], animation) ?? false
  }

  func move(to place: ScreenID) -> ToolkitMoveTracker.Move? { nil }
}
#endif

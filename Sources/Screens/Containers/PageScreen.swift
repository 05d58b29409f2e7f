internal import StageFloor

/// A container of pages that are created on demand; the open page is visible.
@MainActor
open class PageScreen<View: AnyObject>: ContainerScreen<View> {
  /// The number of pages on each side of the open one whose views are loaded ahead.
  ///
  /// They are loaded after each turn, while the pages are visible and memory is not short. At most
  /// 1,000 pages on each side are loaded.
  ///
  /// A page whose ``AnyScreen/unloadPolicy`` is ``AnyScreen/UnloadPolicy/eager`` has its view
  /// loaded ahead until it is first visible, and not again after the user has left it. If it was
  /// never visible and is no longer within reach, its view is unloaded.
  public final var preloadReach = 1 {
    didSet {
      releaseUnseen()
      preload()
    }
  }

  /// The number of pages on each side of the open one that exist; nil for all that were ever
  /// created.
  ///
  /// Pages farther away are removed after each turn, with their views. When the user comes back,
  /// the page is created again; if it has a ``AnyScreen/restorationName``, it is as the user left
  /// it. While one of them is held (``AnyScreen/hold(_:)``), none is removed. At least
  /// ``preloadReach`` pages are kept.
  public final var keepReach: Int? {
    didSet {
      require(keepReach ?? 0 >= 0, "\(name) keeps 0 or more pages, not \(keepReach ?? 0).")
      removeFarPages()
    }
  }

  private final let makePageBody: @MainActor (Int) -> AnyScreen
  /// The state to restore in pages when they are created.
  final let pendingPages = PendingPages()
  private final var preloading: TransitionRequest?
  /// The eager pages whose views were loaded ahead and have not been visible.
  private final var unseen: [WeakReference<AnyScreen>] = []

  /// Creates a container of pages, and the open page only.
  ///
  /// - Parameters:
  ///   - count: The number of pages; may be 0.
  ///   - position: The position of the page that is open first.
  ///   - stage: The stage that shows the open page.
  ///   - application: The application that the screens belong to.
  ///   - page: Creates the page at a position, counted from 0. It is called once for each page,
  ///     until ``reload(count:)``. The page's view is a `View` or a subclass of it.
  public init(
    count: Int, open position: Int = 0, stage: any ScreenStage<View>,
    in application: ScreenApplication = .shared, page: @escaping @MainActor (Int) -> AnyScreen
  ) {
    require(count >= 0, "A PageScreen has 0 or more pages, not \(count).")
    require(
      count == 0 || (0..<count).contains(position),
      "A PageScreen of \(count) pages cannot open page \(position): pages count from 0.")
    let pendingPages = pendingPages
    makePageBody = { position in pendingPages.restored(page(position), at: position) }
    super.init(.pages, on: stage, in: application)
    let first = count > 0 ? [page(position)] : []
    fill(first, as: ContainerLayout(pages: count, open: first.first?.slot, at: position))
  }

  /// The number of pages.
  public final var pageCount: Int { layout.count }

  /// The position of the open page; nil only if there are no pages.
  ///
  /// Updated when a turn begins; in an interactive turn, when the user completes it.
  public final var openPosition: Int? { layout.currentPosition }

  /// The open page; nil only if there are no pages.
  public final var openPage: AnyScreen? { currentChild }

  /// Returns a page, if it has been created.
  ///
  /// Calling this method never creates it.
  ///
  /// - Parameter position: The position of the page, counted from 0.
  /// - Returns: The page; nil if it has not been created.
  /// - Complexity: O(log *n*) in the number of created pages.
  public final func pageIfMade(at position: Int) -> AnyScreen? {
    layout.page(at: position).flatMap { trees.screen($0) }
  }

  /// Turns to a page, and creates it if necessary.
  ///
  /// Turning to the open page has no effect. Refused with ``ScreenError/noSuchPosition`` if there
  /// is no such page when the request is executed.
  ///
  /// - Parameters:
  ///   - position: The position of the page, counted from 0.
  ///   - isAnimated: Whether to animate the transition.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func turn(
    to position: Int, animated isAnimated: Bool = true
  ) -> TransitionRequest {
    request(.turn(to: position), animated: isAnimated)
  }

  /// Begins an interactive turn to a page, and creates it if necessary.
  ///
  /// - Parameter position: The position of the page, counted from 0.
  /// - Returns: The transition.
  /// - Throws: ``ScreenError/noSuchPosition`` if there is no such page, ``ScreenError/isLast`` if
  ///   it is open, ``ScreenError/isUnseen`` if the pages are not visible, and
  ///   ``ScreenError/isBusy`` if requests are being executed or wait.
  public final func beginTurn(to position: Int) throws(ScreenError) -> InteractiveTransition {
    guard (0..<pageCount).contains(position) else { throw .noSuchPosition }
    guard position != openPosition else { throw .isLast }
    guard appearance == .visible else { throw .isUnseen }
    guard trees.isIdle(self) else { throw .isBusy }
    if pageIfMade(at: position) == nil { make([position]) }
    return try trees.beginInteractively(.turn(to: position), in: self)
  }

  /// Removes all pages, and creates a new open page.
  ///
  /// If the position of the open page no longer exists, the last page is opened. Refused with
  /// ``ScreenError/isTaken`` if the new page is in a container: create a new screen for each page.
  ///
  /// - Parameter count: The new number of pages; nil to keep the present number.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func reload(count: Int? = nil) -> TransitionRequest {
    require(count ?? 0 >= 0, "\(name) has 0 or more pages, not \(count ?? 0).")
    return request(.reload(count: count))
  }

  // MARK: Loading ahead

  final override func hasAppeared() { preload() }

  final override func hasChanged() {
    removeFarPages()
    releaseUnseen()
    preload()
  }

  /// Creates the adjacent pages and loads their views, after all running and waiting requests.
  private final func preload() {
    guard preloadReach > 0, preloading?.isOver ?? true, appearance == .visible else { return }
    guard neighbours.contains(where: needsPreloading) else { return }
    preloadLater { container in
      let position = container.openPosition
      if container.mayPreload { container.make(container.neighbours) }
      container.preloadLater { container in
        container.loadNeighbours()
        container.preloading = nil
        if container.openPosition != position { container.preload() }
      }
    }
  }

  private final var mayPreload: Bool { appearance == .visible && !application.isMemoryShort }

  private final var neighbours: [Int] { layout.neighbours(preloadReach) }

  private final func loadNeighbours() {
    for position in neighbours where mayPreload && needsPreloading(position) {
      guard let page = pageIfMade(at: position) else { continue }
      page.loadViewIfNeeded()
      if page.unloadPolicy == .eager { unseen.append(WeakReference(page)) }
    }
  }

  private final func needsPreloading(_ position: Int) -> Bool {
    guard let page = pageIfMade(at: position) else { return true }
    guard !page.isViewLoaded else { return false }
    // An eager view that was unloaded after the page was visible is not loaded ahead again.
    return page.unloadPolicy != .eager || page.goneSince == nil
  }

  /// Removes the pages beyond ``keepReach``, and keeps what they would save.
  private final func removeFarPages() {
    guard let keepReach, let open = openPosition else { return }
    let reach = max(keepReach, min(preloadReach, ContainerLayout.maximumReach))
    let isHeld = layout.items.contains { item in
      abs(item.position - open) > reach && trees.screen(item.screen)?.holds.isEmpty == false
    }
    guard !isHeld, layout.pages(within: reach).count < layout.items.count else { return }
    for item in layout.items where abs(item.position - open) > reach {
      guard let page = trees.screen(item.screen) else { continue }
      pendingPages.keep(page, of: self, at: item.position)
    }
    _ = request(.keepPages(within: reach))
  }

  /// Unloads eager pages that were loaded ahead; they never disappear, so nothing else would.
  private final func releaseUnseen() {
    guard !unseen.isEmpty else { return }
    let reach = min(preloadReach, ContainerLayout.maximumReach)
    unseen.removeAll { entry in
      guard let page = entry.object, page.parent === self, page.isViewLoaded,
        page.appearance == .gone,
        page.goneSince == nil
      else { return true }
      guard distance(to: page) > reach else { return false }
      application.unloader.unloadLater(page, in: application)
      return true
    }
  }

  private final func preloadLater(_ body: @escaping @MainActor (PageScreen) -> Void) {
    let request = TransitionRequest { container in
      body(unsafeDowncast(container, to: PageScreen.self))
    }
    preloading = request
    trees.submit(.perform, of: self, request)
  }

  private final func make(_ positions: [Int]) { _ = request(.makePages(positions)) }

  final override func beginTurn(
    toPage position: Int
  ) throws(ScreenError) -> InteractiveTransition {
    try beginTurn(to: position)
  }

  final override func makePage(at position: Int) -> AnyScreen {
    let page = makePageBody(position)
    check(page)
    return page
  }

  // MARK: Distance

  final override func distance(to child: AnyScreen) -> Int {
    guard let open = openPosition, let index = index(of: child) else { return 0 }
    return abs(layout.items[index].position - open)
  }

  final override func isNeighbour(_ child: AnyScreen) -> Bool { distance(to: child) == 1 }
}

extension PageScreen: RestorableContainer {}

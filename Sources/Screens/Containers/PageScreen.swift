internal import StageFloor

/// Pages beside each other, of which the user sees one, and which are made when they are needed.
@MainActor
open class PageScreen<View: AnyObject>: ContainerScreen<View> {
  /// How many pages to each side of the open one have their views made ahead.
  ///
  /// That happens when a turn is over, while the user sees the pages and memory is not short. At most
  /// 1,000 to each side are made.
  ///
  /// A page whose ``AnyScreen/unloadPolicy`` is ``UnloadPolicy/eager`` has its view made ahead until it
  /// is first seen, and not again behind the user, who has just left it. If it was never seen and is no
  /// longer within reach, its view goes.
  public final var preloadReach = 1 {
    didSet {
      releaseUnseen()
      preload()
    }
  }

  private final let makePage: @MainActor (Int) -> AnyScreen
  /// What is to be brought back of pages when they are made.
  final let pendingPages = PendingPages()
  /// What makes neighbours when it is its turn, or is refused.
  private final var preloading: TransitionRequest?
  /// The eager pages whose views were made ahead, as long as they have not been seen.
  private final var unseen: [ScreenID] = []

  /// Pages, of which only the open one is made.
  ///
  /// - Parameters:
  ///   - count: how many; there may be none.
  ///   - position: the one that is open first.
  ///   - stage: shows the open one.
  ///   - application: where the screens belong.
  ///   - page: makes the page at a position, counted from 0. It is called once for each page, until
  ///     ``reload(count:)``. Its view is a `View`, or something that inherits from it.
  public init(
    count: Int, open position: Int = 0, stage: any Stage<View>,
    in application: ScreenApplication = .shared, page: @escaping @MainActor (Int) -> AnyScreen
  ) {
    require(count >= 0, "A PageScreen has 0 or more pages, not \(count).")
    require(
      count == 0 || (0..<count).contains(position),
      "A PageScreen of \(count) pages cannot open page \(position): they count from 0.")
    let pendingPages = pendingPages
    makePage = { position in pendingPages.restored(page(position), at: position) }
    super.init(.pages, on: stage, in: application)
    let first = count > 0 ? [page(position)] : []
    fill(first, as: PageMachine(count: count, open: first.first?.id, at: position).layout)
  }

  /// How many pages there are.
  public final var pageCount: Int { layout.count }

  /// Which page is open, as far as that is decided; nil only if there are none.
  public final var openPosition: Int? { PageMachine(layout).position }

  /// The page that is open; nil only if there are none.
  public final var openPage: AnyScreen? { currentChild }

  /// A page, if it has been made; asking makes none.
  ///
  /// - Parameter position: counted from 0.
  /// - Returns: the page; nil if it has not been made.
  /// - Complexity: O(log *n*) in the pages that have been made.
  public final func pageIfMade(at position: Int) -> AnyScreen? {
    PageMachine(layout).page(at: position).flatMap { members[$0] }
  }

  /// Turns to a page, which is made if it is not there.
  ///
  /// To turn to the open one does nothing. Refused with ``ScreenError/noSuchPosition`` if there are
  /// fewer by then.
  ///
  /// - Parameters:
  ///   - position: counted from 0.
  ///   - isAnimated: whether the user sees it turn.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func turn(
    to position: Int, animated isAnimated: Bool = true
  ) -> TransitionRequest {
    request(self) { container throws(ScreenError) in
      let (layout, newcomers) = try container.layoutWithPages(at: [position])
      guard let after = try PageMachine(layout).turn(to: position) else { return nil }
      return container.proposal(
        .page, container.direction(to: position), after, newcomers: newcomers,
        isAnimated: isAnimated)
    }
  }

  /// Begins to turn to a page, following the user's finger.
  ///
  /// The page is made if it is not there, and stays if the transition is called off.
  ///
  /// - Parameter position: counted from 0.
  /// - Returns: what moves it on; nil if there is no such page, it is open, nobody sees the pages, or
  ///   something else is under way.
  public final func beginTurn(to position: Int) -> InteractiveTransition? {
    guard
      (0..<layout.count).contains(position), appearance == .visible, treeDirector.isIdle
    else { return nil }
    if pageIfMade(at: position) == nil { make([position]) }
    guard let after = try? PageMachine(layout).turn(to: position) else { return nil }
    return begin(.page, direction(to: position), after)
  }

  /// Lets go of all pages, and makes the open one anew.
  ///
  /// If there are fewer pages than before, and the open one is not among them, the last one is open
  /// then. Refused with ``ScreenError/isTaken`` if the page that is made is in a container: each is
  /// to be a new one.
  ///
  /// - Parameter count: how many there are now; nil for as many as before.
  /// - Returns: what may be awaited.
  @discardableResult
  public final func reload(count: Int? = nil) -> TransitionRequest {
    require(count ?? 0 >= 0, "\(name) has 0 or more pages, not \(count ?? 0).")
    return request(self) { container throws(ScreenError) in
      let count = count ?? container.layout.count
      let position = min(PageMachine(container.layout).position ?? 0, max(count - 1, 0))
      let open = count > 0 ? container.makePage(position) : nil
      if let open { container.check(open) }
      let after = PageMachine(count: count, open: open?.id, at: position).layout
      return container.proposal(
        .replace, .none, after, newcomers: open.map { [$0] } ?? [], isAnimated: false)
    }
  }

  // MARK: Made ahead

  final override func hasAppeared() { preload() }

  final override func hasChanged() {
    releaseUnseen()
    preload()
  }

  /// Makes the views of the neighbours, after what is under way and waits in line.
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

  private final var neighbours: [Int] { PageMachine(layout).neighbours(preloadReach) }

  private final func loadNeighbours() {
    for position in neighbours where mayPreload && needsPreloading(position) {
      guard let page = pageIfMade(at: position) else { continue }
      page.loadViewIfNeeded()
      if page.unloadPolicy == .eager { unseen.append(page.id) }
    }
  }

  /// Whether a page is to have its view made ahead, and has none.
  private final func needsPreloading(_ position: Int) -> Bool {
    guard let page = pageIfMade(at: position) else { return true }
    guard !page.isViewLoaded else { return false }
    // It has gone since it was seen, as it is meant to.
    return page.unloadPolicy != .eager || page.goneSince == nil
  }

  /// Unloads the eager pages that were made ahead and are not within reach any more.
  ///
  /// They never disappear, and so would keep their views for ever.
  private final func releaseUnseen() {
    guard !unseen.isEmpty else { return }
    let reach = min(preloadReach, PageMachine.maximumReach)
    unseen.removeAll { id in
      guard let page = members[id], page.isViewLoaded, page.appearance == .gone,
        page.goneSince == nil
      else { return true }
      guard distance(to: page) > reach else { return false }
      application.unloader.isEager(page, in: application)
      return true
    }
  }

  /// Does something after what is under way and waits in line.
  private final func preloadLater(_ body: @escaping @MainActor (PageScreen) -> Void) {
    let request = TransitionRequest(
      .act { container throws(ScreenError) in
        body(unsafeDowncast(container, to: PageScreen.self))
      })
    preloading = request
    treeDirector.add(request, of: self, in: root)
  }

  /// Makes pages that are not there.
  private final func make(_ positions: [Int]) {
    _ = request(self) { container throws(ScreenError) in
      let (after, newcomers) = try container.layoutWithPages(at: positions)
      guard !newcomers.isEmpty else { return nil }
      return container.proposal(
        .replace, .none, after, newcomers: newcomers, isAnimated: false)
    }
  }

  private final func layoutWithPages(
    at positions: [Int]
  ) throws(ScreenError) -> (ContainerLayout, newcomers: [AnyScreen]) {
    var (layout, newcomers) = (layout, [AnyScreen]())
    for position in positions {
      guard (0..<layout.count).contains(position) else { throw .noSuchPosition }
      guard PageMachine(layout).page(at: position) == nil else { continue }
      let page = makePage(position)
      check(page)
      layout = try PageMachine(layout).add(page.id, at: position)
      newcomers.append(page)
    }
    return (layout, newcomers)
  }

  private final func direction(to position: Int) -> TransitionContext.Direction {
    position > openPosition ?? 0 ? .forward : .backward
  }

  // MARK: Who is near

  /// How many pages are between.
  final override func distance(to child: AnyScreen) -> Int {
    guard let open = openPosition, let index = layout.index(of: child.id) else { return 0 }
    return abs(layout.items[index].position - open)
  }

  /// Whether it is the next page, or the one before.
  final override func isNeighbour(_ child: AnyScreen) -> Bool { distance(to: child) == 1 }
}

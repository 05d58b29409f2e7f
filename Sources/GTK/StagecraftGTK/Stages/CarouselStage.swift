#if GTK
public import StagecraftScreens

/// Shows pages side by side, which the user drags or scrolls, and dots that say which one is open.
///
/// ```swift
/// let branches = PageScreen(count: city.branches.count, stage: CarouselStage()) { number in
///   BranchScreen(city.branches[number])
/// }
/// ```
///
/// - The toolkit moves by itself, and the container follows: the screens receive the callbacks of a
///   gesture, also if it is cancelled or reverses. If the container is busy, it follows as soon
///   as it can.
/// - A page that is selected before the carousel has a size is shown as soon as it has one.
/// - Alt+Page Up, Alt+Page Down and the wheel of a mouse turn to the neighbours; what a wheel sends
///   during its turn is ignored.
/// - The keyboard focus moves in the open page only: the Tab key does not reach its neighbours.
/// - The widget that had the keyboard focus has it again when its page returns, also if the view
///   was unloaded meanwhile.
///
/// There is one small widget for each page of the container, with or without a screen.
@MainActor
public final class CarouselStage: ScreenStage {
  private let showsDots: Bool
  private let course = Course<Int>(needsSize: true)
  private let focus = FocusMemory()
  private var requests: StageRequests?
  private weak var carousel: Carousel?
  private weak var dots: CarouselDots?
  private var holders: [Holder] = []
  /// The positions of the holders with a view.
  private var filled: Set<Int> = []
  private var isWaitingForSize = false
  /// Whether a frame has begun since pages were added or removed.
  private var hasSeenFrame = false
  private var isWatchingMove = false
  /// The turn that the wheel has requested last.
  private var wheelTurn: TransitionRequest?

  private struct Holder { weak var bin: Bin? }

  /// Creates a stage.
  ///
  /// - Parameter showsDots: Whether dots below the pages show which one is open.
  public init(showsDots: Bool = true) { self.showsDots = showsDots }

  /// Stores the requests.
  ///
  /// - Parameter requests: What the stage may ask for.
  public func connect(to requests: StageRequests) {
    self.requests = requests
    course.connect(to: requests, self)
  }

  /// Creates the carousel and the dots.
  ///
  /// - Returns: The view.
  public func makeView() -> Widget {
    let carousel = Carousel()
    carousel.expands = true
    let view = Box(.vertical, [carousel])
    if showsDots {
      let dots = CarouselDots(of: carousel)
      dots.setMargin(6)
      view.append(dots)
      self.dots = dots
    }
    carousel.onMove = { [weak self] in self?.toolkitMoved() }
    carousel.onStop = { [weak self] page in self?.toolkitStopped(at: page) }
    carousel.on("map") { [weak self] _ in self?.waitForSize() }
    carousel.onWheel { [weak self] step in self?.wheelTurned(step) ?? false }
    view.onKey(Key.pageUp, Key.alt) { [weak self] in self?.turn(by: -1) != nil }
    view.onKey(Key.pageDown, Key.alt) { [weak self] in self?.turn(by: 1) != nil }
    self.carousel = carousel
    (holders, filled) = ([], [])
    // What a previous carousel waited for ended with it.
    (isWaitingForSize, isWatchingMove) = (false, false)
    course.viewMade()
    focus.watch(view)
    return view
  }

  // MARK: From the widget

  private func toolkitMoved() {
    // Without a size, it is the layout of other pages that moves the carousel.
    guard !course.isDriving, !course.isAnimating, course.machine.hasSize,
      course.machine.pending == nil, let position = carousel?.position
    else { return }
    defer { watchMove() }
    // A move over several pages in one step has several parts.
    while let origin = course.machine.place {
      switch CarouselTrack.heading(position, from: origin, count: holders.count) {
      case .none: return
      case .to(let page):
        focus.willChange()
        return course.heads(to: page)
      case .past(let page, let next):
        focus.willChange()
        course.heads(to: page)
        course.passes()
        if next == nil { return }
      }
    }
  }

  private func toolkitStopped(at page: Int) {
    if !course.isDriving { course.stopped(at: page) }
  }

  /// Ends a move that stands still: one that the layout has caused has no end of its own.
  private func watchMove() {
    guard course.isMovedByWidget, !isWatchingMove else { return }
    isWatchingMove = true
    var last: Double?
    carousel?.onFrame { [weak self] in
      guard let self, let carousel, course.isMovedByWidget else {
        self?.isWatchingMove = false
        return false
      }
      let position = carousel.position
      guard position == last, position == position.rounded() else {
        last = position
        return true
      }
      isWatchingMove = false
      toolkitStopped(at: Int(position))
      return false
    }
  }

  /// Nil if there is no such page.
  private func turn(by step: Int) -> TransitionRequest? {
    guard let page = course.machine.place, holders.indices.contains(page + step) else {
      return nil
    }
    return requests?.turn(to: page + step)
  }

  private func wheelTurned(_ step: Int) -> Bool {
    if let wheelTurn, !wheelTurn.isOver { return true }
    wheelTurn = turn(by: step)
    return wheelTurn != nil
  }

  private func waitForSize() {
    guard !isWaitingForSize, !course.machine.hasSize else { return }
    isWaitingForSize = true
    hasSeenFrame = false
    carousel?.onFrame { [weak self] in
      guard let self, let carousel, carousel.isMapped else {
        // When the carousel is mapped again, it waits again.
        self?.isWaitingForSize = false
        return false
      }
      // What was added or removed is laid out after the first frame has begun.
      guard hasSeenFrame, carousel.width > 0, holders.last?.bin?.width != 0 else {
        hasSeenFrame = true
        return true
      }
      isWaitingForSize = false
      course.sizeKnown()
      return false
    }
  }

  // MARK: From the container

  /// Shows the open page at once, unless the user moves the carousel.
  ///
  /// - Parameter scene: The scene to show.
  public func arrange(_ scene: ScreenStageScene<Widget>) {
    let current = scene.currentItem
    if current?.position != course.machine.place { focus.willChange() }
    mount(scene.items, count: scene.count, open: current?.position)
    course.arrange(at: current?.position)
    if course.isFollowed { return }
    if let current { dots?.setAccessibleLabel(StageTexts.page(current.position + 1, scene.count)) }
    focus.didShow(current?.screen, current?.view, among: scene.items)
  }

  /// Scrolls to the page, unless the toolkit does so itself.
  ///
  /// - Parameter transition: The transition.
  public func begin(_ transition: ScreenStageTransition<Widget>) {
    focus.willChange()
    let (after, goal) = (transition.after, transition.after.currentItem?.position)
    mount(after.items, count: after.count, open: goal)
    course.begin(transition, to: goal)
  }

  /// Scrolls to the page if a gesture was finished, unless the toolkit did so itself.
  ///
  /// - Parameters:
  ///   - transition: The transition.
  ///   - outcome: Whether the transition is completed or cancelled.
  public func conclude(
    _ transition: ScreenStageTransition<Widget>, as outcome: TransitionContext.Outcome
  ) {
    course.conclude(transition, to: transition.after.currentItem?.position, as: outcome)
  }

  private func mount(
    _ items: [ScreenStageScene<Widget>.Item], count: Int, open: Int?
  ) {
    guard let carousel else { return }
    course.drive {
      var views: [Int: Widget] = [:]
      for item in items { views[item.position] = item.view }
      // A view may be in another holder than before: it leaves that one first.
      for position in filled {
        guard let bin = holders[position].bin, bin.content !== views[position] else { continue }
        bin.content = nil
      }
      if holders.count != count {
        course.sizeLost()
        hasSeenFrame = false
      }
      while holders.count > count {
        if let bin = holders.removeLast().bin { carousel.remove(bin) }
      }
      while holders.count < count {
        let bin = Bin()
        bin.expands = true
        carousel.append(bin)
        holders.append(Holder(bin: bin))
      }
      filled = Set(views.keys.filter(holders.indices.contains))
      for position in filled {
        holders[position].bin?.content = views[position]
        // The neighbours are laid out as well, beside what is in sight.
        holders[position].bin?.acceptsFocus = position == open
      }
    }
    if !course.machine.hasSize, carousel.isMapped { waitForSize() }
  }
}

extension CarouselStage: CourseWidget {
  var animated: Widget? { carousel }

  func jump(to place: Int) { scroll(to: place, animated: false) }

  func animate(to place: Int) -> Bool {
    scroll(to: place, animated: true)
    guard let carousel, carousel.isMapped, WidgetSettings.animates else { return false }
    return CarouselTrack.page(at: carousel.position) != place
  }

  func move(to place: Int) -> ToolkitMoveTracker.Move? { .turn(to: place) }

  private func scroll(to place: Int, animated isAnimated: Bool) {
    guard holders.indices.contains(place), let bin = holders[place].bin else { return }
    carousel?.scroll(to: bin, animated: isAnimated)
  }
}
#endif

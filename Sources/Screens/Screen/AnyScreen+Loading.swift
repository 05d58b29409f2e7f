internal import StageFloor

extension AnyScreen {
  /// Whether there is a view; asking makes none.
  public final var isViewLoaded: Bool {
    switch lifecycle.view {
    case .filling, .present, .leaving: true
    case .absent, .loading: false
    }
  }

  /// Makes the view, if there is none.
  ///
  /// In this order: `loadView()`, ``viewDidLoad()``, and, if state was saved when the view last went,
  /// ``restoreState(from:)``. While the view is there this does nothing. What these ask containers
  /// for is done when the view is there.
  public final func loadViewIfNeeded() {
    switch lifecycle.viewNeeded() {
    case .present: return
    case .isLoading:
      misuse(
        """
        \(name).loadView() asks for the view that it is to make, directly or through a method that \
        it calls. Make the view there and return it; fill it in viewDidLoad(), which may use `view`.
        """)
    case .load:
      root.director.enclose(makeView)
      if isHosted { host?.viewWasMade() }
    }
  }

  /// Makes the view and has it filled, as one turn of the tree: what is asked for meanwhile waits.
  private func makeView() {
    let began = application.now
    note(.loadView)
    makeAndKeepView()
    lifecycle.viewWasMade()
    if isHosted { host?.onViewMade?() }
    note(.viewDidLoad)
    viewDidLoad()
    if let state = savedState.take() {
      note(.restoredState)
      restoreState(from: reader(of: state))
    }
    viewIsReady()
    parent?.childViewDidLoad(self)
    lifecycle.viewIsFilled()
    rebuildTime = .nanoseconds(application.now - began)
  }
}

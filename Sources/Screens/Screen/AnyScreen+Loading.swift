internal import StageFloor

extension AnyScreen {
  /// Whether the view is loaded.
  ///
  /// Accessing this property never creates it.
  public final var isViewLoaded: Bool {
    lifecycle.view.isLoaded
  }

  /// Creates the view, if there is none.
  ///
  /// Calls, in this order, `loadView()`, ``viewDidLoad()``, and, if state was saved when the view
  /// was last unloaded, ``restoreState(from:)``. If the view is loaded, this has no effect.
  /// Requests to containers made meanwhile are executed when the view is loaded.
  public final func loadViewIfNeeded() {
    switch lifecycle.viewNeeded() {
    case .present: return
    case .isLoading:
      misuse(
        """
        \(name).loadView() accesses the view that it must create, directly or through a method \
        that it calls. Create the view there and return it; fill it in viewDidLoad(), which may \
        use `view`.
        """)
    case .load:
      trees.performInTurn(self, makeView)
      host?.viewWasMade()
    }
  }

  /// One turn of the tree: requests made meanwhile wait.
  private func makeView() {
    let began = application.now
    note(.loadView)
    makeAndKeepView()
    lifecycle.viewWasMade()
    host?.onViewMade?()
    note(.viewDidLoad)
    viewDidLoad()
    if let state = storedRecord?.savedState.take() {
      note(.restoredState)
      restoreState(from: reader(of: state))
    }
    viewIsReady()
    parent?.stageContainer?.childViewDidLoad(self)
    lifecycle.viewIsFilled()
    record.rebuildTime.add(from: began, to: application.now)
  }
}

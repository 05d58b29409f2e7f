extension ScreenWindow {
  /// Shows what a navigation says: selects tabs and pages, replaces stacks, and presents and
  /// dismisses screens.
  ///
  /// Screens that exist are reused if they have the same name and identity; others are created by
  /// the catalog. What the navigation does not mention stays, except screens that are presented or
  /// pushed above the last one it mentions. This is a request like any other: it waits for those
  /// before it, and what it changes is notified as if the user had navigated there.
  ///
  /// ```swift
  /// window.show(.window(.tab(1, .stack(.any, .screen("hours")))))
  /// ```
  ///
  /// - Parameters:
  ///   - navigation: What to show; ``Navigation/window(_:presenting:sheets:)``.
  ///   - catalog: Creates the screens that do not exist; nil for ``ScreenApplication/catalog``.
  ///   - isAnimated: Whether to animate the transitions.
  /// - Returns: The request, which can be awaited.
  @discardableResult
  public final func show(
    _ navigation: Navigation, catalog: ScreenCatalog? = nil, animated isAnimated: Bool = false
  ) -> NavigationRequest {
    let restorer = Restorer(catalog ?? application.catalog, animated: isAnimated)
    let last = TransitionRequest()
    let result = NavigationRequest(last, restorer)
    let first = TransitionRequest { window in
      restorer.restore(navigation, into: window)
      // Executed when all changes, which wait in the same line, have been.
      window.trees.submit(.perform, of: window, last)
    }
    result.first = first
    trees.submit(.perform, of: self, first)
    return result
  }
}

/// A request to show a ``Navigation``.
@MainActor
public final class NavigationRequest {
  private let last: TransitionRequest
  private let restorer: Restorer
  /// The request that begins it; retained by its tree until it is executed.
  weak var first: TransitionRequest?

  init(_ last: TransitionRequest, _ restorer: Restorer) {
    self.last = last
    self.restorer = restorer
  }

  /// What is shown and what could not be; nil until the request is over.
  public var reportIfOver: ScreenRestorationReport? { isOver ? restorer.report : nil }

  /// Whether all transitions have ended.
  public var isOver: Bool { last.isOver || first?.outcomeIfOver.map { $0 != .completed } ?? false }

  /// What is shown and what could not be, once all transitions have ended; nil if the waiting task
  /// was cancelled first, or the window was destroyed.
  public var report: ScreenRestorationReport? {
    get async {
      if let first, await first.outcome != .completed { return nil }
      guard await last.outcome == .completed else { return nil }
      return restorer.report
    }
  }
}

extension ScreenWindow {
  /// Shows what a navigation says: selects tabs and pages, replaces stacks, and presents and
  /// dismisses screens.
  ///
  /// Screens in the same container are reused if they have the same name and identity, presented
  /// ones if those below them are reused too; others are created by the catalog. What the
  /// navigation does not mention stays, except screens that are presented or pushed above the last
  /// one it mentions. Showing ``AnyScreen/navigation`` of the same window changes nothing.
  ///
  /// This is a request like any other: it waits for those before it, requests made later are
  /// executed after all its changes, and what it changes is notified as if the user had navigated
  /// there. No screen is asked whether it may leave. What the catalog's closures request has no
  /// defined order with these changes.
  ///
  /// ```swift
  /// window.show(.window(.tab(1, .stack(.any, .screen("hours")))))
  /// ```
  ///
  /// A screen that neither exists nor can be created is a loss, with those above it: it is listed
  /// in the report, and observers receive ``ScreenEvent/Kind/notRestored(_:)``.
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
    let restorer = Restorer(
      catalog ?? application.catalog, isNavigation: true, animated: isAnimated)
    let last = TransitionRequest()
    let first = TransitionRequest { window in
      window.trees.submitFirst(in: window) {
        restorer.show(navigation.node, in: window)
        window.trees.submit(.perform, of: window, last)
      }
    }
    first.onEnd { outcome in
      if outcome != .completed { last.finish(outcome) }
    }
    trees.submit(.perform, of: self, first)
    return NavigationRequest(last, restorer)
  }
}

/// A request to show a ``Navigation``.
///
/// There is no need to retain it: it is executed anyway.
@MainActor
public final class NavigationRequest {
  /// Executed when all changes have been.
  private let last: TransitionRequest
  private let restorer: Restorer

  init(_ last: TransitionRequest, _ restorer: Restorer) {
    self.last = last
    self.restorer = restorer
  }

  /// What is shown and what could not be; nil until the request is over, and if the window was
  /// destroyed before.
  public var reportIfOver: ScreenRestorationReport? {
    last.outcomeIfOver == .completed ? restorer.report : nil
  }

  /// Whether all transitions have ended, or the window was destroyed.
  public var isOver: Bool { last.isOver }

  /// What is shown and what could not be, once all transitions have ended; nil if the waiting task
  /// was cancelled first, or the window was destroyed.
  public var report: ScreenRestorationReport? {
    get async { await last.outcome == .completed ? restorer.report : nil }
  }
}

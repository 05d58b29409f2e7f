#if GTK
internal import CGTK
public import StagecraftScreens

/// Finds GTK widgets that outlive the screens that showed them, and reports them by type and
/// name.
///
/// ```swift
/// let leaks = WidgetLeakWatch(.shared)
/// let observation = ScreenApplication.shared.observe { event in
///   if case .viewOutlived(let leak) = event.kind { print(event.name, leak) }
/// }
/// ```
///
/// A screen's view is a wrapper, and the application finds one that is still alive. The widget
/// behind it may live on without a wrapper, because a stage has not removed it from its container;
/// and a widget in a view may be retained by a closure that it calls itself. Both are reported with
/// ``ScreenApplication/report(leak:of:named:)``: the type and the name of the outermost widget that
/// is still alive, and the widget that it is still in, if there is one.
///
/// - Checked are the widgets in a view when it is unloaded, and those of a screen that was removed
///   from its container and destroyed.
/// - A widget is reported if it is alive after the period of grace. One that has meanwhile been put
///   into another widget is in use, and not reported, unless it is the whole view.
/// - A widget that a pool takes back must be out of the view before the view is released: a
///   ``HeavyResource`` is, and ``AnyScreen/viewWillUnload()`` can remove others.
///
/// It is a tool for development: each unloaded view costs a walk through its widgets. It retains
/// neither the application nor a screen or a widget.
@MainActor
public final class WidgetLeakWatch {
  private let grace: Duration
  private weak var application: ScreenApplication?
  private var observation: ObservationToken?
  private var leaving: [ScreenID: WidgetTraces] = [:]

  /// Begins to watch.
  ///
  /// - Parameters:
  ///   - application: The application of the screens.
  ///   - grace: How long a widget may live on, as in an animation.
  public init(_ application: ScreenApplication = .shared, after grace: Duration = .seconds(1)) {
    self.application = application
    self.grace = grace
    observation = application.observe { [weak self] in self?.happened($0) }
  }

  private func happened(_ event: ScreenEvent) {
    switch event.kind {
    case .willUnload: leaving[event.screen] = view(of: event.screen).map { WidgetTraces($0) }
    case .kept: leaving[event.screen] = nil
    case .unloaded:
      guard var traces = leaving.removeValue(forKey: event.screen) else { return }
      traces.forgetRemoved()
      check(traces, event) { true }
    case .didMove(toParent: nil):
      guard let screen = screen(event.screen), let view = screen.anyViewIfLoaded as? Widget
      else { return }
      // A screen that lives on keeps its view.
      check(WidgetTraces(view), event) { [weak screen] in screen == nil }
    default: break
    }
  }

  private func check(
    _ traces: WidgetTraces, _ event: ScreenEvent, if isOver: @escaping @MainActor () -> Bool
  ) {
    Task { [weak self, grace] in
      guard traces.anyIsAlive else { return }
      try? await Task.sleep(for: grace)
      guard isOver() else { return }
      for leak in traces.leaks() {
        self?.application?.report(leak: leak, of: event.screen, named: event.name)
      }
    }
  }

  private func screen(_ identity: ScreenID) -> AnyScreen? {
    application?.liveScreens.first { $0.id == identity }
  }

  private func view(of identity: ScreenID) -> Widget? {
    screen(identity)?.anyViewIfLoaded as? Widget
  }
}
#endif

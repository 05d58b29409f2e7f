#if Metrics
public import StagecraftScreens

extension MetricsReporter {
  /// Reports the screens of an application from now on.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - name: Its name.
  @MainActor
  public func report(_ application: ScreenApplication, as name: String = "screens") {
    add(application, "screens", name, timesEach: false) { [weak application] _ in
      application != nil
    } observe: { recorder in
      application.observe { event in recorder.record(event) }
    }
  }
}

extension MetricsRecorder {
  fileprivate func record(_ event: ScreenEvent) {
    switch event.kind {
    case .viewDidLoad: count("loads")
    case .didAppear:
      count("appearances")
      change("visible", by: 1)
    case .didDisappear: change("visible", by: -1)
    case .unloaded(let bytes, because: _):
      count("unloads")
      count("unloaded_bytes", by: bytes)
    case .viewOutlived: count("leaks")
    case .memoryWarning: count("memory_warnings")
    case .failedResource: count("resources_failed")
    case .transitionIsOverdue: count("transitions_overdue")
    case .navigated: count("navigations")
    default: break
    }
  }
}
#endif

#if Logging
internal import Logging
internal import StageFloor
public import StagecraftScreens

extension LogReporter {
  /// Reports the screens of an application from now on: leaks, resources that failed, transitions
  /// that do not end, and state that was lost.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - name: Its name in the metadata.
  @MainActor
  public func report(_ application: ScreenApplication, as name: String = "screens") {
    add(application, "screens", name) { track in
      application.observe { event in track.write(event) }
    }
  }
}

extension LogTrack {
  fileprivate func write(_ event: ScreenEvent) {
    let name = event.name
    switch event.kind {
    case .viewOutlived(let leak):
      write(
        "leak", .warning, "screen view was leaked",
        ["screen": "\(name)", "view": "\(leak.viewType)"])
    case .failedResource(let resource, because: let reason):
      write(
        "resource failed", .error, "screen resource could not be made",
        ["screen": "\(name)", "resource": "\(resource)", "error": "\(reason)"])
    case .lostResource(let resource):
      write(
        "resource lost", .warning, "screen resource died",
        ["screen": "\(name)", "resource": "\(resource)"])
    case .transitionIsOverdue(let waiting):
      write(
        "overdue", .warning, "screen transition does not end",
        ["screen": "\(name)", "waiting": "\(waiting)"])
    case .reusedView:
      write("reused view", .warning, "screen returned its unloaded view", ["screen": "\(name)"])
    case .stateOmitted(let omission):
      write(
        "omitted", .warning, "screen state was omitted",
        ["screen": "\(name)", "reason": "\(omission)"])
    case .notRestored(let loss):
      write(
        "not restored", .warning, "screen was not restored",
        ["screen": "\(name)", "reason": "\(loss)"])
    case .stateUnreadable(let error):
      write(
        "unreadable", .warning, "screen state could not be read",
        ["screen": "\(name)", "error": "\(String(reporting: error))"])
    case .kept(let reason):
      write(
        "kept", .debug, "screen view was kept", ["screen": "\(name)", "reason": "\(reason)"])
    default: break
    }
  }
}
#endif

internal import StageFloor
public import StagecraftScreens

extension Timeline {
  /// Records all screens of an application from now on.
  ///
  /// - Parameters:
  ///   - application: The application.
  ///   - name: Its name in the recording.
  /// - Returns: The object as the recording names it.
  @MainActor
  @discardableResult
  public func record(
    _ application: ScreenApplication, as name: String? = nil
  ) -> TimelineObject {
    record(application, .screens, name ?? "screens") { track in
      // A screen that is shown already is known by its next event.
      application.observe { event in track.write(event) }
    }
  }

  /// Records the screens of a window's application from now on.
  ///
  /// - Parameter window: The window.
  /// - Returns: The object as the recording names it.
  @MainActor
  @discardableResult
  public func record(_ window: ScreenWindow<some AnyObject>) -> TimelineObject {
    record(window.application)
  }
}

extension TimelineTrack {
  func write(_ event: ScreenEvent) {
    let item = Int(truncatingIfNeeded: event.screen.number)
    let name = event.name
    switch event.kind {
    case .loadView: began(item, name, .loading)
    case .viewDidLoad:
      mark("viewDidLoad of \(name)", item: item)
      began(item, name, .loaded)
    case .restoredState: mark("restores \(name)", item: item)
    case .willAppear, .willDisappear: began(item, name, .transition)
    case .didAppear: began(item, name, .visible)
    case .didDisappear: began(item, name, .loaded)
    case .unloaded(let bytes, because: _):
      began(item, name, .unloaded)
      mark("unloaded \(name), \(ByteText(bytes))", item: item)
    case .kept(let reason): mark("kept \(name): \(reason)", item: item)
    case .viewOutlived(let leak): mark("leaked a view of \(name): \(leak)", item: item)
    case .memoryWarning: mark("memory warning to \(name)", item: item)
    case .madeResource(let resource): mark("\(name) made \(resource)", item: item)
    case .failedResource(let resource, because: let reason):
      mark("\(name) could not make \(resource): \(reason)", item: item)
    case .droppedResource(let resource, let bytes):
      mark("\(name) dropped \(resource), \(ByteText(bytes))", item: item)
    case .lostResource(let resource): mark("\(name) lost \(resource)", item: item)
    case .transitionIsOverdue(let waiting):
      mark("a transition of \(name) is overdue, \(waiting) requests wait", item: item)
    case .navigated: mark("\(name) navigated", item: item)
    default: break
    }
  }
}

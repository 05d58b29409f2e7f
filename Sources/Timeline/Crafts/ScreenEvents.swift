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
      let screens = RecordedScreens(track)
      return application.observe { [weak application] event in
        if case .loadView = event.kind, let application { screens.endReleased(in: application) }
        screens.write(event)
      }
    }
  }

  /// Records all screens of a window's application from now on, also those in its other windows.
  ///
  /// - Parameters:
  ///   - window: The window.
  ///   - name: The name of the application in the recording.
  /// - Returns: The object as the recording names it.
  @MainActor
  @discardableResult
  public func record(
    _ window: ScreenWindow<some AnyObject>, as name: String? = nil
  ) -> TimelineObject {
    record(window.application, as: name)
  }
}

/// The screens that have entered a phase and have not ended.
///
/// A screen ends when it has left its container. One that is released in a container, such as the
/// root of a window, has no last event: it ends when the next screen loads.
@MainActor
private final class RecordedScreens {
  private let track: TimelineTrack
  private var items: Set<UInt64> = []

  nonisolated init(_ track: TimelineTrack) { self.track = track }

  func write(_ event: ScreenEvent) {
    track.write(event)
    let number = event.screen.number
    switch event.kind {
    case .didMove(toParent: nil):
      if items.remove(number) != nil { track.ended(Int(truncatingIfNeeded: number)) }
    case .unloaded where !items.contains(number): break
    default:
      guard let phase = event.kind.phase else { return }
      items.insert(number)
      track.began(Int(truncatingIfNeeded: number), event.name, phase)
    }
  }

  func endReleased(in application: ScreenApplication) {
    guard !items.isEmpty else { return }
    let live = Set(application.liveScreens.map(\.id.number))
    for number in items.subtracting(live).sorted() {
      items.remove(number)
      track.ended(Int(truncatingIfNeeded: number))
    }
  }
}

extension ScreenEvent.Kind {
  fileprivate var phase: TimelineEvent.Phase? {
    switch self {
    case .loadView: .loading
    case .viewDidLoad, .didDisappear: .loaded
    case .willAppear, .willDisappear: .transition
    case .didAppear: .visible
    case .unloaded: .unloaded
    default: nil
    }
  }
}

extension TimelineTrack {
  /// What is not a phase.
  fileprivate func write(_ event: ScreenEvent) {
    let item = Int(truncatingIfNeeded: event.screen.number)
    let name = event.name
    switch event.kind {
    case .viewDidLoad: mark("viewDidLoad of \(name)", item: item)
    case .restoredState: mark("restores \(name)", item: item)
    case .unloaded(let bytes, because: _):
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

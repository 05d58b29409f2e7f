/// What is kept about a screen besides its place in the tree: its view's past and its obligations.
///
/// Most screens of a large app have never been visible and need none of it.
@MainActor
final class ScreenRecord {
  /// The state saved when the view was unloaded, until it is restored.
  var savedState: ScreenState?
  /// How long loading the view takes, and when it was last loaded.
  var rebuildTime = RebuildTime()
  /// The time at which the screen disappeared, in nanoseconds of the application's clock.
  @exclusivity(unchecked) var goneSince: Int64?
  /// Closures that reset the properties bound to the view, in the order in which they were bound.
  var viewBounds: [@MainActor () -> Any?] = []
  /// The reasons why the view must stay, by hold number.
  var holds: [Int: String] = [:]
  var lastHold = 0
  /// The heavy resources of the screen, in the order in which they were declared.
  var resources = WeakResources()
  /// Counts the attempts to unload the view, so that an attempt can detect that a later one
  /// replaced it.
  var unloadNumber = 0
  /// Of a root driven by a toolkit: its host.
  weak var host: ScreenHost?
  /// What waits for the screen's result, in the order of the requests to show it.
  var resultWaiters: [AnyScreenResultWaiter] = []

  init() {}
}

extension AnyScreen {
  /// The record, which is created if there is none.
  final var record: ScreenRecord {
    if let storedRecord { return storedRecord }
    let record = ScreenRecord()
    storedRecord = record
    return record
  }

  final var savedState: ScreenState? {
    get { storedRecord?.savedState }
    set { record.savedState = newValue }
  }

  final var rebuildTime: RebuildTime { storedRecord?.rebuildTime ?? RebuildTime() }

  final var goneSince: Int64? { storedRecord?.goneSince }

  final var resources: WeakResources { storedRecord?.resources ?? WeakResources() }

  final var holds: [Int: String] { storedRecord?.holds ?? [:] }

  /// Of a root driven by a toolkit: its host.
  final var host: ScreenHost? { storedRecord?.host }
}

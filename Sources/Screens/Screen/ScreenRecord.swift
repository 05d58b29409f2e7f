/// What few screens need: most of a large app have never been visible.
@MainActor
final class ScreenRecord {
  var savedState: ScreenState?
  var rebuildTime = RebuildTime()
  /// In nanoseconds of the application's clock.
  @exclusivity(unchecked) var goneSince: Int64?
  /// Reset the properties bound to the view, in the order in which they were bound.
  var viewBounds: [@MainActor () -> Any?] = []
  /// The reasons why the view must stay, by hold number.
  var holds: [Int: String] = [:]
  var lastHold = 0
  var resources = WeakResources()
  /// Counts the attempts to unload, so that one can detect that a later one replaced it.
  var unloadNumber = 0
  /// Of a root.
  weak var host: ScreenHost?
  var resultWaiters: [AnyScreenResultWaiter] = []

  init() {}
}

extension AnyScreen {
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

  final var host: ScreenHost? { storedRecord?.host }
}

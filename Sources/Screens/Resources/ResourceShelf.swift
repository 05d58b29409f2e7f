internal import StageFloor

/// What an application needs to know of a heavy resource, whatever it is.
@MainActor
protocol ScreenResource: AnyObject {
  /// What it is called in reports.
  var name: String { get }
  /// Whether it is there now.
  var isMade: Bool { get }
  /// How many bytes it holds, about; 0 if nobody knows.
  var estimatedBytes: Int { get }
  /// How many bytes would be given back if it were dropped now, as far as that is known.
  var releasableBytes: Int { get }
  /// How long the last making took.
  var rebuildTime: Duration { get }

  /// The screen is about to appear.
  func screenComes()
  /// Remembers what it shows, if it is there.
  func takeSnapshot()
  /// Drops it, if it is there.
  ///
  /// - Parameter mayGo: is asked once more before it goes.
  /// - Returns: how many bytes were given back; nil if it was not there, or stayed.
  func drop(if mayGo: () -> Bool) -> Int?
}

/// The heavy resources of a screen, none of which is kept alive.
@MainActor
struct ResourceShelf {
  private struct WeakResource {
    weak var resource: (any ScreenResource)?
  }

  private var entries: [WeakResource] = []

  init() {}

  /// Those that are alive, in the order in which they were declared.
  var resources: [any ScreenResource] { entries.compactMap(\.resource) }

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ resource: any ScreenResource) {
    entries.removeAll { $0.resource == nil }
    entries.append(WeakResource(resource: resource))
  }

  /// Makes all that are not there.
  func makeAll() {
    guard !entries.isEmpty else { return }
    for resource in resources { resource.screenComes() }
  }

  /// Has all remember what they show.
  func takeSnapshots() {
    guard !entries.isEmpty else { return }
    for resource in resources { resource.takeSnapshot() }
  }
}

extension AnyScreen {
  /// Drops all that is heavy, for as long as that makes sense.
  ///
  /// - Returns: how many bytes were given back.
  final func dropResources(while goesOn: () -> Bool) -> Int {
    guard !resources.isEmpty else { return 0 }
    var bytes = 0
    for resource in resources.resources {
      guard goesOn() else { break }
      bytes = bytes.addingBytes(resource.drop(if: goesOn) ?? 0)
    }
    return bytes
  }

  /// Why heavy resources stay though memory is short; nil if they may go.
  final var dropObstacle: UnloadRefusal.Reason? {
    if appearance != .gone || host?.isShowingView?() == true { return .isSeen }
    if isInTransition { return .isInTransition }
    return holds.isEmpty ? nil : .isHeld(holdReasons)
  }
}

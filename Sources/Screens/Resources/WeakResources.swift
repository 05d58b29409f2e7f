internal import StageFloor

@MainActor
protocol ScreenResource: AnyObject {
  var name: String { get }
  var isMade: Bool { get }
  /// 0 if unknown.
  var estimatedBytes: Int { get }
  /// 0 if unknown.
  var releasableBytes: Int { get }
  var creationTime: RebuildTime { get }

  func screenWillAppear()
  func screenHasDisappeared()
  /// Returns the released bytes; `mayGo` is asked once more after the snapshot.
  func drop(if mayGo: () -> Bool) -> Int?
}

@MainActor
struct WeakResources {
  private struct WeakResource {
    weak var resource: (any ScreenResource)?
  }

  private var entries: [WeakResource] = []

  init() {}

  var resources: [any ScreenResource] { entries.compactMap(\.resource) }

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ resource: any ScreenResource) {
    entries.removeAll { $0.resource == nil }
    entries.append(WeakResource(resource: resource))
  }

  func makeAll() {
    guard !entries.isEmpty else { return }
    for resource in resources { resource.screenWillAppear() }
  }

  /// After disappearing; drops those that are kept only while visible.
  func takeSnapshots() {
    guard !entries.isEmpty else { return }
    for resource in resources { resource.screenHasDisappeared() }
  }
}

extension AnyScreen {
  /// Returns the released bytes.
  final func dropResources(while mayContinue: () -> Bool) -> Int {
    guard !resources.isEmpty else { return 0 }
    var bytes = 0
    for resource in resources.resources {
      guard mayContinue() else { break }
      bytes = bytes.addingBytes(resource.drop(if: mayContinue) ?? 0)
    }
    return bytes
  }

  final var dropObstacle: AnyScreen.UnloadRefusal.Reason? {
    let obstacle = dropObstacleAfterDisappearing
    return obstacle != .isSeen && isInTransition ? .isInTransition : obstacle
  }

  /// A transition is no obstacle: the screen disappears in the course of one.
  final var dropObstacleAfterDisappearing: AnyScreen.UnloadRefusal.Reason? {
    if appearance != .gone || host?.isShowingView?() == true { return .isSeen }
    return holds.isEmpty ? nil : .isHeld(holdReasons)
  }
}

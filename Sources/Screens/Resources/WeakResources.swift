internal import StageFloor

/// A heavy resource of any type, as the application sees it.
@MainActor
protocol ScreenResource: AnyObject {
  /// The name in reports.
  var name: String { get }
  /// Whether the resource exists.
  var isMade: Bool { get }
  /// The approximate number of bytes that the resource holds; 0 if unknown.
  var estimatedBytes: Int { get }
  /// The known number of bytes that dropping it now would release.
  var releasableBytes: Int { get }
  /// How long it takes to create it, and when it was last created.
  var creationTime: RebuildTime { get }

  /// The screen is about to appear.
  func screenWillAppear()
  /// The screen has disappeared.
  func screenHasDisappeared()
  /// Drops the resource, if it exists.
  ///
  /// - Parameter mayGo: Checked once more after the snapshot, before the resource is dropped.
  /// - Returns: The number of bytes released; nil if the resource did not exist, or stayed.
  func drop(if mayGo: () -> Bool) -> Int?
}

/// The heavy resources of a screen, stored weakly.
@MainActor
struct WeakResources {
  private struct WeakResource {
    weak var resource: (any ScreenResource)?
  }

  private var entries: [WeakResource] = []

  init() {}

  /// The live resources, in the order in which they were declared.
  var resources: [any ScreenResource] { entries.compactMap(\.resource) }

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ resource: any ScreenResource) {
    entries.removeAll { $0.resource == nil }
    entries.append(WeakResource(resource: resource))
  }

  /// Creates all wanted resources that do not exist.
  func makeAll() {
    guard !entries.isEmpty else { return }
    for resource in resources { resource.screenWillAppear() }
  }

  /// Takes snapshots of all resources when the screen has disappeared, and drops those that are
  /// kept only while it is visible.
  func takeSnapshots() {
    guard !entries.isEmpty else { return }
    for resource in resources { resource.screenHasDisappeared() }
  }
}

extension AnyScreen {
  /// Drops all heavy resources, as long as `mayContinue` returns true.
  ///
  /// - Parameter mayContinue: Returns whether to continue.
  /// - Returns: The number of bytes released.
  final func dropResources(while mayContinue: () -> Bool) -> Int {
    guard !resources.isEmpty else { return 0 }
    var bytes = 0
    for resource in resources.resources {
      guard mayContinue() else { break }
      bytes = bytes.addingBytes(resource.drop(if: mayContinue) ?? 0)
    }
    return bytes
  }

  /// The reason why heavy resources stay under memory pressure; nil if they may be dropped.
  final var dropObstacle: ScreenUnloadRefusal.Reason? {
    let obstacle = dropObstacleAfterDisappearing
    return obstacle != .isSeen && isInTransition ? .isInTransition : obstacle
  }

  /// The reason why heavy resources stay that are kept only while the screen is visible.
  ///
  /// A transition is none: the screen disappears in the course of one.
  final var dropObstacleAfterDisappearing: ScreenUnloadRefusal.Reason? {
    if appearance != .gone || host?.isShowingView?() == true { return .isSeen }
    return holds.isEmpty ? nil : .isHeld(holdReasons)
  }
}

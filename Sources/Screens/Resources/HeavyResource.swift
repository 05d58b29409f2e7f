internal import StageFloor

/// A heavy object of a screen that is dropped before the screen's view: a map, a web view, a
/// player.
///
/// ```swift
/// final class BranchScreen: LibraryScreen {
///   private lazy var map = HeavyResource(
///     of: self, "map", bytes: 24 << 20,
///     make: { screen, region in BranchMap(of: screen.branch, showing: region) },
///     snapshot: { map in map.region },
///     didMake: { screen, map in screen.view.show(map) },
///     willDrop: { screen, _ in screen.view.showPlaceholder() })
///
///   override func viewDidLoad() {
///     map.isWanted = true
///   }
/// }
/// ```
///
/// The resource is created, from its last snapshot, whenever the screen is about to appear: after
/// the view was created and filled, and before ``AnyScreen/viewWillAppear(_:)``; or by
/// ``makeIfNeeded()``. When memory is short and the screen is hidden, it takes a snapshot and is
/// dropped, before any whole view; it is also dropped with the screen's view. A resource of a
/// visible screen is dropped only by an explicit call. With ``keeps`` set to
/// ``HeavyResourcePolicy/whileSeen``, it is dropped whenever the screen disappears. If it dies, as
/// the process behind a web view may, call ``markLost()``.
///
/// Declare the property `lazy`, because it refers to its screen. It is registered when it is first
/// accessed: do so in ``AnyScreen/viewDidLoad()``. The resource does not retain its screen; its
/// closures receive the screen, and should not capture it. The created object is destroyed on the
/// main actor, wherever the screen is destroyed.
@MainActor
public final class HeavyResource<Resource> {
  /// The name in reports.
  public let name: String

  /// The approximate number of bytes that the resource holds; 0 if unknown.
  public var estimatedBytes: Int

  /// Whether the resource is created when the screen is about to appear; initially true.
  public var isWanted = true

  /// How long the resource is kept once it exists; initially ``HeavyResourcePolicy/automatic``.
  ///
  /// A change takes effect the next time the screen disappears.
  public var keeps = HeavyResourcePolicy.automatic

  /// The error of the last attempt to create the resource; nil if it succeeded.
  public private(set) var failure: (any Error)?

  /// How long the last creation took.
  public private(set) var rebuildTime = Duration.zero

  private(set) var creationTime = RebuildTime()
  private var machine = ResourceMachine()
  private var madeAt: Int64 = 0
  private var isTakingSnapshot = false
  nonisolated(unsafe) private var box: ResourceStorage<Resource>?  // guard: main actor or `deinit`
  private weak var screen: AnyScreen?

  init(
    of screen: AnyScreen, _ name: String?, bytes: Int, _ storage: ResourceStorage<Resource>
  ) {
    require(
      bytes >= 0,
      "“\(name ?? "\(Resource.self)")” of \(screen.name) must hold 0 or more bytes, not \(bytes).")
    self.name = name ?? "\(Resource.self)"
    self.screen = screen
    box = storage
    estimatedBytes = bytes
    screen.record.resources.add(self)
    screen.setFlag(.needsPreparation, true)
  }

  deinit { MainActorDestroyer.destroy(&box) }

  var storage: ResourceStorage<Resource> {
    guard let box else { preconditionFailure("It has ended.") }
    return box
  }

  /// In nanoseconds.
  private static var lastingAge: Int64 { 60_000_000_000 }

  // MARK: For its screen

  /// The resource, if it exists.
  ///
  /// Accessing this property never creates it.
  public var current: Resource? { storage.made?.resource }

  /// Whether the resource exists.
  public var isMade: Bool { storage.made != nil }

  /// Returns the resource, which is created now if it does not exist.
  ///
  /// A call during the creation, as from the closure that creates it, returns nil.
  ///
  /// - Returns: The resource; nil if it cannot be created: see ``failure``.
  @discardableResult
  public func makeIfNeeded() -> Resource? {
    switch machine.needed() {
    case .present: return current
    case .isBeingMade: return nil
    case .make: break
    }
    let application = screen?.application
    let began = application?.now ?? 0
    let result: MadeResource<Resource>?
    do {
      result = try storage.make(storage.snapshot)
    } catch {
      failure = error
      machine.failed()
      screen?.note(.failedResource(name, because: "\(error)"))
      return nil
    }
    guard let made = result else {
      machine.failed()
      return nil
    }
    let ended = application?.now ?? began
    rebuildTime = .nanoseconds(ended - began)
    madeAt = ended
    creationTime.add(from: began, to: ended)
    failure = nil
    guard machine.made() else {
      made.discard()
      return nil
    }
    storage.made = made
    screen?.note(.madeResource(name))
    storage.didMake(made.resource)
    return current
  }

  /// Takes a snapshot and drops the resource now, even if memory is not short or the screen is
  /// visible.
  ///
  /// The resource is recreated from the snapshot when the screen is next about to appear. If the
  /// resource does not exist, this has no effect.
  public func drop() { _ = drop { true } }

  /// Captures what the resource shows now, so that it can be recreated even if it dies.
  ///
  /// This also happens automatically whenever the screen has disappeared, and before the resource
  /// is dropped.
  public func takeSnapshot() {
    guard !isTakingSnapshot, let made = storage.made else { return }
    isTakingSnapshot = true
    defer { isTakingSnapshot = false }
    guard let snapshot = storage.takeSnapshot(made.resource) else { return }
    storage.snapshot = snapshot
  }

  /// Reports that the resource has died, for example because the system ended its process.
  ///
  /// It is dropped without a snapshot, and not returned to a pool. If the screen is visible or
  /// about to appear, the resource is recreated at once from its last snapshot; otherwise when the
  /// screen next appears. After four losses in a row, each within a minute of the creation, it is not
  /// recreated at once: ``isMade`` is false until ``makeIfNeeded()`` is called or the screen next
  /// appears. Reporting it again, or without a resource, has no effect.
  ///
  /// If the closure that creates the resource mentions the property, as a web view's may to report
  /// its end, write the type of the property. Otherwise the compiler finds a circular reference,
  /// because it needs the closure to infer the type:
  ///
  /// ```swift
  /// private lazy var page: HeavyResource<WebPage> = HeavyResource(
  ///   of: self, "news",
  ///   make: { screen in
  ///     WebPage(onTermination: { [weak screen] in screen?.page.markLost() })
  ///   })
  /// ```
  public func markLost() {
    // A resource that existed for so long does not fail at each creation.
    let age = (screen?.application.now ?? madeAt) - madeAt
    if isMade, age >= Self.lastingAge { machine.forgetLosses() }
    switch machine.markLost() {
    case .none: return
    case .whenMade: screen?.note(.lostResource(name))
    case .gone:
      let made = storage.made.take()
      screen?.note(.lostResource(name))
      if let made {
        storage.willDrop(made.resource)
        made.discard()
      }
      let isNeeded = screen?.appearance == .visible || screen?.appearance == .appearing
      if isWanted, isNeeded, machine.mayTryAgain { makeIfNeeded() }
    }
  }
}

extension HeavyResource: ScreenResource {
  func screenWillAppear() {
    machine.forgetLosses()
    if isWanted { makeIfNeeded() }
  }

  func screenHasDisappeared() {
    guard keeps == .whileSeen else { return takeSnapshot() }
    _ = drop { screen?.dropObstacleAfterDisappearing == nil }
  }

  var releasableBytes: Int {
    guard let made = storage.made, !made.isBorrowed else { return 0 }
    return max(0, estimatedBytes)
  }

  func drop(if mayGo: () -> Bool) -> Int? {
    guard isMade else { return nil }
    takeSnapshot()
    guard mayGo(), machine.drop(), let made = storage.made.take() else { return nil }
    let bytes = made.isBorrowed ? 0 : max(0, estimatedBytes)
    // From here on, an access creates a new resource.
    screen?.note(.droppedResource(name, bytes: bytes))
    storage.willDrop(made.resource)
    return bytes
  }
}

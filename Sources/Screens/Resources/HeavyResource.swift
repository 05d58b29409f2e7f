internal import StageFloor

/// Something heavy that a screen shows and that goes before the screen's view does: a map, a web
/// view, a player.
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
/// It is made, from its last snapshot, whenever the screen is about to appear, after the view was
/// made and filled and before ``AnyScreen/viewWillAppear(_:)``; or when somebody asks. When memory
/// is short and the screen is not seen, it takes a snapshot and goes, before any whole view does; it
/// also goes whenever the screen's view goes. What the user sees is never dropped, unless by hand.
/// If it dies by itself, as the process behind a web view may, say ``lost()``.
///
/// A property with this is `lazy`, since it refers to its screen, and takes part from when it is
/// first touched: do so in ``AnyScreen/viewDidLoad()``. It keeps its screen not alive; its closures
/// are handed the screen, and should not hold it themselves. What it made ends on the main actor,
/// wherever the screen ends.
@MainActor
public final class HeavyResource<Resource> {
  /// What it is called in reports.
  public let name: String

  /// How many bytes it holds, about; 0 if nobody knows.
  public var estimatedBytes: Int

  /// Whether it is made when the screen is about to appear; true, unless set to false.
  public var isWanted = true

  /// Why it could not be made the last time; nil if it could.
  public private(set) var failure: (any Error)?

  /// How long the last making took.
  public private(set) var rebuildTime = Duration.zero

  private var machine = ResourceMachine()
  private var isTakingSnapshot = false
  nonisolated(unsafe) private var box: ResourceWorks<Resource>?  // guard: main actor or `deinit`
  private weak var screen: AnyScreen?

  init(
    of screen: AnyScreen, _ name: String?, bytes: Int, _ works: ResourceWorks<Resource>
  ) {
    require(
      bytes >= 0,
      "“\(name ?? "\(Resource.self)")” of \(screen.name) holds zero or more bytes, not \(bytes).")
    self.name = name ?? "\(Resource.self)"
    self.screen = screen
    box = works
    estimatedBytes = bytes
    screen.resources.add(self)
  }

  deinit { MainActorParcel.end(&box) }

  var works: ResourceWorks<Resource> {
    guard let box else { preconditionFailure("It has ended.") }
    return box
  }

  // MARK: For its screen

  /// The resource, if it is there; asking makes none.
  public var current: Resource? { works.holding?.resource }

  /// Whether it is there.
  public var isMade: Bool { works.holding != nil }

  /// The resource; made now, if there is none.
  ///
  /// Asking while it is being made, as by the closure that makes it, gives nil.
  ///
  /// - Returns: nil if it cannot be made: see ``failure``.
  @discardableResult
  public func makeIfNeeded() -> Resource? {
    switch machine.needed() {
    case .present: return current
    case .isBeingMade: return nil
    case .make: break
    }
    let application = screen?.application
    let began = application?.now ?? 0
    let made: ResourceHolding<Resource>?
    do {
      made = try works.make(works.snapshot)
    } catch {
      failure = error
      machine.failed()
      screen?.note(.failedResource(name, because: "\(error)"))
      return nil
    }
    guard let holding = made else {
      machine.failed()
      return nil
    }
    rebuildTime = .nanoseconds((application?.now ?? 0) - began)
    failure = nil
    guard machine.made() else {
      holding.discard()
      return nil
    }
    works.holding = holding
    screen?.note(.madeResource(name))
    works.didMake(holding.resource)
    return current
  }

  /// Drops it now, after a snapshot, though memory may not be short and the user may see it.
  ///
  /// It is made again, from the snapshot, when the screen is next about to appear. If there is none,
  /// nothing happens.
  public func drop() { _ = drop { true } }

  /// Remembers what it shows now, so that it comes back so even if it dies.
  ///
  /// That also happens by itself whenever the screen has disappeared, and before it is dropped.
  public func takeSnapshot() {
    guard !isTakingSnapshot, let holding = works.holding else { return }
    isTakingSnapshot = true
    defer { isTakingSnapshot = false }
    guard let snapshot = works.takeSnapshot(holding.resource) else { return }
    works.snapshot = snapshot
  }

  /// It has died by itself.
  ///
  /// It goes without a snapshot, and back to no pool. If the user sees the screen, or is about to,
  /// it is made again at once, from the last snapshot there is, but no more than three times until
  /// the screen next appears; otherwise when it next appears. Saying so again, or of what is not
  /// there, does nothing.
  public func lost() {
    switch machine.lost() {
    case .none: return
    case .whenMade: screen?.note(.lostResource(name))
    case .gone:
      let holding = works.holding.take()
      screen?.note(.lostResource(name))
      if let holding {
        works.willDrop(holding.resource)
        holding.discard()
      }
      let isNeeded = screen?.appearance == .visible || screen?.appearance == .appearing
      if isWanted, isNeeded, machine.mayTryAgain { makeIfNeeded() }
    }
  }
}

extension HeavyResource: ScreenResource {
  func screenComes() {
    machine.screenComes()
    if isWanted { makeIfNeeded() }
  }

  var releasableBytes: Int {
    guard let holding = works.holding, !holding.isBorrowed else { return 0 }
    return max(0, estimatedBytes)
  }

  func drop(if mayGo: () -> Bool) -> Int? {
    guard isMade else { return nil }
    takeSnapshot()
    guard mayGo(), machine.drop(), let holding = works.holding.take() else { return nil }
    let bytes = holding.isBorrowed ? 0 : max(0, estimatedBytes)
    // It is out of reach from here on: whoever asks for it gets another.
    screen?.note(.droppedResource(name, bytes: bytes))
    works.willDrop(holding.resource)
    return bytes
  }
}

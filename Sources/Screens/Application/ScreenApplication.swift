internal import StageFloor

/// What the screens of an app have in common: who hears of memory warnings, what is unloaded, what
/// is observed.
///
/// An app has one, ``shared``; tests make their own. It keeps no screen alive.
@MainActor
public final class ScreenApplication {
  /// The process's own.
  public static let shared = ScreenApplication()

  /// Hears what concerns the whole app; not kept alive.
  public weak var delegate: (any ScreenApplicationDelegate)?

  /// Whether a view that was unloaded and lives on is looked for in the stored properties of all
  /// live screens, to name who holds it.
  ///
  /// True in debug builds and false in others: it is for those who write the app, takes its time,
  /// and asks the runtime what it does not promise to tell. The event
  /// ``ScreenEvent/Kind/viewOutlived(_:)`` comes in either case, if somebody observes.
  public var searchesForHolders = ScreenApplication.isDebugBuild

  private static var isDebugBuild: Bool {
    #if DEBUG
    true
    #else
    false
    #endif
  }

  /// What is unloaded after a memory warning.
  public var warningPolicy = WarningPolicy.automatic

  /// How many bytes of state there may be.
  public var stateBudget = StateBudget()

  /// Whether memory is short at this time, as far as is known.
  ///
  /// While it is, nothing is loaded ahead of need.
  public internal(set) var isMemoryShort: Bool {
    get { unloader.isMemoryShort }
    set { unloader.isToldShort = newValue }
  }

  let unloader = Unloader()

  let timekeeper: Timekeeper
  var registry = ScreenRegistry()
  @exclusivity(unchecked) var observers: [ScreenObserver] = []
  /// Whether a memory warning is being told.
  var isWarning = false
  /// Ends the grace time of the last restoration from a file; tests await it.
  var restorationGrace: Task<Void, Never>?

  /// An application without screens.
  ///
  /// - Parameter clock: measures how long views take to be made, and are not seen.
  public init(clock: any Clock<Duration> & Sendable = ContinuousClock()) {
    timekeeper = Timekeeper(clock)
  }

  /// All screens of the application that are alive, in the order in which they were made.
  ///
  /// - Complexity: O(*n*) in the number of screens.
  public var liveScreens: [AnyScreen] { registry.screens }

  /// Adds a screen that is new, or comes from another application.
  func register(_ screen: AnyScreen) {
    guard registry.add(screen) else { return }
    withExtendedLifetime(registry.sweep()) {}
  }

  /// Nanoseconds of the clock.
  var now: Int64 { timekeeper.now }
}

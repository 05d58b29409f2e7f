internal import StageFloor

/// The shared state of all screens of an app: memory warnings, unloading, observation.
///
/// An app has one, ``shared``; tests create their own. It retains no screen.
@MainActor
public final class ScreenApplication {
  /// The application of the process.
  public static let shared = ScreenApplication()

  /// Receives events that concern the whole app; not retained.
  public weak var delegate: (any ScreenApplicationDelegate)?

  /// What is unloaded after a memory warning.
  public var warningPolicy = ScreenApplication.WarningPolicy.automatic

  /// The limits for saved state.
  public var stateBudget = ScreenApplication.StateBudget()

  /// Creates the screens that a ``Navigation`` needs and that do not exist.
  public var catalog = ScreenCatalog()

  /// Whether memory is known to be short at this time.
  ///
  /// While it is, no view is loaded ahead.
  public internal(set) var isMemoryShort: Bool {
    get { unloader.isMemoryShort }
    set { unloader.isReportedShort = newValue }
  }

  let unloader = Unloader()

  let timekeeper: Timekeeper
  var registry = ScreenRegistry()
  @exclusivity(unchecked) var observers = ScreenObserverList()
  #if canImport(Observation)
  var navigationModels: [WeakModel] = []
  #endif
  var isWarning = false
  /// Ends the grace period of the last restoration from a file; tests await it.
  var restorationGrace: Task<Void, Never>?

  /// Creates an application without screens.
  ///
  /// - Parameter clock: The clock that measures how long views take to load and how long they are
  ///   hidden.
  public init(clock: any Clock<Duration> & Sendable = ContinuousClock()) {
    timekeeper = Timekeeper(clock)
  }

  /// All live screens of the application, in the order in which they were created.
  ///
  /// - Complexity: O(*n*) in the number of screens.
  public var liveScreens: [AnyScreen] { registry.screens }

  func sweepRegistryIfSparse() {
    if registry.isSparse { withExtendedLifetime(registry.sweep()) {} }
  }

  var now: Int64 { timekeeper.now }
}

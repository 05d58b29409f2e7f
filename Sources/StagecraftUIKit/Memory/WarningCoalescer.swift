internal import StagecraftScreens

/// Merges the memory warnings that a toolkit sends to each of its controllers.
///
/// A ``ScreenApplication`` notifies all its screens itself, and should receive each warning once.
/// All controllers are warned in one turn of the main actor: the first one passes the warning on,
/// and the others find that this has been done.
@MainActor
final class WarningCoalescer {
  /// The shared instance of the process.
  static let shared = WarningCoalescer()

  private struct Entry {
    weak var application: ScreenApplication?
  }

  /// The applications notified in this turn.
  private var notified: Set<ObjectIdentifier> = []
  /// The task that runs after this turn.
  private(set) var endOfTurn: Task<Void, Never>?
  /// The applications that receive their warnings from a monitor.
  private var monitored: [Entry] = []

  /// Records that a monitor provides this application's warnings, instead of its controllers.
  func leaveToMonitor(_ application: ScreenApplication) {
    monitored.removeAll { $0.application == nil }
    monitored.append(Entry(application: application))
  }

  /// Handles a warning to a controller.
  ///
  /// - Parameter application: The application of the controller's screen. It is notified unless it
  ///   has been notified in this turn or a monitor provides its warnings.
  func controllerWasWarned(of application: ScreenApplication) {
    guard !monitored.contains(where: { $0.application === application }) else { return }
    if notified.isEmpty { endOfTurn = Task { @MainActor in self.notified = [] } }
    guard notified.insert(ObjectIdentifier(application)).inserted else { return }
    application.receiveMemoryWarning()
  }
}

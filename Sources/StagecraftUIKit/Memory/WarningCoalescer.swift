internal import StagecraftScreens

/// Merges the memory warnings that a toolkit sends to each of its controllers: an application
/// should receive each once.
///
/// All controllers are warned in one turn of the main actor, and the first passes the warning on.
@MainActor
final class WarningCoalescer {
  static let shared = WarningCoalescer()

  private struct Entry {
    weak var application: ScreenApplication?
  }

  private var notified: Set<ObjectIdentifier> = []
  private(set) var endOfTurn: Task<Void, Never>?
  /// The applications that receive their warnings from a monitor.
  private var monitored: [Entry] = []

  func leaveToMonitor(_ application: ScreenApplication) {
    monitored.removeAll { $0.application == nil }
    monitored.append(Entry(application: application))
  }

  /// Ignored if the application was notified in this turn, or a monitor provides its warnings.
  func controllerWasWarned(of application: ScreenApplication) {
    guard !monitored.contains(where: { $0.application === application }) else { return }
    if notified.isEmpty { endOfTurn = Task { @MainActor in self.notified = [] } }
    guard notified.insert(ObjectIdentifier(application)).inserted else { return }
    application.receiveMemoryWarning()
  }
}

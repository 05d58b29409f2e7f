internal import StagecraftScreens

/// Passes on one memory warning of a toolkit that tells each of its controllers.
///
/// A ``ScreenApplication`` tells all its screens by itself, and is to hear of each warning once. All
/// controllers are told in one turn of the main actor: the first to hear of it passes it on, and the
/// others find that it was passed on.
@MainActor
final class WarningRounds {
  /// Those of the process.
  static let shared = WarningRounds()

  private struct Entry {
    weak var application: ScreenApplication?
  }

  /// Those that were told in this turn.
  private var told: Set<ObjectIdentifier> = []
  /// What comes after this turn.
  private(set) var endOfTurn: Task<Void, Never>?
  /// Those that a monitor tells.
  private var monitored: [Entry] = []

  /// A monitor brings the warnings to this application, and controllers are not to.
  func leaveToMonitor(_ application: ScreenApplication) {
    monitored.removeAll { $0.application == nil }
    monitored.append(Entry(application: application))
  }

  /// A controller whose screen belongs to this application was warned.
  ///
  /// - Parameter application: hears of it, unless it has heard in this turn, or hears it anyway.
  func controllerWasWarned(of application: ScreenApplication) {
    guard !monitored.contains(where: { $0.application === application }) else { return }
    if told.isEmpty { endOfTurn = Task { @MainActor in self.told = [] } }
    guard told.insert(ObjectIdentifier(application)).inserted else { return }
    application.receiveMemoryWarning()
  }
}

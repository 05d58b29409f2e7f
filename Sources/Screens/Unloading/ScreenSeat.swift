internal import StagecraftMemory

/// Where a monitor finds an application.
///
/// The application owns it, and it ends with the application; so a monitor can tell on any thread
/// whether the application is still there, and never holds the application itself, which must end on
/// the main actor.
final class ScreenSeat: Sendable {
  @MainActor private weak var application: ScreenApplication?

  @MainActor
  init(_ application: ScreenApplication) { self.application = application }

  @MainActor
  func warn() { application?.tellMemoryWarning() }

  @MainActor
  var resourceBytes: Int { application?.hiddenResourceBytes ?? 0 }

  @MainActor
  var viewBytes: Int { application?.hiddenViewBytes ?? 0 }

  @MainActor
  func dropResources(_ request: ReleaseRequest) -> Int {
    application?.dropResources(at: request.level, target: request.target).releasedBytes ?? 0
  }

  @MainActor
  func unloadViews(_ request: ReleaseRequest) -> Int {
    application?.release(at: request.level, target: request.target).releasedBytes ?? 0
  }
}

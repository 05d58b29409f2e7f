internal import StagecraftMemory

/// A handle by which a monitor reaches an application.
///
/// The application owns it, and it is destroyed with the application. So a monitor can check on any
/// thread whether the application still exists, without ever retaining the application itself,
/// which must be destroyed on the main actor.
final class WeakApplicationReference: Sendable {
  @MainActor private weak var application: ScreenApplication?

  @MainActor
  init(_ application: ScreenApplication) { self.application = application }

  @MainActor
  func warn() { application?.notifyMemoryWarning() }

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

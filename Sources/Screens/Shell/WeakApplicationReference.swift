internal import StageFloor
internal import StagecraftMemory

/// Tells a monitor on any thread whether the application exists, without ever retaining it, because
/// that must be destroyed on the main actor.
final class WeakApplicationReference: Sendable {
  @MainActor private weak var application: ScreenApplication?

  /// How long a pass may occupy the main actor at once: a quarter of a frame.
  static let slice = Duration.milliseconds(4)

  @MainActor
  init(_ application: ScreenApplication) { self.application = application }

  @MainActor
  func warn() { application?.notifyMemoryWarning() }

  @MainActor
  var resourceBytes: Int { application?.hiddenResourceBytes ?? 0 }

  @MainActor
  var viewBytes: Int { application?.hiddenViewBytes ?? 0 }

  @MainActor
  func dropResources(_ request: ReleaseRequest) async -> Int {
    await release(request, unloadsViews: false)
  }

  @MainActor
  func unloadViews(_ request: ReleaseRequest) async -> Int {
    await release(request, unloadsViews: true)
  }

  /// Ends early if its task is cancelled, because the monitor has continued without it, or if the
  /// application is destroyed.
  @MainActor
  private func release(_ request: ReleaseRequest, unloadsViews: Bool) async -> Int {
    var pass = UnloadPass(
      at: request.level, target: request.target, unloadsViews: unloadsViews)
    while continueSlice(&pass), !Task.isCancelled {
      await Task.yield()
      pass.resume()
    }
    return pass.report.releasedBytes
  }

  /// False at the end; not `async`, so that the application is not retained during a pause.
  @MainActor
  private func continueSlice(_ pass: inout UnloadPass) -> Bool {
    guard let application else { return false }
    let end = application.now + Self.slice.wholeNanoseconds
    var isOver = false
    ScreenTrees.shared.arrangingOnce {
      repeat { isOver = !pass.step(in: application) } while !isOver && application.now < end
    }
    return !isOver
  }
}

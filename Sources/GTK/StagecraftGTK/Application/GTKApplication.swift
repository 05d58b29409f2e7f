#if GTK
internal import CAdwaita
internal import CGTK
internal import CStageGTK

/// A program with windows.
///
/// ```swift
/// @main
/// struct CityLibrary {
///   @MainActor static func main() {
///     let application = GTKApplication("org.example.CityLibrary")
///     application.run {
///       application.open(ScreenWindow(root: CatalogueScreen(), stage: WindowStage()))
///     }
///   }
/// }
/// ```
///
/// `main` must be synchronous: see ``MainLoop/attach()``.
@MainActor
public final class GTKApplication {
  /// The identifier, in the form of a reversed domain name.
  public let identifier: String

  private let application: UnsafeMutablePointer<AdwApplication>
  private var hasRun = false
  private static weak var running: GTKApplication?
  var windows: [OpenWindow] = []
  /// How long an application may run without a window before it says so.
  static var windowLimit: Duration = .seconds(5)

  /// Creates an application.
  ///
  /// - Parameter identifier: A name such as `org.example.CityLibrary`.
  /// - Precondition: GTK accepts the identifier.
  public init(_ identifier: String) {
    require(
      g_application_id_is_valid(identifier) != 0,
      "“\(identifier)” is no identifier of an application; write one like org.example.Library.")
    self.identifier = identifier
    application = adw_application_new(identifier, G_APPLICATION_NON_UNIQUE)
  }

  isolated deinit { g_object_unref(application) }

  /// Runs the application until ``quit()`` is called, or the last window has closed.
  ///
  /// See ``open(_:)``. If no window is on the screen after five seconds, a line on the standard
  /// error says so: without a window, only ``quit()`` ends the application.
  ///
  /// - Parameter start: Opens the first windows. Called once, on the main actor, when the toolkit
  ///   is ready.
  /// - Returns: The exit status.
  /// - Precondition: The application has not run, no other one runs, and this is the first thread
  ///   of the process.
  @discardableResult
  public func run(_ start: @escaping @MainActor () -> Void) -> Int32 {
    require(Self.running !== self, "The application runs already.")
    require(!hasRun, "The application has run before. Create another one to run again.")
    let other = Self.running?.identifier ?? ""
    require(
      Self.running == nil, "The application “\(other)” runs. A process runs one at a time.")
    MainLoop.attach()
    hasRun = true
    Self.running = self
    defer { Self.running = nil }
    let object = UnsafeMutableRawPointer(application)
    // Windows join the default application, which would be the first one that was created.
    g_application_set_default(object.assumingMemoryBound(to: GApplication.self))
    let connection = SignalConnection(object, "activate") { [weak self] _ in
      // The windows of screens are opened and closed by screens, not counted by GTK.
      g_application_hold(object.assumingMemoryBound(to: GApplication.self))
      start()
      MainLoop.after(Self.windowLimit) { [weak self] in self?.warnWithoutWindow() }
      return nil
    }
    defer { connection.cancel() }
    return g_application_run(object.assumingMemoryBound(to: GApplication.self), 0, nil)
  }

  private func warnWithoutWindow() {
    guard Self.running === self, windows.isEmpty, !Window.isAnyVisible else { return }
    stage_say(
      """
      “\(identifier)” runs without a window. Open one with `GTKApplication.open(_:)` in the closure \
      of `run`, or call `quit()`.
      """)
  }

  /// Ends ``run(_:)``; without effect if the application does not run.
  public func quit() {
    guard Self.running === self else { return }
    g_application_quit(
      UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self))
  }

  /// For programs that run the main loop by themselves, such as tests; there must be a display.
  package static func prepareToolkit() {
    MainLoop.attach()
    require(
      gtk_init_check() != 0, "There is no display. Set DISPLAY, or start the program with xvfb-run."
    )
    adw_init()
  }
}
#endif

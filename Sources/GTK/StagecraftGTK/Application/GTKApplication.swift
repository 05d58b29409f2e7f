#if GTK
internal import CAdwaita
internal import CGTK
internal import CStageGTK
internal import StagecraftScreens

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
  /// How many processes of the same application a user may run at once.
  public enum Instances: Hashable, Sendable {
    /// Any number; they do not find each other.
    case many
    /// One in a session of the desktop: a second start hands its links to the first, and ends.
    ///
    /// Processes find each other by the session's bus. Without one, each runs on its own.
    case one
  }

  /// The identifier, in the form of a reversed domain name.
  public let identifier: String

  /// Called with the links that the program was started with, such as `library://title/17`, once
  /// `start` has returned; and whenever another start hands over its links.
  ///
  /// Also called for links that the desktop opens with this program, because its desktop file names
  /// their scheme. Before a later call, the window that was opened last is presented. Links that
  /// arrive while there is no closure are dropped.
  public var onOpen: (@MainActor ([String]) -> Void)?

  /// Called when the program is started again without links, while this instance runs.
  ///
  /// Without a closure, the window that was opened last is presented.
  public var onStartAgain: (@MainActor () -> Void)?

  let application: UnsafeMutablePointer<AdwApplication>
  private var hasRun = false
  private var hasStarted = false
  private(set) static weak var running: GTKApplication?
  var windows: [OpenWindow] = []
  var actions: [String: ApplicationAction] = [:]
  var notifications: [String: DesktopNotification] = [:]
  /// How long an application may run without a window before it says so.
  static var windowLimit: Duration = .seconds(5)

  /// Creates an application.
  ///
  /// - Parameters:
  ///   - identifier: A name such as `org.example.CityLibrary`.
  ///   - instances: How many processes of it a user may run at once.
  /// - Precondition: GTK accepts the identifier.
  public init(_ identifier: String, instances: Instances = .many) {
    require(
      g_application_id_is_valid(identifier) != 0,
      "“\(identifier)” is no identifier of an application; write one like org.example.Library.")
    self.identifier = identifier
    var flags = G_APPLICATION_HANDLES_OPEN.rawValue
    if instances == .many { flags |= G_APPLICATION_NON_UNIQUE.rawValue }
    application = adw_application_new(identifier, GApplicationFlags(flags))
  }

  isolated deinit { g_object_unref(application) }

  /// The arguments of the process that are links: those with a scheme, such as
  /// `library://title/17`.
  public static var linkArguments: [String] { links(in: CommandLine.arguments.dropFirst()) }

  static func links(in arguments: some Sequence<String>) -> [String] {
    arguments.filter { argument in
      guard let end = argument.firstRange(of: "://") else { return false }
      let scheme = argument[..<end.lowerBound].utf8
      return scheme.first.map { isLetter($0) } == true
        && scheme.allSatisfy { isLetter($0) || isDigit($0) || "+-.".utf8.contains($0) }
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Runs the application until ``quit()`` is called, or the last window has closed.
  ///
  /// See ``open(_:)``. If no window is on the screen after five seconds, a line on the standard
  /// error says so: without a window, only ``quit()`` ends the application.
  ///
  /// If this is the second start of an application with ``Instances/one``, the links are handed to
  /// the first, and the method returns without having called `start`.
  ///
  /// - Parameters:
  ///   - links: The links to open; the process's own arguments, if it is nil. See ``onOpen``.
  ///   - start: Opens the first windows. Called once, on the main actor, when the toolkit is ready.
  /// - Returns: The exit status.
  /// - Precondition: The application has not run, no other one runs, and this is the first thread
  ///   of the process.
  @discardableResult
  public func run(
    opening links: [String]? = nil, _ start: @escaping @MainActor () -> Void
  ) -> Int32 {
    require(Self.running !== self, "The application runs already.")
    require(!hasRun, "The application has run before. Create another one to run again.")
    let other = Self.running?.identifier ?? ""
    require(
      Self.running == nil, "The application “\(other)” runs. A process runs one at a time.")
    MainLoop.attach()
    hasRun = true
    Self.running = self
    defer {
      Self.running = nil
      // Their closures may retain the application.
      for name in actions.keys { removeAction(name) }
      notifications = [:]
      Settings.writeAll()
    }
    // What desktops compare with the names of desktop files.
    if g_get_prgname() == nil { g_set_prgname(identifier) }
    // Windows join the default application, which would be the first one that was created.
    withRaw { g_application_set_default($0) }
    let object = UnsafeMutableRawPointer(application)
    let connection = SignalConnection(object, "activate") { [weak self] _ in
      self?.activate(start)
      return nil
    }
    let opening = Opening { [weak self] links in
      guard let self else { return }
      // First: the closure may present another one.
      if hasStarted { presentLastWindow() }
      begin(start)
      onOpen?(links)
    }
    let box = Unmanaged.passUnretained(opening).toOpaque()
    let open = stage_on_open(
      object,
      { data, link in
        nonisolated(unsafe) let (data, link) = (data!, link)  // guard: see `onMainThread`
        onMainThread {
          Unmanaged<Opening>.fromOpaque(data).takeUnretainedValue()
            .add(link.map { String(cString: $0) })
        }
      }, box)
    defer {
      connection.cancel()
      g_signal_handler_disconnect(object, open)
      withExtendedLifetime(opening) {}
    }
    return run(links ?? Self.linkArguments)
  }

  /// GLib hands what it takes for names of files to the instance that runs.
  private func run(_ links: [String]) -> Int32 {
    let arguments = ([CommandLine.arguments.first ?? identifier] + links).map { g_strdup($0) }
    defer { for argument in arguments { g_free(argument) } }
    var list = arguments + [nil]
    return list.withUnsafeMutableBufferPointer { list in
      withRaw {
        // Without links, none of the arguments: they are the program's own.
        links.isEmpty
          ? g_application_run($0, 0, nil)
          : g_application_run($0, Int32(arguments.count), list.baseAddress)
      }
    }
  }

  private func begin(_ start: @MainActor () -> Void) {
    guard !hasStarted else { return }
    hasStarted = true
    // The windows of screens are opened and closed by screens, not counted by GTK.
    withRaw { g_application_hold($0) }
    start()
    MainLoop.after(Self.windowLimit) { [weak self] in self?.warnWithoutWindow() }
  }

  private func activate(_ start: @MainActor () -> Void) {
    guard hasStarted else { return begin(start) }
    if let onStartAgain { return onStartAgain() }
    presentLastWindow()
  }

  private func presentLastWindow() { (windows.last?.window.view as? Window)?.present() }

  func withRaw<Result>(_ body: (UnsafeMutablePointer<GApplication>) -> Result) -> Result {
    defer { withExtendedLifetime(self) {} }
    return body(UnsafeMutableRawPointer(application).assumingMemoryBound(to: GApplication.self))
  }

  private func warnWithoutWindow() {
    guard Self.running === self, windows.isEmpty, !Window.isAnyVisible else { return }
    stage_say(
      """
      “\(identifier)” runs without a window. Open one with `GTKApplication.open(_:)` in the closure \
      of `run`, or call `quit()`.
      """)
  }

  /// Ends ``run(opening:_:)``; without effect if the application does not run.
  public func quit() {
    guard Self.running === self else { return }
    withRaw { g_application_quit($0) }
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

/// The links of one call.
@MainActor
private final class Opening {
  private var links: [String] = []
  private let body: @MainActor ([String]) -> Void

  init(_ body: @escaping @MainActor ([String]) -> Void) { self.body = body }

  /// Nil after the last one.
  func add(_ link: String?) {
    if let link { return links.append(link) }
    let links = links
    self.links = []
    body(links)
  }
}
#endif

public import StagecraftScreens

/// Records what happens to the screens of an application, and which rules are violated.
///
/// ```swift
/// let recorder = LifecycleRecorder(application)
/// stack.push(book, animated: false)
/// expect(
///   recorder.lines == [
///     "Book.willMove(toParent: Stack)", "Book.loadView", "Book.viewDidLoad",
///     "Catalogue.willDisappear", "Book.willAppear",
///     "Catalogue.didDisappear", "Book.didAppear", "Book.didMove(toParent: Stack)",
///   ])
/// expect(recorder.illegalSteps.isEmpty)
/// ```
///
/// It checks the rules of a screen's lifecycle independently, and asks a screen only for its
/// current state when it first encounters it. The rules: `willAppear` comes before `didAppear` and
/// `willDisappear`; a screen has a view unless it is gone; it is foreground only while visible;
/// `willMove` comes before `didMove`, and `willDismiss` before `didDismiss`. Each violation is
/// added to ``illegalSteps``.
@MainActor
public final class LifecycleRecorder {
  /// The kinds of events to record; other events are still checked.
  public struct Contents: OptionSet, Hashable, Sendable {
    /// The raw bits.
    public let rawValue: Int

    /// Creates contents from raw bits.
    ///
    /// - Parameter rawValue: The bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Loading and unloading of views.
    public static let views = Contents(rawValue: 1)
    /// The four appearance steps.
    public static let appearance = Contents(rawValue: 2)
    /// Moves into and out of containers.
    public static let moves = Contents(rawValue: 4)
    /// Becoming and resigning foreground.
    public static let foreground = Contents(rawValue: 8)
    /// All other events, such as memory warnings and entering the background.
    public static let others = Contents(rawValue: 16)
    /// The flags of each step's `TransitionContext`: entering, leaving and cancelled.
    public static let flags = Contents(rawValue: 32)
    /// Interactive dismissals by the user.
    public static let dismissals = Contents(rawValue: 64)

    /// The default contents.
    public static let standard: Contents = [.views, .appearance, .moves, .dismissals]
  }

  /// The kinds of events that are recorded from now on.
  public var contents: Contents
  /// The recorded events in order, such as "Book.willAppear"; with flags,
  /// "Book.willAppear(entering)".
  public private(set) var lines: [String] = []
  /// The violations, as sentences.
  public private(set) var illegalSteps: [String] = []

  private var lives: [ScreenID: ScreenLife] = [:]
  private var names: [ScreenID: String] = [:]
  private var observation: ObservationToken?
  private weak var application: ScreenApplication?

  /// Starts recording.
  ///
  /// - Parameters:
  ///   - application: The application whose screens are recorded.
  ///   - contents: The kinds of events to record.
  public init(_ application: ScreenApplication, _ contents: Contents = .standard) {
    self.contents = contents
    self.application = application
    for screen in application.liveScreens {
      names[screen.id] = screen.name
      lives[screen.id] = ScreenLife(
        hasView: screen.isViewLoaded, appearance: screen.appearance,
        isForeground: screen.isForeground)
    }
    observation = application.observe { [weak self] event in self?.note(event) }
  }

  /// Removes the recorded events and continues to record.
  public func clear() { lines.removeAll(keepingCapacity: true) }

  /// Returns the recorded events and removes them.
  public func takeLines() -> [String] {
    defer { clear() }
    return lines
  }

  private func note(_ event: ScreenEvent) {
    names[event.screen] = event.name
    let step = RecordedStep(event.kind, flags: contents.contains(.flags)) { id in
      names[id] ?? "\(id)"
    }
    if contents.contains(step.content) { lines.append("\(event.name).\(step.text)") }
    let broken = lives[event.screen, default: newLife(event.screen)].take(event.kind)
    if let broken { illegalSteps.append("\(event.name).\(step.text): \(broken)") }
  }

  /// For an unknown screen, which comes from another application with its view, or has no view.
  private func newLife(_ id: ScreenID) -> ScreenLife {
    let screen = application?.liveScreens.first { $0.id == id }
    return ScreenLife(hasView: screen?.isViewLoaded ?? false)
  }
}

public import StagecraftScreens

/// Writes down what happens to the screens of an application, and who breaks the rules.
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
/// It knows the rules of a screen's life by itself, and asks a screen only whether it has a view when
/// it first hears of it: a screen will appear before it has appeared or is to disappear again, has a
/// view while it is anything but gone, is foreground only while visible, is told that it moves before
/// it has moved, and that a finger dismisses it before that has. What breaks one is one of ``illegalSteps``.
@MainActor
public final class LifecycleRecorder {
  /// What is written down; what is not is watched all the same.
  public struct Contents: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: Int

    /// Contents with these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// When views are made and filled, and go.
    public static let views = Contents(rawValue: 1)
    /// The four steps.
    public static let appearance = Contents(rawValue: 2)
    /// Who moves into which container.
    public static let moves = Contents(rawValue: 4)
    /// Who becomes foreground, and who resigns.
    public static let foreground = Contents(rawValue: 8)
    /// Everything else: memory warnings, the background, whatever there may be.
    public static let others = Contents(rawValue: 16)
    /// With each step, what its `TransitionContext` says of coming, going and calling off.
    public static let flags = Contents(rawValue: 32)
    /// Who is asked and told of a dismissal by the user's finger.
    public static let dismissals = Contents(rawValue: 64)

    /// What is written down unless said otherwise.
    public static let standard: Contents = [.views, .appearance, .moves, .dismissals]
  }

  /// What is written down from now on.
  public var contents: Contents
  /// What happened, in order, such as "Book.willAppear"; with flags, "Book.willAppear(entering)".
  public private(set) var lines: [String] = []
  /// What should not have happened, in sentences.
  public private(set) var illegalSteps: [String] = []

  private var lives: [ScreenID: ScreenLife] = [:]
  private var names: [ScreenID: String] = [:]
  private var observation: ScreenObservation?
  private weak var application: ScreenApplication?

  /// Begins to write down.
  ///
  /// - Parameters:
  ///   - application: whose screens.
  ///   - contents: what is written down.
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

  /// Forgets what was written down, and goes on watching.
  public func clear() { lines.removeAll(keepingCapacity: true) }

  /// What was written down, which is then forgotten.
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

  /// A screen that was not heard of before: it comes from another application with its view, or has
  /// none.
  private func newLife(_ id: ScreenID) -> ScreenLife {
    let screen = application?.liveScreens.first { $0.id == id }
    return ScreenLife(hasView: screen?.isViewLoaded ?? false)
  }
}

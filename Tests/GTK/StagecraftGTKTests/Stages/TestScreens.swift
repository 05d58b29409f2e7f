#if GTK
import CGTK
import StagecraftGTK
import StagecraftGTKTestKit
import StagecraftScreens
import StagecraftTestKit
import Testing

@testable import StagecraftGTK

/// A screen with a line of text and a button.
final class FormScreen: Screen<Widget> {
  var mayLeave = true
  private(set) var attempts = 0
  /// Called when the screen appears, has appeared, disappears and has disappeared.
  var onStep: (@MainActor () -> Void)?

  init(_ title: String, in application: ScreenApplication) {
    super.init(in: application)
    self.title = title
  }

  override var name: String { title }

  override func loadView() -> Widget {
    let entry = Entry(placeholder: "Notes")
    entry.name = "notes"
    let button = Button("Borrow")
    button.name = "borrow"
    let label = Label(title, alignment: .center)
    label.addStyle("title-1")
    label.expands = true
    let box = Box(.vertical, spacing: 12, [label, entry, Entry(placeholder: "Reader"), button])
    box.setMargin(12)
    box.expands = true
    return box
  }

  override func viewWillAppear(_ context: TransitionContext) { onStep?() }
  override func viewDidAppear(_ context: TransitionContext) { onStep?() }
  override func viewWillDisappear(_ context: TransitionContext) { onStep?() }
  override func viewDidDisappear(_ context: TransitionContext) { onStep?() }

  override func shouldPop() -> Bool { answer() }
  override func shouldDismiss() -> Bool { answer() }
  override func shouldClose() -> Bool { answer() }

  private func answer() -> Bool {
    if !mayLeave { attempts += 1 }
    return mayLeave
  }

  var entry: Entry? { viewIfLoaded?.first(named: "notes") as? Entry }
  var secondEntry: Entry? { viewIfLoaded?.children[2] as? Entry }
}

/// Screens of one test, with what watches them.
@MainActor
struct Scenario {
  let application = ScreenApplication()
  let recorder: LifecycleRecorder
  private let warnings = GTKTest.warnings
  private let wrappers = WidgetCensus.shared.wrappers
  private let widgets = WidgetCensus.shared.widgets

  init() { recorder = LifecycleRecorder(application) }

  func screen(_ title: String) -> FormScreen { FormScreen(title, in: application) }

  func window(_ root: AnyScreen) async throws -> ScreenWindow<Widget> {
    let window = ScreenWindow(
      root: root, stage: WindowStage(width: 480, height: 400), in: application)
    window.open()
    try await window.view.nextFrames(2)
    return window
  }

  /// Checks what holds after each scenario; all screens must have been released.
  func expectCleanEnd(_ location: SourceLocation = #_sourceLocation) async {
    #expect(recorder.illegalSteps == [], sourceLocation: location)
    #expect(GTKTest.warnings == warnings, "GTK has written warnings.", sourceLocation: location)
    // What the last frames and turns hold is released when they are over.
    _ = await GTKTest.until {
      WidgetCensus.shared.widgets == widgets && WidgetCensus.shared.wrappers == wrappers
    }
    #expect(WidgetCensus.shared.wrappers == wrappers, sourceLocation: location)
    #expect(WidgetCensus.shared.widgets == widgets, sourceLocation: location)
  }
}

/// The back button for a stack: in the bar of its window, or in its own.
@MainActor
func backButton(of stack: NavigationScreen<Widget>) throws -> Button {
  var root = stack.view
  while let parent = root.parent { root = parent }
  return try #require(root.first(named: "back") as? Button)
}

/// Whether a widget is drawn, and fills another one.
@MainActor
func fills(_ widget: Widget?, _ other: Widget) -> Bool {
  guard let widget, widget.isMapped, let frame = widget.frame(in: other) else { return false }
  return abs(frame.x) < 0.5 && abs(frame.y) < 0.5 && other.width > 0
    && abs(frame.width - Double(other.width)) < 0.5
    && abs(frame.height - Double(other.height)) < 0.5
}

/// Waits until a request is over.
///
/// Without a pause: what waits for the end goes on at once, and not in a later frame.
@MainActor
func hasEnded(_ request: TransitionRequest) async -> Bool {
  let wait = Task { await request.outcome != nil }
  let limit = Task {
    if (try? await Task.sleep(for: .seconds(30))) != nil { wait.cancel() }
  }
  defer { limit.cancel() }
  return await wait.value
}

extension StageStack {
  /// Sets how long the animations that begin now take.
  func setDuration(milliseconds: UInt32) {
    withOpaque { gtk_stack_set_transition_duration($0, milliseconds) }
  }
}

/// Whether the view of a screen is drawn in the place of its container.
///
/// The view's margins are part of its place.
@MainActor
func isInPlace(_ screen: AnyScreen, in place: Widget) -> Bool {
  guard let widget = screen.anyViewIfLoaded as? Widget, widget.isMapped, place.width > 0,
    let frame = widget.frame(in: place)
  else { return false }
  let margin = 12.5
  return frame.x > -0.5 && frame.x <= margin && frame.y > -0.5 && frame.y <= margin
    && frame.x + frame.width <= Double(place.width) + 0.5
    && frame.x + frame.width >= Double(place.width) - margin
}
#endif

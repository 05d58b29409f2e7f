import Testing

@testable import StagecraftScreens

/// A screen that overrides every method without calling `super` is treated as one that overrides
/// only `loadView()`.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ForgottenSuperTests {
  final class Modest: Screen<Panel> {
    override var name: String { "Screen" }
    override func loadView() -> Panel { Panel() }
  }

  final class Forgetful: Screen<Panel> {
    override var name: String { "Screen" }
    override func loadView() -> Panel { Panel() }
    override func viewDidLoad() {}
    override func viewWillAppear(_ context: TransitionContext) {}
    override func viewDidAppear(_ context: TransitionContext) {}
    override func viewWillDisappear(_ context: TransitionContext) {}
    override func viewDidDisappear(_ context: TransitionContext) {}
    override func viewWillUnload() {}
    override func viewDidUnload() {}
    override func willMove(toParent parent: AnyScreen?) {}
    override func didMove(toParent parent: AnyScreen?) {}
    override func didBecomeForeground() {}
    override func didResignForeground() {}
    override func didEnterBackground() {}
    override func willEnterForeground() {}
    override func didReceiveMemoryWarning() {}
    override func saveState(into state: inout ScreenStateWriter) {}
    override func restoreState(from state: ScreenStateReader) {}
    override var unloadPolicy: UnloadPolicy { .automatic }
  }

  /// The callbacks of a screen during its whole life, and its state at each point.
  private func life(_ make: (ScreenApplication) -> Screen<Panel>) -> [String] {
    let application = ScreenApplication()
    let screen = make(application)
    let host = ScreenHost(screen)
    var story: [String] = []
    let observation = application.observe { event in
      story.append("\(event.name) \(event.kind)")
    }
    func look() {
      let lifecycle = screen.lifecycle
      story.append("\(lifecycle.view) \(lifecycle.appearance) \(screen.isForeground)")
    }
    let context = TransitionContext(.host)
    let steps: [() -> Void] = [
      { host.loadView() }, { host.willAppear(context) }, { host.didAppear(context) },
      { host.enterBackground() }, { host.enterForeground() },
      { application.receiveMemoryWarning() }, { host.willDisappear(context) },
      { host.didDisappear(context) },
    ]
    for step in steps {
      step()
      look()
    }
    observation.cancel()
    return story
  }

  @Test
  func callingSuperMakesNoDifference() {
    let forgetful = life { Forgetful(in: $0) }
    #expect(forgetful == life { Modest(in: $0) })
    #expect(forgetful.count > 15)
  }
}

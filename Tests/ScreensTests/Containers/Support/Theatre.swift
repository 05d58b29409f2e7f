import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// A stack with a name.
final class NamedStack: NavigationScreen<FakeView> {
  private let ownName: String

  init(
    _ name: String, root: AnyScreen, stage: RecorderStage<FakeView>,
    in application: ScreenApplication = .shared
  ) {
    ownName = name
    super.init(root: root, stage: stage, in: application)
  }

  override var name: String { ownName }
}

/// Three screens, an open window, stages, and a recorder of all events.
@MainActor
final class Theatre {
  let application = ScreenApplication()
  let order: TransitionOrder
  let a: NamedScreen
  let b: NamedScreen
  let c: NamedScreen
  let recorder: LifecycleRecorder
  private(set) var stages: [RecorderStage<FakeView>] = []
  private(set) var window: ScreenWindow<FakeView>?

  init(order: TransitionOrder = .uniform) {
    self.order = order
    a = NamedScreen("A", in: application)
    b = NamedScreen("B", in: application)
    c = NamedScreen("C", in: application)
    recorder = LifecycleRecorder(application, [.standard, .flags])
  }

  func stage(_ animation: RecorderStageAnimation = .atOnce) -> RecorderStage<FakeView> {
    let stage = RecorderStage(animation)
    stages.append(stage)
    return stage
  }

  /// Opens a window with this root.
  @discardableResult
  func show(
    _ root: AnyScreen, on stage: RecorderStage<FakeView>? = nil
  ) -> ScreenWindow<FakeView> {
    let window = ScreenWindow(root: root, stage: stage ?? self.stage(), in: application)
    self.window = window
    for screen in application.liveScreens {
      (screen as? ContainerScreen<FakeView>)?.transitionOrder = order
    }
    window.open()
    return window
  }

  /// The recorded events, in the notation of the table, without the containers' own steps.
  func lines() -> [String] {
    var lines: [String] = []
    for line in recorder.takeLines() {
      let dot = line.firstIndex(of: ".") ?? line.startIndex
      let (name, step) = (line[..<dot], line[line.index(after: dot)...])
      switch step.prefix(while: { $0 != "(" }) {
      case "loadView": lines.append("\(name).load")
      case "viewDidLoad": #expect(lines.last == "\(name).load")
      case "shouldDismiss", "didAttemptToDismiss", "willDismiss", "didDismiss":
        lines.append(line)
      case "willMove", "didMove":
        let verb = step.prefix { $0 != "(" }
        lines.append("\(name).\(verb)\(step.contains("nil") ? "-" : "+")")
      case let verb:
        let short = verb.hasPrefix("will") ? "w" : "d"
        let marks = [("entering", "+"), ("leaving", "-"), ("cancelled", "x")]
          .filter { step.contains($0.0) }.map(\.1).joined()
        lines.append("\(name).\(short)\(verb.contains("Disappear") ? "D" : "A")\(marks)")
      }
    }
    return lines
  }

  /// Checks that no rule was broken.
  func check(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(recorder.illegalSteps.isEmpty, sourceLocation: sourceLocation)
    #expect(stages.flatMap(\.violations).isEmpty, sourceLocation: sourceLocation)
    guard let window else { return }
    #expect(window.isTreeIdle, sourceLocation: sourceLocation)
  }

  /// Plays a row of the table.
  ///
  /// - Returns: The events recorded before the stage was done, and after.
  func play(
    _ scenario: Scenario, _ animation: RecorderStageAnimation
  ) throws -> (before: [String], after: [String]) {
    let stage = stage(animation)
    let stack = { [self] in NamedStack("stack", root: a, stage: stage) }
    var before: [String] = []
    switch scenario {
    case .push:
      let stack = stack()
      show(stack)
      recorder.clear()
      stack.push(b)
    case .pop, .popCancelled, .popFinished, .popToRoot:
      let stack = stack()
      stack.push(b)
      if scenario == .popToRoot { stack.push(c) }
      show(stack)
      // Whether it was visible before.
      a.loadViewIfNeeded()
      recorder.clear()
      switch scenario {
      case .pop: stack.pop()
      case .popToRoot: stack.popToRoot()
      default:
        let transition = try stack.beginPop()
        transition.update(0.5)
        before = lines()
        if scenario == .popFinished { transition.finish() } else { transition.cancel() }
        #expect(!transition.isOpen)
      }
    case .select, .selectAgain:
      let tabs = TabScreen([a, b], stage: stage)
      show(tabs)
      recorder.clear()
      tabs.select(scenario == .select ? 1 : 0, animated: true)
    case .turn, .turnCancelled:
      let pages = PageScreen(count: 2, stage: stage) { [self] in $0 == 0 ? a : b }
      show(pages)
      recorder.clear()
      if scenario == .turn {
        pages.turn(to: 1)
      } else {
        let transition = try pages.beginTurn(to: 1)
        before = lines()
        transition.cancel()
      }
    case .presentFull, .presentSheet:
      show(a, on: stage)
      recorder.clear()
      a.present(b, as: scenario == .presentFull ? .full : .sheet)
    case .dismissFull, .dismissSheet, .dismissSheetFinished, .dismissSheetCancelled:
      show(a, on: stage)
      a.present(b, as: scenario == .dismissFull ? .full : .sheet)
      stage.finishAnimation()
      recorder.clear()
      if scenario == .dismissSheetCancelled || scenario == .dismissSheetFinished {
        let transition = try b.beginDismissal()
        before = lines()
        if scenario == .dismissSheetFinished { transition.finish() } else { transition.cancel() }
      } else {
        b.dismiss()
      }
    }
    before += lines()
    let isAnimating = stage.isAnimating
    #expect(isAnimating == (animation == .byHand && scenario != .selectAgain))
    stage.finishAnimation()
    return (before, lines())
  }
}

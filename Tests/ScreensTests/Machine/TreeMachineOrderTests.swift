import TestSupport
import Testing

@testable import StagecraftScreens

/// The rows of the table, on the machine alone.
@Suite(.timeLimit(.minutes(3)))
struct TreeMachineOrderTests {
  /// The screens of a row, in an open window.
  struct House {
    let shell = TreeShell()
    let a: Name
    let b: Name
    let c: Name
    let container: Name

    init(_ row: ConformanceRow) {
      shell.stage = .byHand
      (a, b, c) = (shell.screen(), shell.screen(), shell.screen())
      let order = row.order
      switch row.scenario {
      case .push: container = shell.container(.stack, [a], order: order)
      case .pop, .popCancelled, .popFinished:
        container = shell.container(.stack, [a, b], order: order)
        [a, b].forEach(shell.load)
      case .popToRoot:
        container = shell.container(.stack, [a, b, c], order: order)
        [a, b, c].forEach(shell.load)
      case .select, .selectAgain: container = shell.container(.tabs, [a, b], order: order)
      case .turn, .turnCancelled:
        container = shell.pages(2, open: a, at: 0, order: order)
        shell.makePage = { [b] _, _ in b }
        shell.submit(.makePages([1]), to: container)
        shell.load(b)
      default: container = shell.container(.modal, [a], order: order)
      }
      let window =
        shell.kind(container) == .modal ? container : shell.container(.modal, [container])
      shell.submit(.open, to: window)
      switch row.scenario {
      case .dismissFull, .dismissSheet, .dismissSheetFinished, .dismissSheetCancelled:
        present(isOpaque: row.scenario == .dismissFull)
        shell.settle(window)
      default: break
      }
      shell.isLogging = true
    }

    private func present(isOpaque: Bool) {
      shell.submit(
        .present(ScreenSlot(b), isOpaque: isOpaque, from: ScreenSlot(a)), to: container)
    }

    /// The user's action, up to the animation.
    func act(_ scenario: Scenario) throws -> TreeShell.Gesture? {
      let action: TreeAction
      switch scenario {
      case .push: action = .push(ScreenSlot(b))
      case .pop, .popCancelled, .popFinished: action = .pop
      case .popToRoot: action = .popToRoot
      case .select: action = .selectIndex(1)
      case .selectAgain: action = .select(ScreenSlot(a))
      case .turn, .turnCancelled: action = .turn(to: 1)
      case .presentFull, .presentSheet:
        action = .present(
          ScreenSlot(b), isOpaque: scenario == .presentFull, from: ScreenSlot(a))
      case .dismissFull, .dismissSheet, .dismissSheetFinished, .dismissSheetCancelled:
        action = .dismiss(from: ScreenSlot(b))
      }
      switch scenario {
      case .popCancelled, .popFinished, .turnCancelled, .dismissSheetFinished,
        .dismissSheetCancelled:
        return try shell.begin(action, in: container)
      default:
        shell.submit(action, to: container, isAnimated: true)
        return nil
      }
    }

    /// What the screens have received, without the calls that the table does not list.
    var lines: [String] {
      shell.lines(["A": a, "B": b, "C": c]).filter { line in
        let word = line.split(separator: ".").last ?? ""
        return ["wA", "dA", "wD", "dD", "willMove", "didMove", "willDis", "didDis", "load"]
          .contains { word.hasPrefix($0) }
      }
    }
  }

  private static let cancelled: [Scenario] = [
    .popCancelled, .turnCancelled, .dismissSheetCancelled,
  ]

  @Test(arguments: ConformanceRow.all)
  func everyRowOfTheTable(row: ConformanceRow) throws {
    let house = House(row)
    let gesture = try house.act(row.scenario)
    let begin = house.lines
    house.shell.clear()
    if let gesture {
      house.shell.decide(gesture, Self.cancelled.contains(row.scenario) ? .cancelled : .completed)
      #expect(house.lines == [], "The stage completes the transition first.")
    }
    house.shell.endAnimation(of: house.container)
    // Whether a screen may be dismissed is asked before the transition begins.
    let halves = row.halves.map { $0.filter { !$0.hasSuffix("shouldDismiss") } }
    #expect([begin, house.lines] == halves)
    #expect(house.shell.mistakes() == [])
  }

  @Test(arguments: ConformanceRow.all)
  func contextsContainTheOutcome(row: ConformanceRow) throws {
    let house = House(row)
    let gesture = try house.act(row.scenario)
    let count = house.shell.events.count
    let outcome =
      Self.cancelled.contains(row.scenario)
      ? TransitionContext.Outcome.cancelled
      : .completed
    if let gesture { house.shell.decide(gesture, outcome) }
    house.shell.endAnimation(of: house.container)
    var reasons: Set<TransitionContext.Reason> = []
    for (index, event) in house.shell.events.enumerated() {
      guard case .step(_, _, let context) = event else { continue }
      #expect(context.outcome == (index < count && gesture != nil ? .open : outcome))
      #expect(context.isInteractive == (gesture != nil) && context.isAnimated)
      reasons.insert(context.reason)
    }
    #expect(reasons.count == (row.scenario == .selectAgain ? 0 : 1))
  }

  /// The guarantees for each screen, in all orders, for changes of every shape.
  @Test
  func everyChangeSendsLegalPairsOfSteps() {
    typealias Machine = TreeMachine
    let all = (0..<3).map { ScreenSlot($0) }
    for order in [TransitionOrder.uniform, .uikit, .uikitCurling] {
      for kind in ContainerLayout.Kind.allCases {
        for shape in 0..<64 {
          var change = LayoutChange()
          for (index, screen) in all.enumerated() {
            switch shape >> (2 * index) & 3 {
            case 1: change.incoming.append(screen)
            case 2: change.outgoing.append(screen)
            case 3:
              change.incoming.append(screen)
              change.added.append(screen)
            default: break
            }
          }
          let tree = Machine.Tree(root: .none)
          tree.change = change
          let transition = Machine.Transition(
            number: 1, container: ScreenSlot(9), id: ScreenID(number: 1), kind: kind,
            request: RequestNumber(1), reason: .replace, direction: .none, isAnimated: false,
            isInteractive: true, currentBefore: .none, isVisible: change.isVisible,
            machine: TransitionMachine(isInteractive: true))
          let begin = plan(on: tree) { $0.planBeginning(transition, order) }
          let completed = plan(on: tree) { $0.planEnd(transition, as: .completed, order) }
          let cancelled = plan(on: tree) { $0.planEnd(transition, as: .cancelled, order) }
          for screen in all {
            let isComing = change.incoming.contains(screen)
            guard isComing || change.outgoing.contains(screen) else {
              #expect(steps(of: screen, in: begin + completed + cancelled).isEmpty)
              continue
            }
            #expect(steps(of: screen, in: begin) == [isComing ? .willAppear : .willDisappear])
            #expect(
              steps(of: screen, in: completed) == [isComing ? .didAppear : .didDisappear])
            #expect(
              steps(of: screen, in: cancelled)
                == (isComing ? [.willDisappear, .didDisappear] : [.willAppear, .didAppear]))
          }
        }
      }
    }
  }

  private func plan(
    on tree: TreeMachine.Tree, _ body: (TreeMachine.Tree) -> Void
  ) -> [TreeMachine.Step] {
    tree.agenda = []
    body(tree)
    return tree.agenda
  }

  private func steps(
    of screen: ScreenSlot, in steps: [TreeMachine.Step]
  ) -> [ScreenAppearance.Step] {
    // The agenda has the next step last.
    steps.reversed().compactMap { step in
      guard case .appear(let appearance, screen, _) = step else { return nil }
      return appearance
    }
  }
}

import Testing

@testable import StagecraftScreens

/// The rows of the table, on the pure function from a change to a plan.
@Suite(.timeLimit(.minutes(3)))
struct TransitionPlanTests {
  static let (a, b, c) = (ScreenID(number: 1), ScreenID(number: 2), ScreenID(number: 3))

  @Test(arguments: ConformanceRow.all)
  func everyRowOfTheTable(row: ConformanceRow) throws {
    guard let change = try Self.change(row.scenario) else {
      #expect(row.halves == [[], []])
      return
    }
    let isFinished = [.popFinished, .dismissSheetFinished].contains(row.scenario)
    let isCancelled = [.popCancelled, .turnCancelled, .dismissSheetCancelled]
      .contains(row.scenario)
    let isInteractive = isFinished || isCancelled
    let plan = row.order.plan(for: change, isAnimated: true, isInteractive: isInteractive)
    let second = isCancelled ? plan.cancelled : plan.completed
    // The plan ensures that all views exist; the table lists only those that do not exist yet.
    let isFirstTime = row.halves[0].contains("B.load")
    let begin = plan.begin.map(Self.text).filter { isFirstTime || !$0.hasSuffix("load") }
    // Screens are asked for permission before the plan is made.
    let halves = row.halves.map { $0.filter { !$0.hasSuffix("shouldDismiss") } }
    #expect([begin, second.map(Self.text)] == halves)
    #expect(plan.begin.filter { $0.isLoad }.count == change.incoming.count)
    #expect(isInteractive || plan.cancelled.isEmpty)
  }

  @Test(arguments: ConformanceRow.all)
  func contextsContainTheOutcome(row: ConformanceRow) throws {
    guard let change = try Self.change(row.scenario) else { return }
    for isInteractive in [false, true] {
      let plan = row.order.plan(for: change, isAnimated: true, isInteractive: isInteractive)
      let halves: [([PlanStep], TransitionContext.Outcome)] = [
        (plan.begin, isInteractive ? .open : .completed), (plan.completed, .completed),
        (plan.cancelled, .cancelled),
      ]
      for (steps, outcome) in halves {
        for case .appearance(_, _, let context) in steps {
          #expect(context.outcome == outcome)
          #expect(context.isInteractive == isInteractive && context.isAnimated)
          #expect(context.reason == change.reason && context.direction == change.direction)
        }
      }
    }
  }

  /// The guarantees for each screen, in all orders, for changes of every shape.
  @Test
  func everyChangeSendsLegalPairsOfSteps() {
    let orders = [TransitionOrder.uniform, .uikit, .uikitCurling]
    let all = [Self.a, Self.b, Self.c]
    for order in orders {
      for kind in ContainerChange.Kind.allCases {
        for shape in 0..<64 {
          var change = ContainerChange(kind: kind, reason: .replace, direction: .none)
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
          let plan = order.plan(for: change, isAnimated: false, isInteractive: true)
          for screen in all {
            let begin = plan.begin.steps(of: screen)
            let isComing = change.incoming.contains(screen)
            guard isComing || change.outgoing.contains(screen) else {
              #expect(begin.isEmpty)
              continue
            }
            #expect(begin == [isComing ? .willAppear : .willDisappear])
            #expect(
              plan.completed.steps(of: screen) == [isComing ? .didAppear : .didDisappear])
            #expect(
              plan.cancelled.steps(of: screen)
                == (isComing ? [.willDisappear, .didDisappear] : [.willAppear, .didAppear]))
          }
        }
      }
    }
  }

  private static func text(_ step: PlanStep) -> String {
    func name(_ id: ScreenID) -> String { id == a ? "A" : id == b ? "B" : "C" }
    return switch step {
    case .willMove(let id, let isEntering): "\(name(id)).willMove\(isEntering ? "+" : "-")"
    case .willDismiss(let id): "\(name(id)).willDismiss"
    case .didDismiss(let id): "\(name(id)).didDismiss"
    case .load(let id):
      "\(name(id)).load"
    case .appearance(let step, let id, let context):
      "\(name(id)).\(step.abbreviation)\(context.marks)"
    case .didMove(let id, let isEntering): "\(name(id)).didMove\(isEntering ? "+" : "-")"
    }
  }

  /// The change, computed by the machine of the container; nil if there is none.
  private static func change(_ scenario: Scenario) throws -> ContainerChange? {
    func difference(
      _ reason: TransitionContext.Reason, _ direction: TransitionContext.Direction,
      _ kind: ContainerChange.Kind, _ before: ContainerLayout, _ after: ContainerLayout?
    ) -> ContainerChange? {
      after.map { ContainerChange(reason, direction, in: kind, from: before, to: $0) }
    }
    let layers = LayerMachine(root: a)
    switch scenario {
    case .push:
      let stack = StackMachine([a])
      return difference(.push, .forward, .stack, stack.layout, try stack.push(b))
    case .pop, .popCancelled, .popFinished:
      let stack = StackMachine([a, b])
      return difference(.pop, .backward, .stack, stack.layout, try stack.pop())
    case .popToRoot:
      let stack = StackMachine([a, b, c])
      return difference(.pop, .backward, .stack, stack.layout, stack.popToRoot())
    case .select:
      let tabs = TabMachine([a, b], selecting: 0)
      return difference(.select, .forward, .tabs, tabs.layout, try tabs.select(1))
    case .selectAgain:
      let tabs = TabMachine([a, b], selecting: 0)
      return difference(.select, .forward, .tabs, tabs.layout, try tabs.select(0))
    case .turn, .turnCancelled:
      let pages = PageMachine(try PageMachine(count: 2, open: a, at: 0).add(b, at: 1))
      let change = difference(.page, .forward, .pages, pages.layout, try pages.turn(to: 1))
      return change
    case .presentFull, .presentSheet:
      let after = try layers.present(b, as: scenario == .presentFull ? .full : .sheet)
      return difference(.present, .forward, .modal, layers.layout, after)
    case .dismissFull, .dismissSheet, .dismissSheetFinished, .dismissSheetCancelled:
      let before = try layers.present(b, as: scenario == .dismissFull ? .full : .sheet)
      return difference(.dismiss, .backward, .modal, before, try LayerMachine(before).dismiss(1))
    }
  }
}

extension PlanStep {
  var isLoad: Bool {
    if case .load = self { true } else { false }
  }
}

extension [PlanStep] {
  func steps(of screen: ScreenID) -> [ScreenAppearanceStep] {
    compactMap { step in
      guard case .appearance(let appearance, screen, _) = step else { return nil }
      return appearance
    }
  }
}

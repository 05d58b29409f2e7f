@testable import StagecraftScreens

/// The user's action in one row of the table.
enum Scenario: String, CaseIterable, Sendable {
  case push, pop, popCancelled, popFinished, popToRoot
  case select, selectAgain
  case turn, turnCancelled
  case presentFull, dismissFull
  case presentSheet, dismissSheet, dismissSheetFinished, dismissSheetCancelled
}

/// One row: an order, the user's action, and the steps that the screens receive.
///
/// `A` is the old or covered screen, `B` the new one or the one on top; popping to the root, `C` is
/// over `B` over `A`. A step is written as `A.wD`: will or did, appear or disappear. With `+` the
/// screen is entering its container, with `-` it is leaving, with `x` the transition was cancelled.
/// After the bar are the steps that follow when the stage is done.
struct ConformanceRow: Sendable, CustomStringConvertible {
  let id: String
  let order: TransitionOrder
  let scenario: Scenario
  let steps: String

  init(_ id: String, _ order: TransitionOrder, _ scenario: Scenario, _ steps: String) {
    self.id = id
    self.order = order
    self.scenario = scenario
    self.steps = steps
  }

  var description: String { "\(id) \(scenario)" }

  /// The steps before the stage moves, and after.
  var halves: [[String]] {
    steps.split(separator: "|", omittingEmptySubsequences: false).map { half in
      half.split(separator: " ").map(String.init)
    }
  }

  /// UIKit's order.
  static let uikit = [
    ConformanceRow(
      "N1", .uikit, .push, "B.willMove+ B.load A.wD B.wA+ | A.dD B.dA+ B.didMove+"),
    ConformanceRow("N2", .uikit, .pop, "B.willMove- B.wD- A.wA | B.dD- A.dA B.didMove-"),
    ConformanceRow("N3", .uikit, .popCancelled, "B.wD- A.wA | A.wDx A.dDx B.wAx B.dAx"),
    ConformanceRow("N2", .uikit, .popFinished, "B.wD- A.wA | B.willMove- B.dD- A.dA B.didMove-"),
    ConformanceRow(
      "N4", .uikit, .popToRoot,
      "C.willMove- B.willMove- C.wD- A.wA | C.dD- A.dA C.didMove- B.didMove-"),
    ConformanceRow("T1", .uikit, .select, "B.load B.wA A.wD | A.dD B.dA"),
    ConformanceRow("T2", .uikit, .selectAgain, "|"),
    ConformanceRow("P1", .uikit, .turn, "B.wA A.wD | B.dA A.dD"),
    ConformanceRow("P2", .uikit, .turnCancelled, "B.wA A.wD | A.wAx A.dAx B.wDx B.dDx"),
    ConformanceRow("P3", .uikitCurling, .turn, "B.wA A.wD | A.dD B.dA"),
    ConformanceRow("P4", .uikitCurling, .turnCancelled, "B.wA A.wD | B.wDx A.wAx B.dDx A.dAx"),
    ConformanceRow("M1", .uikit, .presentFull, "B.load A.wD B.wA+ | B.dA+ A.dD"),
    ConformanceRow("M2", .uikit, .dismissFull, "B.wD- A.wA | A.dA B.dD-"),
    ConformanceRow("M3", .uikit, .presentSheet, "B.load B.wA+ | B.dA+"),
    ConformanceRow("M4", .uikit, .dismissSheet, "B.wD- | B.dD-"),
    ConformanceRow(
      "M4", .uikit, .dismissSheetFinished,
      "B.shouldDismiss B.willDismiss B.wD- | B.dD- B.didDismiss"),
    ConformanceRow(
      "M5", .uikit, .dismissSheetCancelled,
      "B.shouldDismiss B.willDismiss B.wD- | B.wAx B.dAx"),
  ]

  /// The uniform order.
  static let uniform = [
    ConformanceRow(
      "push", .uniform, .push, "B.willMove+ B.load A.wD B.wA+ | A.dD B.dA+ B.didMove+"),
    ConformanceRow("pop", .uniform, .pop, "B.willMove- B.wD- A.wA | B.dD- A.dA B.didMove-"),
    ConformanceRow(
      "pop, cancelled", .uniform, .popCancelled,
      "B.willMove- B.wD- A.wA | A.wDx B.wAx A.dDx B.dAx B.didMove+"),
    ConformanceRow(
      "pop by hand", .uniform, .popFinished, "B.willMove- B.wD- A.wA | B.dD- A.dA B.didMove-"),
    ConformanceRow(
      "pop to root", .uniform, .popToRoot,
      "C.willMove- B.willMove- C.wD- A.wA | C.dD- A.dA C.didMove- B.didMove-"),
    ConformanceRow("select", .uniform, .select, "B.load A.wD B.wA | A.dD B.dA"),
    ConformanceRow("select again", .uniform, .selectAgain, "|"),
    ConformanceRow("turn", .uniform, .turn, "A.wD B.wA | A.dD B.dA"),
    ConformanceRow(
      "turn, cancelled", .uniform, .turnCancelled, "A.wD B.wA | B.wDx A.wAx B.dDx A.dAx"),
    ConformanceRow(
      "present", .uniform, .presentFull,
      "B.willMove+ B.load A.wD B.wA+ | A.dD B.dA+ B.didMove+"),
    ConformanceRow(
      "dismiss", .uniform, .dismissFull, "B.willMove- B.wD- A.wA | B.dD- A.dA B.didMove-"),
    ConformanceRow(
      "present a sheet", .uniform, .presentSheet, "B.willMove+ B.load B.wA+ | B.dA+ B.didMove+"),
    ConformanceRow(
      "dismiss a sheet", .uniform, .dismissSheet, "B.willMove- B.wD- | B.dD- B.didMove-"),
    ConformanceRow(
      "dismiss a sheet by hand", .uniform, .dismissSheetFinished,
      "B.shouldDismiss B.willDismiss B.willMove- B.wD- | B.dD- B.didMove- B.didDismiss"),
    ConformanceRow(
      "dismiss a sheet, cancelled", .uniform, .dismissSheetCancelled,
      "B.shouldDismiss B.willDismiss B.willMove- B.wD- | B.wAx B.dAx B.didMove+"),
  ]

  static let all = uikit + uniform
}

extension ScreenAppearance.Step {
  var abbreviation: String {
    switch self {
    case .willAppear: "wA"
    case .didAppear: "dA"
    case .willDisappear: "wD"
    case .didDisappear: "dD"
    }
  }
}

extension TransitionContext {
  var marks: String {
    (isEntering ? "+" : "") + (isLeaving ? "-" : "") + (outcome == .cancelled ? "x" : "")
  }
}

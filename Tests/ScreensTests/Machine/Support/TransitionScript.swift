@testable import StagecraftScreens

/// The events of one transition, in the order of the table in the documentation.
struct TransitionScript {
  let container: Name
  let request: Int
  let kind: ContainerLayout.Kind
  let order: TransitionOrder
  let reason: TransitionContext.Reason
  let direction: TransitionContext.Direction
  let isInteractive: Bool
  /// From the bottom to the top.
  let incoming: [Name]
  /// From the top to the bottom.
  let outgoing: [Name]
  /// From the bottom to the top.
  let added: [Name]
  /// From the top to the bottom.
  let removed: [Name]

  /// The steps of both sides, as in the table: `A` is the old screen, `B` the new one.
  private var row: (begin: String, completed: String, cancelled: String) {
    switch (order, kind) {
    case (.uniform, _): ("A.wD B.wA", "A.dD B.dA", "B.wD A.wA B.dD A.dA")
    case (_, .stack): ("A.wD B.wA", "A.dD B.dA", "B.wD B.dD A.wA A.dA")
    case (_, .tabs): ("B.wA A.wD", "A.dD B.dA", "B.wD A.wA B.dD A.dA")
    case (.uikitCurling, .pages): ("B.wA A.wD", "A.dD B.dA", "B.wD A.wA B.dD A.dA")
    case (_, .pages): ("B.wA A.wD", "B.dA A.dD", "A.wA A.dA B.wD B.dD")
    case (_, .modal): ("A.wD B.wA", "B.dA A.dD", "B.wD A.wA A.dA B.dD")
    }
  }

  private var isUniform: Bool { order == .uniform }
  /// UIKit does not notify presented screens of moves.
  private var notifiesMoves: Bool { isUniform || kind != .modal }
  /// UIKit notifies of leaving when the gesture has ended.
  private var leavesLate: Bool { !isUniform && isInteractive }

  private var dismissed: [Name] {
    isInteractive && reason == .dismiss ? removed.filter(outgoing.contains) : []
  }

  private func steps(_ text: String, _ outcome: TransitionContext.Outcome) -> [TreeEvent] {
    text.split(separator: " ").flatMap { word -> [TreeEvent] in
      let isOld = word.first == "A"
      let step = ScreenAppearance.Step.allSteps.first { word.hasSuffix($0.abbreviation) }
      return (isOld ? outgoing : incoming).map { name in
        let isCancelled = outcome == .cancelled
        let context = TransitionContext(
          reason, direction: direction, isInteractive: isInteractive, outcome: outcome,
          isEntering: !isOld && !isCancelled && added.contains(name),
          isLeaving: isOld
            ? !isCancelled && removed.contains(name)
            : isCancelled && added.contains(name))
        return .step(step ?? .willAppear, name, context)
      }
    }
  }

  var beginning: [TreeEvent] {
    var events = added.map { TreeEvent.entered($0, request) }
    events += dismissed.map { .willDismiss($0) }
    if notifiesMoves {
      if !leavesLate { events += removed.map { .willMove($0, to: -1) } }
      events += added.map { .willMove($0, to: container) }
    }
    return events + steps(row.begin, isInteractive ? .open : .completed)
  }

  var completion: [TreeEvent] {
    var events: [TreeEvent] = []
    if notifiesMoves && leavesLate { events += removed.map { .willMove($0, to: -1) } }
    events += steps(row.completed, .completed)
    if notifiesMoves {
      events += removed.map { .didMove($0, to: -1) }
      events += added.map { .didMove($0, to: container) }
    }
    events += dismissed.map { .didDismiss($0) }
    events += removed.map { .left($0) }
    return events + [.changed(container), .finished(request, .completed)]
  }

  var cancellation: [TreeEvent] {
    var events: [TreeEvent] = []
    if notifiesMoves { events += added.map { .willMove($0, to: -1) } }
    events += steps(row.cancelled, .cancelled)
    if notifiesMoves {
      events += added.map { .didMove($0, to: -1) }
      if !leavesLate { events += removed.map { .didMove($0, to: container) } }
    }
    events += added.map { .left($0) }
    return events + [.changed(container), .finished(request, .cancelled)]
  }
}

extension ScreenAppearance.Step {
  static let allSteps: [ScreenAppearance.Step] = [
    .willAppear, .didAppear, .willDisappear, .didDisappear,
  ]
}

@testable import StagecraftScreens

extension TreeLaws {
  /// Law: the requests of a tree are executed in order.
  mutating func checkOrder(_ request: Int) {
    guard let waiting = pending[request], waiting.ticket != .min else { return }
    // While it is executed, no other request comes first.
    pending[request]?.ticket = .min
    let root = model.root(of: waiting.container)
    for (other, earlier) in pending where earlier.ticket < waiting.ticket && other != request {
      guard model.root(of: earlier.container) == root, orphaned[other] == nil else { continue }
      // The first calls for a window do not name the request that is being executed.
      let isWindow = waiting.action == .open || waiting.action == .close
      if isWindow, earlier.ticket < 0, other > request { continue }
      let mayBeLate = earlier.action.mentioned.contains { busyRoots.contains($0.name) }
      check(mayBeLate, "request \(other) was to be executed before \(request)")
    }
  }

  func leaving(_ waiting: Pending) -> [Name] {
    if waiting.action == .close { return tree(of: waiting.container).dropFirst().reversed() }
    guard let before = model.boxes[waiting.container],
      let change = try? model.change(waiting.action, in: waiting.container),
      change.reason == .pop || change.reason == .dismiss
    else { return [] }
    return before.items[change.after.items.count...].reversed()
  }

  func tree(of name: Name) -> [Name] {
    [name] + (model.boxes[name]?.items ?? []).flatMap { tree(of: $0) }
  }

  /// Law: the screens that would leave are asked, from the top to the bottom, until one refuses.
  mutating func ask(
    _ name: Name, _ reason: TransitionContext.Reason, _ isPermitted: Bool
  ) {
    guard known(name) != nil else { return }
    let root = model.root(of: name)
    let asking = pending.filter { $0.value.isAsking && !self.leaving($0.value).isEmpty }
    let request = asking.filter { model.root(of: $0.value.container) == root }
      .min { $0.value.ticket < $1.value.ticket }?.key
    guard let request, let waiting = pending[request] else { return report("nothing to ask") }
    let leaving = leaving(waiting)
    let count = waiting.answers.count
    check(count < leaving.count && leaving[count] == name, "\(name) is not the one to be asked")
    check(waiting.answers.allSatisfy(\.isPermitted), "a question after a refusal")
    checkOrder(request)
    pending[request]?.answers.append((name, isPermitted))
  }

  mutating func checkAnswers(
    _ waiting: Pending, _ before: TreeModel.Box, _ change: TreeModel.Change
  ) {
    guard waiting.isAsking else { return check(waiting.answers.isEmpty, "an unwanted question") }
    check(waiting.answers.allSatisfy(\.isPermitted), "a transition that was refused")
    check(waiting.answers.map(\.name) == leaving(waiting), "a screen was not asked")
  }

  mutating func finish(_ request: Int, _ outcome: TransitionOutcome) {
    guard finished.insert(request).inserted, let waiting = pending[request] else {
      return report("request \(request) ends twice")
    }
    defer { pending[request] = nil }
    if let expected = orphaned.removeValue(forKey: request) {
      return check(outcome == expected, "not the outcome of a destroyed tree")
    }
    if let course = courses[waiting.container], course.request == request {
      check(take(event, of: waiting.container), "the transition has not ended")
      if course.isVisible { checkPath(model.root(of: waiting.container)) }
      courses[waiting.container] = nil
      return
    }
    if model.screens[waiting.container] != nil { checkOrder(request) }
    switch waiting.action {
    case .perform:
      let isPerformed = waiting.wasPerformed && outcome == .completed
      let isGone = outcome == .refused(.containerIsGone) && model.boxes[waiting.container] == nil
      check(isPerformed || isGone, "the action was not performed")
    case .open, .close: finishWindow(waiting, outcome)
    default: finishWithoutTransition(waiting, outcome)
    }
  }

  mutating func finishWindow(_ waiting: Pending, _ outcome: TransitionOutcome) {
    let isOpening = waiting.action == .open
    let appearance = model.screens[waiting.container]?.appearance
    let isPermitted = waiting.answers.allSatisfy(\.isPermitted)
    switch outcome {
    case .completed:
      check(
        windowSteps.removeValue(forKey: waiting.container)
          == (isOpening ? [.willAppear, .didAppear] : [.willDisappear, .didDisappear]),
        "the window did not change")
      check(isPermitted, "a window closes against a refusal")
      check(
        !waiting.isAsking || waiting.answers.map(\.name) == leaving(waiting),
        "a screen was not asked")
      checkPath(waiting.container)
    case .refused(.isInWrongState):
      check(appearance != (isOpening ? .gone : .visible), "the window is in the right state")
    case .refused(.isRefused): check(!isPermitted, "no screen has refused")
    case .refused(.containerIsGone): check(appearance == nil, "the window is there")
    default: report("a strange outcome")
    }
  }

  mutating func finishWithoutTransition(_ waiting: Pending, _ outcome: TransitionOutcome) {
    if waiting.answers.contains(where: { !$0.isPermitted }) {
      return check(outcome == .refused(.isRefused), "a screen has refused")
    }
    let expected: TransitionOutcome?
    do throws(ScreenError) {
      let change = try model.change(waiting.action, in: waiting.container, pages: waiting.pages)
      expected = change == nil ? .completed : nil
    } catch { expected = .refused(error) }
    check(outcome == expected, "the outcome is \(outcome), not \(String(describing: expected))")
  }
}

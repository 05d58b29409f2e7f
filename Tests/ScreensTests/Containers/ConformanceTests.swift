import StagecraftTestKit
import Testing

@testable import StagecraftScreens

/// The table on real containers, on recorder stages.
@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ConformanceTests {
  @Test(arguments: ConformanceRow.all, RecorderStageAnimation.allCases)
  func everyRowOfTheTable(row: ConformanceRow, animation: RecorderStageAnimation) throws {
    let theatre = Theatre(order: row.order)
    let scene = try theatre.play(row.scenario, animation)
    #expect(scene.before + scene.after == row.halves[0] + row.halves[1])
    if animation == .byHand { #expect([scene.before, scene.after] == row.halves) }
    theatre.check()
  }

  /// L3: the first appearance of a root, which is no transition of the container.
  @Test(arguments: [TransitionOrder.uniform, .uikit, .uikitCurling])
  func theFirstAppearance(order: TransitionOrder) {
    let theatre = Theatre(order: order)
    theatre.recorder.clear()
    let stack = NamedStack(
      "stack", root: theatre.a, stage: theatre.stage(), in: theatre.application)
    let window = theatre.show(stack)
    let lines = theatre.lines().filter { !$0.hasPrefix(window.name) }
    // UIKit adds the root only at this point.
    let mark = order == .uniform ? "" : "+"
    #expect(
      lines == [
        "A.willMove+", "A.didMove+", "stack.willMove+", "stack.didMove+", "stack.load", "stack.wA",
        "A.load", "A.wA\(mark)", "A.dA\(mark)", "stack.dA",
      ])
    window.close()
    window.open()
    let again = theatre.lines().filter { !$0.hasPrefix(window.name) }
    #expect(
      again == [
        "stack.wD", "A.wD", "A.dD", "stack.dD", "stack.wA", "A.wA", "A.dA", "stack.dA",
      ])
    theatre.check()
  }

  /// L3: a stack that first appears with another screen on top has no appearing root.
  @Test(arguments: [TransitionOrder.uniform, .uikit, .uikitCurling])
  func theFirstAppearanceOfADeeperStack(order: TransitionOrder) {
    let theatre = Theatre(order: order)
    let stack = NamedStack("stack", root: theatre.a, stage: theatre.stage())
    stack.push(theatre.b)
    theatre.show(stack)
    stack.pop()
    #expect((theatre.a.contexts + theatre.b.contexts).allSatisfy { !$0.isEntering })
    theatre.check()
  }

  /// L3: if the first appearance is cancelled, the next one counts as the first.
  @Test
  func theFirstAppearanceIsCancelled() throws {
    let theatre = Theatre(order: .uikit)
    let stack = NamedStack("inner", root: theatre.b, stage: theatre.stage())
    let pages = PageScreen(count: 2, stage: theatre.stage()) { $0 == 0 ? theatre.a : stack }
    theatre.show(pages)
    stack.transitionOrder = .uikit
    try pages.beginTurn(to: 1).cancel()
    #expect(theatre.b.contexts.map(\.isEntering) == [true, false, false])
    theatre.b.contexts = []
    pages.turn(to: 1)
    pages.turn(to: 0)
    pages.turn(to: 1)
    #expect(theatre.b.contexts.map(\.isEntering) == [true, true, false, false, false, false])
    theatre.check()
  }

  /// C1: the outer container is the first to receive *will*, the inner one the first to receive
  /// *did*.
  @Test
  func aContainerInAContainer() {
    let theatre = Theatre(order: .uikit)
    let inner = NamedStack("inner", root: theatre.b, stage: theatre.stage())
    let outer = NamedStack("outer", root: theatre.a, stage: theatre.stage())
    theatre.show(outer)
    theatre.recorder.clear()
    outer.push(inner)
    #expect(
      theatre.lines() == [
        "inner.willMove+", "inner.load", "A.wD", "inner.wA+", "B.load", "B.wA", "A.dD", "B.dA",
        "inner.dA+", "inner.didMove+",
      ])
    outer.pop()
    #expect(
      theatre.lines() == [
        "inner.willMove-", "inner.wD-", "B.wD", "A.wA", "B.dD", "inner.dD-", "A.dA",
        "inner.didMove-",
      ])
    theatre.check()
  }

  /// C2: a screen that is added or removed receives each move once; C3: flags exist during the
  /// steps only.
  @Test
  func eachMoveIsReportedOnce() {
    let theatre = Theatre(order: .uikit)
    let stack = NamedStack("stack", root: theatre.a, stage: theatre.stage())
    theatre.show(stack)
    theatre.recorder.clear()
    stack.push(theatre.b)
    stack.setScreens([theatre.c, theatre.a])
    stack.popToRoot()
    let moves = theatre.lines().filter { $0.contains("Move") }
    #expect(
      moves == [
        "B.willMove+", "B.didMove+", "B.willMove-", "C.willMove+", "B.didMove-", "C.didMove+",
        "A.willMove-", "A.didMove-",
      ])
    theatre.check()
  }
}

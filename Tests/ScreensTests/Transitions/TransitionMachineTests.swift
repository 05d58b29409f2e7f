import TestSupport
import Testing

@testable import StagecraftScreens

@Suite(.timeLimit(.minutes(3)))
struct TransitionMachineTests {
  typealias Action = TransitionMachine.Action

  @Test
  func aStageThatEndsLater() {
    var machine = TransitionMachine(isInteractive: false)
    #expect(!machine.isOpen)
    #expect(machine.callReturned() == .wait)
    #expect(machine.animationDidEnd() == .end(.completed))
    #expect(machine.animationDidEnd() == .wait)
    #expect(machine.settle() == .wait)
  }

  /// The end is signalled from inside the call to begin, and is handled after it.
  @Test
  func aStageThatEndsAtOnce() {
    var machine = TransitionMachine(isInteractive: false)
    #expect(machine.animationDidEnd() == .wait)
    #expect(machine.callReturned() == .end(.completed))
  }

  @Test
  func aGestureThatEnds() {
    var machine = TransitionMachine(isInteractive: true)
    #expect(machine.isOpen)
    #expect(machine.callReturned() == .wait)
    #expect(machine.decide(.cancelled) == .conclude(.cancelled))
    #expect(!machine.isOpen)
    #expect(machine.decide(.completed) == .wait, "Only the first time counts.")
    #expect(machine.callReturned() == .wait)
    #expect(machine.animationDidEnd() == .end(.cancelled))
  }

  /// A stage that reports its end too early is nevertheless asked to conclude.
  @Test
  func aStageThatEndsBeforeTheGesture() {
    var machine = TransitionMachine(isInteractive: true)
    #expect(machine.animationDidEnd() == .wait)
    #expect(machine.callReturned() == .wait)
    #expect(machine.animationDidEnd() == .wait)
    #expect(machine.decide(.completed) == .conclude(.completed))
    #expect(machine.animationDidEnd() == .wait)
    #expect(machine.callReturned() == .end(.completed))
  }

  /// The gesture ends from inside the callback that reports it, and that end is handled afterwards.
  @Test
  func aGestureThatEndsDuringAnUpdate() {
    var machine = TransitionMachine(isInteractive: true)
    #expect(machine.follow() == false, "The stage has not begun.")
    #expect(machine.callReturned() == .wait)
    #expect(machine.follow() == true)
    #expect(machine.follow() == false)
    #expect(machine.decide(.completed) == .wait)
    #expect(machine.animationDidEnd() == .wait)
    #expect(machine.callReturned() == .conclude(.completed))
    #expect(machine.follow() == false)
    #expect(machine.callReturned() == .wait)
    #expect(machine.animationDidEnd() == .end(.completed))
  }

  @Test
  func settled_duringAnUpdate() {
    var machine = TransitionMachine(isInteractive: true)
    #expect(machine.callReturned() == .wait)
    #expect(machine.follow() == true)
    #expect(machine.settle() == .wait)
    #expect(machine.callReturned() == .end(.cancelled))
    #expect(machine.follow() == false)
  }

  @Test
  func settled_duringTheGesture() {
    var machine = TransitionMachine(isInteractive: true)
    #expect(machine.callReturned() == .wait)
    #expect(machine.settle() == .end(.cancelled))
    #expect(machine.decide(.completed) == .wait)
  }

  @Test
  func settled_duringTheFirstSteps() {
    var machine = TransitionMachine(isInteractive: true)
    #expect(machine.settle() == .wait)
    #expect(machine.isHurried)
    #expect(machine.callReturned() == .end(.cancelled))
  }

  @Test
  func settled_afterTheDecision() {
    var machine = TransitionMachine(isInteractive: true)
    #expect(machine.callReturned() == .wait)
    #expect(machine.decide(.completed) == .conclude(.completed))
    #expect(machine.settle() == .wait)
    #expect(machine.callReturned() == .end(.completed))
  }

  /// All sequences of five inputs: it ends once, as decided, and never in the middle of a call.
  @Test
  func everyShortConversation() throws {
    enum Word: CaseIterable {
      case follow, finish, cancel, settle, animationDidEnd, callReturned
    }
    for isInteractive in [false, true] {
      for number in 0..<(6 * 6 * 6 * 6 * 6) {
        var (rest, machine) = (number, TransitionMachine(isInteractive: isInteractive))
        var decision: TransitionContext.Outcome? = isInteractive ? nil : .completed
        var (isCalling, conclusions, end) = (true, 0, TransitionContext.Outcome?.none)
        for _ in 0..<5 {
          let word = Word.allCases[rest % 6]
          rest /= 6
          let action: Action
          switch word {
          case .follow:
            let follows = machine.follow()
            try #require(!follows || (!isCalling && decision == nil && end == nil))
            if follows { isCalling = true }
            continue
          case .finish, .cancel:
            let wish: TransitionContext.Outcome = word == .finish ? .completed : .cancelled
            if end == nil { decision = decision ?? wish }
            action = machine.decide(wish)
          case .settle: action = machine.settle()
          case .animationDidEnd: action = machine.animationDidEnd()
          case .callReturned:
            isCalling = false
            action = machine.callReturned()
          }
          guard action != .wait else { continue }
          try #require(!isCalling && end == nil)
          switch action {
          case .wait: break
          case .conclude(let outcome):
            conclusions += 1
            isCalling = true
            try #require(outcome == decision)
          case .end(let outcome):
            end = outcome
            try #require(outcome == decision ?? .cancelled)
          }
        }
        try #require(conclusions <= (isInteractive ? 1 : 0))
      }
    }
  }
}

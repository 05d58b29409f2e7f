import TestSupport
import Testing

@testable import StagecraftScreens

/// Random inputs, compared with a history and what follows from it.
@Suite(.timeLimit(.minutes(3)), .onSeparateThread)
struct LifecycleMachineModelTests {
  /// The rules of one screen, as a predicate on its history: which step may follow which.
  static func isLegal(_ history: [ScreenAppearance.Step], then step: ScreenAppearance.Step) -> Bool
  {
    switch (history.last, step) {
    case (nil, .willAppear), (.didDisappear, .willAppear), (.willDisappear, .willAppear): true
    case (.willAppear, .didAppear): true
    case (.willAppear, .willDisappear), (.didAppear, .willDisappear): true
    case (.willDisappear, .didDisappear): true
    default: false
    }
  }

  @Test
  func agreesWithItsHistory() throws {
    try withEverySeed(in: 0..<200) { generator in
      var machine = LifecycleMachine()
      var history: [ScreenAppearance.Step] = []
      var hasView = false
      for _ in 0..<300 {
        let isGone = history.isEmpty || history.last == .didDisappear
        #expect(isGone == (machine.appearance == .gone), "\(Labels.text)")
        switch Int.random(in: 0..<6, using: &generator) {
        case 0:
          let answer = machine.viewNeeded()
          #expect(answer == (hasView ? .present : .load), "\(Labels.text)")
          guard answer == .load else { break }
          #expect(machine.viewNeeded() == .isLoading)
          machine.viewWasMade()
          #expect(machine.viewLeaves() == .isNeeded)
          #expect(machine.take(.willAppear) == false)
          machine.viewIsFilled()
          hasView = true
        case 1:
          let answer = machine.viewLeaves()
          #expect(answer == (!hasView ? .absent : isGone ? .leave : .isNeeded), "\(Labels.text)")
          guard answer == .leave else { break }
          for step in ScreenAppearance.Step.allCases { #expect(!machine.permits(step)) }
          if generator.oneIn(2) {
            machine.viewStays()
          } else {
            machine.viewIsGone()
            hasView = false
          }
        default:
          let step = ScreenAppearance.Step.allCases.randomElement(using: &generator)!
          let isLegal = hasView && Self.isLegal(history, then: step)
          #expect(machine.take(step) == isLegal, "\(Labels.text)")
          if isLegal { history.append(step) }
        }
      }
      #expect(history.count > 5)
    }
  }
}

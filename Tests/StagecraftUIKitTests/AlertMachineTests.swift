import Testing

@testable import StagecraftUIKit

@Suite(.timeLimit(.minutes(3)))
struct AlertMachineTests {
  enum Input: CaseIterable {
    case present
    case didAppear
    case didChoose
    case cancel
    case didDisappear
  }

  @Test func anAnswerEndsTheAlert() {
    var machine = AlertMachine()
    #expect(machine.present() == .present)
    #expect(machine.didAppear() == .nothing)
    #expect(machine.didChoose(1) == .answer(1))
    #expect(machine.didDisappear() == .nothing)
    #expect(machine.state == .ended)
  }

  @Test func anAnswerCountsWhileTheAlertAppears() {
    var machine = AlertMachine()
    _ = machine.present()
    #expect(machine.didChoose(0) == .answer(0))
    #expect(machine.didAppear() == .nothing)
  }

  @Test func anAlertCancelledBeforeItsPresentationIsNotPresented() {
    var machine = AlertMachine()
    #expect(machine.cancel() == .endCancelled)
    #expect(machine.present() == .nothing)
  }

  /// UIKit ignores a dismissal during a presentation.
  @Test func anAlertCancelledWhileItAppearsIsDismissedAfterwards() {
    var machine = AlertMachine()
    _ = machine.present()
    #expect(machine.cancel() == .nothing)
    #expect(machine.didAppear() == .dismiss)
    #expect(machine.didDisappear() == .endCancelled)
  }

  /// The next alert is presented when the caller is notified of the end.
  @Test func aCancelledAlertEndsWhenItIsOffTheScreen() {
    var machine = AlertMachine()
    _ = machine.present()
    _ = machine.didAppear()
    #expect(machine.cancel() == .dismiss)
    #expect(machine.cancel() == .nothing)
    #expect(machine.didDisappear() == .endCancelled)
  }

  @Test func anAnswerCountsWhileTheAlertDisappears() {
    var machine = AlertMachine()
    _ = machine.present()
    _ = machine.didAppear()
    _ = machine.cancel()
    #expect(machine.didChoose(2) == .answer(2))
    #expect(machine.didDisappear() == .nothing)
  }

  @Test func anAlertRemovedWithItsPresenterHasVanished() {
    var machine = AlertMachine()
    _ = machine.present()
    _ = machine.didAppear()
    #expect(machine.didDisappear() == .endVanished)
  }

  @Test func anAlertRemovedAfterItsCancellationIsCancelled() {
    var machine = AlertMachine()
    _ = machine.present()
    _ = machine.cancel()
    #expect(machine.didDisappear() == .endCancelled)
  }

  /// All sequences of seven inputs: the caller receives one end, and the toolkit one presentation
  /// and at most one dismissal, of an alert that is presented.
  @Test func everyConversationEndsOnce() {
    let inputs = Input.allCases
    let length = 7
    var count = 1
    for _ in 0..<length { count *= inputs.count }
    for number in 0..<count {
      var machine = AlertMachine()
      var (presentations, dismissals, ends, hasAppeared) = (0, 0, 0, false)
      var rest = number
      for _ in 0..<length {
        let input = inputs[rest % inputs.count]
        rest /= inputs.count
        if input == .didAppear, presentations > 0 { hasAppeared = true }
        switch take(input, &machine) {
        case .nothing: break
        case .present: presentations += 1
        case .dismiss:
          dismissals += 1
          #expect(hasAppeared)
        case .answer, .endCancelled, .endVanished: ends += 1
        }
      }
      #expect(presentations <= 1 && dismissals <= 1 && ends <= 1)
      #expect((ends == 1) == (machine.state == .ended))
      // In every state after the presentation, disappearing ends the alert.
      if machine.state != .new, ends == 0 { #expect(take(.didDisappear, &machine) != .nothing) }
    }
  }

  private func take(_ input: Input, _ machine: inout AlertMachine) -> AlertMachine.Action {
    switch input {
    case .present: machine.present()
    case .didAppear: machine.didAppear()
    case .didChoose: machine.didChoose(0)
    case .cancel: machine.cancel()
    case .didDisappear: machine.didDisappear()
    }
  }
}

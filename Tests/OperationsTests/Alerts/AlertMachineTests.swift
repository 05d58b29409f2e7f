import Testing

@testable import StagecraftOperations

@Suite(.timeLimit(.minutes(3)))
struct AlertMachineTests {
  enum Input: CaseIterable {
    case present
    case didAppear
    case didChoose
    case didClose
    case cancel
    case didDisappear
  }

  private typealias State = AlertMachine.State
  private typealias Action = AlertMachine.Action

  /// Three actions, of which the last one cancels.
  private static let question = AlertContent(
    "Emma is overdue",
    actions: [
      .init(0, "Renew"), .init(1, "Give back", style: .destructive),
      .init(2, "Later", style: .cancel),
    ])
  /// Three actions, none of which is meant by closing the alert.
  private static let choice = AlertContent(
    "Where to?", actions: [.init(0, "Gardens"), .init(1, "Harbour"), .init(2, "Centre")])

  // MARK: Conversations

  @Test func anAnswerEndsTheAlert() {
    var machine = AlertMachine(Self.question)
    #expect(machine.present() == .present)
    #expect(machine.didAppear() == .nothing)
    #expect(machine.didChoose(1) == .answer(1))
    #expect(machine.didDisappear() == .nothing)
    #expect(machine.state == .ended)
  }

  @Test func anAnswerCountsWhileTheAlertAppears() {
    var machine = AlertMachine(Self.question)
    _ = machine.present()
    #expect(machine.didChoose(0) == .answer(0))
    #expect(machine.didAppear() == .nothing)
  }

  /// The caller can be answered only when it has asked for the presentation.
  @Test func anAlertCancelledBeforeItsPresentationIsNotPresented() {
    var machine = AlertMachine(Self.question)
    #expect(machine.cancel() == .nothing)
    #expect(machine.present() == .throwCancellation)
  }

  /// UIKit ignores a dismissal during a presentation.
  @Test func anAlertCancelledWhileItAppearsIsDismissedAfterwards() {
    var machine = AlertMachine(Self.question)
    _ = machine.present()
    #expect(machine.cancel() == .nothing)
    #expect(machine.didAppear() == .dismiss)
    #expect(machine.didDisappear() == .throwCancellation)
  }

  /// The next alert is presented when the caller is notified of the end.
  @Test func aCancelledAlertEndsWhenItIsOffTheScreen() {
    var machine = AlertMachine(Self.question)
    _ = machine.present()
    _ = machine.didAppear()
    #expect(machine.cancel() == .dismiss)
    #expect(machine.cancel() == .nothing)
    #expect(machine.didDisappear() == .throwCancellation)
  }

  @Test func anAnswerCountsWhileTheAlertDisappears() {
    var machine = AlertMachine(Self.question)
    _ = machine.present()
    _ = machine.didAppear()
    _ = machine.cancel()
    #expect(machine.didChoose(2) == .answer(2))
    #expect(machine.didDisappear() == .nothing)
  }

  @Test func anAlertRemovedWithItsPresenterHasVanished() {
    var machine = AlertMachine(Self.question)
    _ = machine.present()
    _ = machine.didAppear()
    #expect(machine.didDisappear() == .throwError(.vanished))
  }

  @Test func anAlertRemovedAfterItsCancellationIsCancelled() {
    var machine = AlertMachine(Self.question)
    _ = machine.present()
    _ = machine.cancel()
    #expect(machine.didDisappear() == .throwCancellation)
  }

  @Test func closingAnAlertMeansItsEscapeAction() {
    var machine = AlertMachine(Self.question)
    _ = machine.present()
    _ = machine.didAppear()
    #expect(machine.didClose() == .answer(2))
    #expect(machine.didDisappear() == .nothing)
  }

  @Test func closingAnAlertWithoutAnEscapeActionThrows() {
    var machine = AlertMachine(Self.choice)
    _ = machine.present()
    _ = machine.didAppear()
    #expect(machine.didClose() == .throwError(.closed))
    #expect(machine.didDisappear() == .nothing)
  }

  /// GTK reports a dialog that the program closes like one that the user closes.
  @Test func aDismissalThatIsReportedAsClosingIsNoAnswer() {
    var machine = AlertMachine(Self.question)
    _ = machine.present()
    _ = machine.didAppear()
    #expect(machine.cancel() == .dismiss)
    #expect(machine.didClose() == .throwCancellation)
  }

  /// The dismissal has not begun, so it is the user who closes the alert.
  @Test func closingACancelledAlertThatStillAppearsIsAnAnswer() {
    var machine = AlertMachine(Self.question)
    _ = machine.present()
    _ = machine.cancel()
    #expect(machine.didClose() == .answer(2))

    machine = AlertMachine(Self.choice)
    _ = machine.present()
    _ = machine.cancel()
    #expect(machine.didClose() == .throwCancellation)
  }

  // MARK: Every state, every input

  /// What each state answers to each input, and the state that follows.
  ///
  /// Other inputs have no effect. `didChoose` chooses the first action.
  private static let transitions: [State: [Input: (Action, State)]] = [
    .new: [.present: (.present, .appearing), .cancel: (.nothing, .withdrawn)],
    .withdrawn: [.present: (.throwCancellation, .ended)],
    .appearing: [
      .didAppear: (.nothing, .shown), .didChoose: (.answer(0), .ended),
      .didClose: (.answer(2), .ended), .cancel: (.nothing, .cancelled),
      .didDisappear: (.throwError(.vanished), .ended),
    ],
    .cancelled: [
      .didAppear: (.dismiss, .leaving), .didChoose: (.answer(0), .ended),
      .didClose: (.answer(2), .ended), .didDisappear: (.throwCancellation, .ended),
    ],
    .shown: [
      .didChoose: (.answer(0), .ended), .didClose: (.answer(2), .ended),
      .cancel: (.dismiss, .leaving), .didDisappear: (.throwError(.vanished), .ended),
    ],
    .leaving: [
      .didChoose: (.answer(0), .ended), .didClose: (.throwCancellation, .ended),
      .didDisappear: (.throwCancellation, .ended),
    ],
    .ended: [:],
  ]

  /// The shortest conversation that leads to each state.
  private static let paths: [State: [Input]] = [
    .new: [], .withdrawn: [.cancel], .appearing: [.present], .cancelled: [.present, .cancel],
    .shown: [.present, .didAppear], .leaving: [.present, .didAppear, .cancel],
    .ended: [.present, .didChoose],
  ]

  @Test(arguments: AlertMachine.State.allCases, Input.allCases)
  func everyStateMeetsEveryInput(state: AlertMachine.State, input: Input) throws {
    for hasEscapeAction in [true, false] {
      var machine = AlertMachine(hasEscapeAction ? Self.question : Self.choice)
      for step in try #require(Self.paths[state]) { _ = take(step, &machine) }
      #expect(machine.state == state)
      var (action, next) = try #require(Self.transitions[state])[input] ?? (.nothing, state)
      if input == .didClose, action == .answer(2), !hasEscapeAction {
        action = state == .cancelled ? .throwCancellation : .throwError(.closed)
      }
      #expect(take(input, &machine) == action)
      #expect(machine.state == next)
    }
  }

  // MARK: Every conversation

  /// A machine, and what its presenter has done and heard.
  private struct Conversation: Hashable {
    var machine: AlertMachine
    var presentations = 0
    var dismissals = 0
    var ends = 0
    var hasAppeared = false
    var isCancelled = false
  }

  /// All conversations of any length: the caller receives one end, after it asked for the
  /// presentation, and the toolkit one presentation and at most one dismissal, of an alert that has
  /// appeared.
  @Test(arguments: [question, choice])
  func everyConversationEndsOnce(content: AlertContent<Int>) {
    var found: Set = [Conversation(machine: AlertMachine(content))]
    var unexplored = Array(found)
    while let start = unexplored.popLast() {
      for input in Input.allCases {
        var next = start
        let action = take(input, &next.machine)
        if input == .didAppear, next.presentations > 0 { next.hasAppeared = true }
        if input == .cancel { next.isCancelled = true }
        switch action {
        case .nothing: break
        case .present:
          next.presentations += 1
          #expect(input == .present)
        case .dismiss:
          next.dismissals += 1
          #expect(next.hasAppeared && next.isCancelled)
        case .answer:
          next.ends += 1
          #expect(next.presentations == 1)
        case .throwCancellation:
          next.ends += 1
          #expect(next.isCancelled)
          #expect(next.presentations == 1 || input == .present)
        case .throwError(let error):
          next.ends += 1
          #expect(next.presentations == 1 && !next.isCancelled)
          #expect(error == .vanished || content.escapeActionIndex == nil)
        }
        #expect(next.presentations <= 1 && next.dismissals <= 1 && next.ends <= 1)
        #expect((next.ends == 1) == (next.machine.state == .ended))
        // After the presentation, disappearing ends every alert.
        if input == .didDisappear, next.presentations == 1 { #expect(next.ends == 1) }
        if found.insert(next).inserted { unexplored.append(next) }
      }
    }
    #expect(Set(found.map(\.machine.state)) == Set(State.allCases))
  }

  private func take(_ input: Input, _ machine: inout AlertMachine) -> AlertMachine.Action {
    switch input {
    case .present: machine.present()
    case .didAppear: machine.didAppear()
    case .didChoose: machine.didChoose(0)
    case .didClose: machine.didClose()
    case .cancel: machine.cancel()
    case .didDisappear: machine.didDisappear()
    }
  }
}

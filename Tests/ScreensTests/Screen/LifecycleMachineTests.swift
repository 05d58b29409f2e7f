import TestSupport
import Testing

@testable import StagecraftScreens

/// Every state and every input, compared with a table written independently.
@Suite(.timeLimit(.minutes(3)))
struct LifecycleMachineTests {
  typealias Machine = LifecycleMachine
  typealias View = LifecycleMachine.ViewState

  static let views: [View] = [.absent, .loading, .filling, .present, .leaving]

  /// A screen whose appearance is not `gone` has its view; no other state is reachable.
  static let states: [Machine] =
    views.map { Machine(view: $0, appearance: .gone) }
    + [.appearing, .visible, .disappearing].map { Machine(view: .present, appearance: $0) }

  @Test(arguments: states)
  func viewIsNeeded(in state: Machine) {
    var machine = state
    let answer = machine.viewNeeded()
    switch state.view {
    case .absent:
      #expect(answer == .load)
      #expect(machine == Machine(view: .loading, appearance: .gone))
    case .loading:
      #expect(answer == .isLoading)
      #expect(machine == state)
    case .filling, .present, .leaving:
      #expect(answer == .present)
      #expect(machine == state)
    }
  }

  @Test(arguments: states)
  func viewLeaves(in state: Machine) {
    var machine = state
    let answer = machine.viewLeaves()
    switch (state.view, state.appearance) {
    case (.absent, _):
      #expect(answer == .absent)
      #expect(machine == state)
    case (.present, .gone):
      #expect(answer == .leave)
      #expect(machine == Machine(view: .leaving, appearance: .gone))
    default:
      #expect(answer == .isNeeded)
      #expect(machine == state)
    }
  }

  /// The state before, the input, the state after.
  static let legal: [(ScreenAppearance, ScreenAppearance.Step, ScreenAppearance)] = [
    (.gone, .willAppear, .appearing),
    (.appearing, .didAppear, .visible),
    (.appearing, .willDisappear, .disappearing),
    (.visible, .willDisappear, .disappearing),
    (.disappearing, .didDisappear, .gone),
    (.disappearing, .willAppear, .appearing),
  ]

  @Test(arguments: states, ScreenAppearance.Step.allCases)
  func step(from state: Machine, by step: ScreenAppearance.Step) {
    var machine = state
    let row = Self.legal.first {
      state.view == .present && $0.0 == state.appearance && $0.1 == step
    }
    #expect(state.permits(step) == (row != nil))
    #expect(machine.take(step) == (row != nil))
    #expect(machine == row.map { Machine(view: .present, appearance: $0.2) } ?? state)
  }

  @Test
  func everyStateOfTheView() {
    var machine = Machine()
    #expect(machine.viewNeeded() == .load)
    machine.viewWasMade()
    #expect(machine.view == .filling)
    machine.viewIsFilled()
    #expect(machine.view == .present)
    #expect(machine.viewLeaves() == .leave)
    machine.viewStays()
    #expect(machine.view == .present)
    #expect(machine.viewLeaves() == .leave)
    machine.viewIsGone()
    #expect(machine == Machine())
  }

  /// For example, a view that was not requested cannot have been created.
  @Test(arguments: states)
  func impossibleInputsTrap(in state: Machine) async {
    let index = Self.states.firstIndex(of: state)!
    if state.view != .loading {
      await #expect(processExitsWith: .failure) { [index = index as Int] in
        var machine = Self.states[index]
        machine.viewWasMade()
      }
    }
    if state.view != .filling {
      await #expect(processExitsWith: .failure) { [index = index as Int] in
        var machine = Self.states[index]
        machine.viewIsFilled()
      }
    }
    if state.view != .leaving {
      await #expect(processExitsWith: .failure) { [index = index as Int] in
        var machine = Self.states[index]
        machine.viewIsGone()
      }
      await #expect(processExitsWith: .failure) { [index = index as Int] in
        var machine = Self.states[index]
        machine.viewStays()
      }
    }
  }
}

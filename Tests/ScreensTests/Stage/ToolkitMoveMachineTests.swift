import StagecraftTestKit
import TestSupport
import Testing

@testable import StagecraftScreens

/// Every state meets every input.
@Suite(.timeLimit(.minutes(3)))
struct ToolkitMoveMachineTests {
  typealias Machine = ToolkitMoveMachine
  typealias State = Machine.State
  typealias Action = Machine.Action

  enum Input: CaseIterable {
    case beganBack, beganTurn, beganSelection
    case wentBack, turned, selected
    case arrived, returned
    case granted, later, never, gone
    case decisionReturned
    case completed, cancelled, containerGone
    case requestRefused, requestDone
  }

  static let back = ToolkitMoveTracker.Move.back
  static let turn = ToolkitMoveTracker.Move.turn(to: 3)
  static let tab = ToolkitMoveTracker.Move.selection(of: ScreenID(number: 7))

  static func send(_ input: Input, to machine: inout Machine) -> Action {
    switch input {
    case .beganBack: machine.began(back)
    case .beganTurn: machine.began(turn)
    case .beganSelection: machine.began(tab)
    case .wentBack: machine.began(back, isThere: true)
    case .turned: machine.began(turn, isThere: true)
    case .selected: machine.began(tab, isThere: true)
    case .arrived: machine.ended(atGoal: true)
    case .returned: machine.ended(atGoal: false)
    case .granted: machine.granted()
    case .later: machine.denied(.later)
    case .never: machine.denied(.never)
    case .gone: machine.denied(.gone)
    case .decisionReturned: machine.decisionReturned()
    case .completed: machine.transitionEnded(.completed)
    case .cancelled: machine.transitionEnded(.cancelled)
    case .containerGone: machine.transitionEnded(nil)
    case .requestRefused: machine.requestEnded(isRefused: true)
    case .requestDone: machine.requestEnded(isRefused: false)
    }
  }

  struct Row {
    let state: State
    /// The answers and the states after them; an input that is not mentioned is impossible.
    let answers: [Input: (Action, State)]
  }

  /// What a state that asks at once answers to the beginning of a move.
  static let beginnings: [Input: (Action, State)] = [
    .beganBack: (.ask(back), .asking(back, end: nil, next: nil)),
    .beganTurn: (.ask(turn), .asking(turn, end: nil, next: nil)),
    .beganSelection: (.nothing, .ahead(tab, isAsked: true)),
    .wentBack: (.ask(back), .asking(back, end: .completed, next: nil)),
    .turned: (.ask(turn), .asking(turn, end: .completed, next: nil)),
    .selected: (.request(tab), .still),
  ]

  /// What happens to a move that begins while another one is being asked about.
  static func beginningsWhileAsking(
    _ end: TransitionContext.Outcome
  ) -> [Input: (Action, State)] {
    let called = State.asking(back, end: end, next: nil)
    return [
      .beganBack: (.nothing, .asking(back, end: end, next: back)),
      .beganTurn: (.nothing, .asking(back, end: end, next: turn)),
      .beganSelection: (.nothing, .asking(back, end: end, next: tab)),
      .wentBack: (.request(back), called),
      .turned: (.request(turn), called),
      .selected: (.request(tab), called),
    ]
  }

  static func beginningsWhileConcluding(
    _ outcome: TransitionContext.Outcome
  ) -> [Input: (Action, State)] {
    let alone = State.concluding(outcome, next: nil)
    return [
      .beganBack: (.nothing, .concluding(outcome, next: back)),
      .beganTurn: (.nothing, .concluding(outcome, next: turn)),
      .beganSelection: (.nothing, .concluding(outcome, next: tab)),
      .wentBack: (.request(back), alone),
      .turned: (.request(turn), alone),
      .selected: (.request(tab), alone),
    ]
  }

  /// What does not change a state.
  static func quiet(_ state: State, _ inputs: Input...) -> [Input: (Action, State)] {
    Dictionary(uniqueKeysWithValues: inputs.map { ($0, (.nothing, state)) })
  }

  static func row(_ state: State, _ answers: [Input: (Action, State)]...) -> Row {
    Row(state: state, answers: answers.reduce(into: [:]) { $0.merge($1) { $1 } })
  }

  static let rows: [Row] = {
    let plain = State.asking(back, end: nil, next: nil)
    let there = State.asking(back, end: .completed, next: nil)
    let off = State.asking(back, end: .cancelled, next: nil)
    let offAndOn = State.asking(back, end: .cancelled, next: turn)
    let thereAndOn = State.asking(back, end: .completed, next: turn)
    let following = State.following(back)
    let finishing = State.concluding(.completed, next: nil)
    let cancelling = State.concluding(.cancelled, next: nil)
    let turningRound = State.concluding(.cancelled, next: turn)
    let switching = State.concluding(.cancelled, next: tab)
    let (ahead, unasked) = (State.ahead(back, isAsked: true), State.ahead(back, isAsked: false))
    let unaskedTab = State.ahead(tab, isAsked: false)
    let requests: (State) -> [Input: (Action, State)] = {
      quiet($0, .requestRefused, .requestDone)
    }
    let putBack: (State) -> [Input: (Action, State)] = {
      [.requestRefused: (.putBack, $0), .requestDone: (.nothing, $0)]
    }
    return [
      row(
        .still, beginnings, quiet(.still, .returned, .decisionReturned), putBack(.still),
        [.arrived: (.putBack, .still)]),
      row(
        .refused, beginnings, quiet(.refused, .decisionReturned), putBack(.refused),
        [.arrived: (.putBack, .still), .returned: (.nothing, .still)]),
      row(
        plain, beginningsWhileAsking(.cancelled), quiet(plain, .decisionReturned), requests(plain),
        [
          .wentBack: (.nothing, there), .arrived: (.nothing, there), .returned: (.nothing, off),
          .granted: (.nothing, following), .later: (.nothing, ahead), .never: (.putBack, .refused),
          .gone: (.nothing, .still),
        ]),
      row(
        there, beginningsWhileAsking(.completed), requests(there),
        quiet(there, .decisionReturned, .arrived, .returned),
        [
          .granted: (.decide(.completed, then: nil), finishing), .later: (.request(back), .still),
          .never: (.putBack, .still), .gone: (.nothing, .still),
        ]),
      row(
        off, beginningsWhileAsking(.cancelled), requests(off),
        quiet(off, .decisionReturned, .arrived, .returned),
        [
          .granted: (.decide(.cancelled, then: nil), cancelling), .later: (.putBack, .still),
          .never: (.putBack, .still), .gone: (.nothing, .still),
        ]),
      row(
        offAndOn, beginningsWhileAsking(.cancelled), requests(offAndOn),
        quiet(offAndOn, .decisionReturned),
        [
          .arrived: (.request(turn), off), .returned: (.nothing, off),
          .granted: (.decide(.cancelled, then: nil), turningRound),
          .later: (.nothing, .ahead(turn, isAsked: true)),
          .never: (.nothing, .ahead(turn, isAsked: true)), .gone: (.nothing, .still),
        ]),
      row(
        thereAndOn, beginningsWhileAsking(.completed), requests(thereAndOn),
        quiet(thereAndOn, .decisionReturned),
        [
          .arrived: (.request(turn), there), .returned: (.nothing, there),
          .granted: (
            .decide(.completed, then: nil), .concluding(.completed, next: turn)
          ),
          .later: (.request(back), .ahead(turn, isAsked: true)),
          .never: (.nothing, .ahead(turn, isAsked: true)), .gone: (.nothing, .still),
        ]),
      row(
        following, quiet(following, .decisionReturned), requests(following),
        [
          .beganBack: (.decide(.cancelled, then: nil), .concluding(.cancelled, next: back)),
          .beganTurn: (.decide(.cancelled, then: nil), turningRound),
          .beganSelection: (.decide(.cancelled, then: nil), switching),
          .wentBack: (.decide(.completed, then: nil), finishing),
          .turned: (.decide(.cancelled, then: turn), cancelling),
          .selected: (.decide(.cancelled, then: tab), cancelling),
          .arrived: (.decide(.completed, then: nil), finishing),
          .returned: (.decide(.cancelled, then: nil), cancelling),
          .completed: (.nothing, ahead), .cancelled: (.nothing, ahead),
          .containerGone: (.nothing, .still),
        ]),
      row(
        finishing, beginningsWhileConcluding(.completed), requests(finishing),
        quiet(finishing, .arrived, .returned, .decisionReturned),
        [
          .completed: (.nothing, .still), .cancelled: (.putBack, .still),
          .containerGone: (.nothing, .still),
        ]),
      row(
        cancelling, beginningsWhileConcluding(.cancelled), requests(cancelling),
        quiet(cancelling, .arrived, .returned, .decisionReturned),
        [
          .completed: (.putBack, .still), .cancelled: (.nothing, .still),
          .containerGone: (.nothing, .still),
        ]),
      row(
        turningRound, beginningsWhileConcluding(.cancelled), requests(turningRound),
        quiet(turningRound, .decisionReturned),
        [
          .arrived: (.request(turn), cancelling), .returned: (.nothing, cancelling),
          .completed: (.nothing, .ahead(turn, isAsked: false)),
          .cancelled: (.nothing, .ahead(turn, isAsked: false)),
          .containerGone: (.nothing, .still),
        ]),
      row(
        ahead, beginnings, quiet(ahead, .decisionReturned), requests(ahead),
        [.arrived: (.request(back), .still), .returned: (.putBack, .still)]),
      row(
        unasked, beginnings, requests(unasked),
        [
          .arrived: (.request(back), .still), .returned: (.putBack, .still),
          .decisionReturned: (.ask(back), plain),
        ]),
      row(
        unaskedTab, beginnings, requests(unaskedTab),
        [
          .arrived: (.request(tab), .still), .returned: (.putBack, .still),
          .decisionReturned: (.nothing, .ahead(tab, isAsked: true)),
        ]),
    ]
  }()

  @Test
  func everyStateMeetsEveryInput() {
    for row in Self.rows {
      for input in Input.allCases {
        guard let (action, after) = row.answers[input] else { continue }
        var machine = Machine(state: row.state, requestCount: 1)
        #expect(Self.send(input, to: &machine) == action, "\(row.state), \(input)")
        #expect(machine.state == after, "\(row.state), \(input)")
        let isMade =
          switch action {
          case .request, .decide(_, then: _?): true
          default: false
          }
        let isOver = input == .requestDone || input == .requestRefused
        #expect(machine.requestCount == 1 + (isMade ? 1 : 0) - (isOver ? 1 : 0))
      }
    }
  }

  /// The inputs that no answer is given to are those that only the end of a question or of a
  /// transition can be.
  @Test
  func theTableIsComplete() {
    let answersToAsking: Set<Input> = [.granted, .later, .never, .gone]
    let ends: Set<Input> = [.completed, .cancelled, .containerGone]
    for row in Self.rows {
      let missing = Set(Input.allCases).subtracting(row.answers.keys)
      switch row.state {
      case .asking: #expect(missing == ends, "\(row.state)")
      case .following, .concluding: #expect(missing == answersToAsking, "\(row.state)")
      case .still, .ahead, .refused: #expect(missing == answersToAsking.union(ends), "\(row.state)")
      }
    }
  }

  @Test
  func impossibleInputs() async {
    await #expect(processExitsWith: .failure) {
      var machine = ToolkitMoveMachine()
      _ = machine.granted()
    }
    await #expect(processExitsWith: .failure) {
      var machine = ToolkitMoveMachine(state: .following(.back))
      _ = machine.denied(.never)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ToolkitMoveMachine(state: .ahead(.back, isAsked: true))
      _ = machine.transitionEnded(.completed)
    }
    await #expect(processExitsWith: .failure) {
      var machine = ToolkitMoveMachine()
      _ = machine.requestEnded(isRefused: false)
    }
  }

  @Test
  func whenTheToolkitMoves() {
    let moving = Self.rows.map(\.state).filter { Machine(state: $0).isMoving }
    #expect(
      Set(moving) == [
        .asking(Self.back, end: nil, next: nil),
        .asking(Self.back, end: .cancelled, next: Self.turn),
        .asking(Self.back, end: .completed, next: Self.turn), .following(Self.back),
        .concluding(.cancelled, next: Self.turn), .ahead(Self.back, isAsked: true),
        .ahead(Self.back, isAsked: false), .ahead(Self.tab, isAsked: false),
      ])
  }

  @Test
  func whatTheStageDoes() {
    for state in Self.rows.map(\.state) {
      let machine = Machine(state: state)
      #expect(machine.transitionBegins(isInteractive: false, isShown: true) == .endAnimation)
      #expect(machine.transitionBegins(isInteractive: false, isShown: false) == .animate)
      for isShown in [true, false] {
        let own = machine.transitionBegins(isInteractive: true, isShown: isShown)
        if case .asking = state { #expect(own == .leave) } else { #expect(own == .animate) }
      }
      let end = machine.transitionConcludes()
      if case .concluding = state {
        #expect(end == .endAnimation)
      } else {
        #expect(end == .animate)
      }
    }
  }

  /// All histories of a small world: at rest, the toolkit stands where the container is.
  @Test
  func theToolkitEndsWhereTheContainerIs() throws {
    var known: Set<ToolkitWorld> = [ToolkitWorld()]
    var queue = Array(known)
    var restCount = 0
    while let world = queue.popLast() {
      if world.isAtRest {
        restCount += 1
        try #require(world.toolkit == world.container, "\(world)")
        try #require(world.machine.requestCount == 0, "\(world)")
        try #require(world.machine.state == .still || world.machine.state == .refused, "\(world)")
      }
      for next in world.successors where known.insert(next).inserted { queue.append(next) }
    }
    #expect(known.count > 1_000 && restCount >= 2)
  }
}

/// A container with two pages, a toolkit that moves by itself, and all that can happen next.
private struct ToolkitWorld: Hashable {
  enum Request: Hashable {
    case turn(to: Int)
    case arrange
  }

  struct Transition: Hashable {
    let goal: Int
    var decided: TransitionContext.Outcome?
  }

  var machine = ToolkitMoveMachine()
  /// Where the container is.
  var container = 0
  /// Where the toolkit is, or its move began.
  var toolkit = 0
  /// Where the toolkit moves.
  var moving: Int?
  /// What the container is being asked to begin.
  var asked: Int?
  var transition: Transition?
  /// The requests that wait.
  var requests: [Request] = []
  /// Whether a call that decided a transition has not returned, and what is requested then.
  var isDeciding = false
  var afterwards: Int?

  var isAtRest: Bool {
    moving == nil && asked == nil && transition == nil && requests.isEmpty && !isDeciding
  }

  var successors: [ToolkitWorld] {
    var worlds: [ToolkitWorld] = []
    func add(_ change: (inout ToolkitWorld) -> Void) {
      var world = self
      change(&world)
      worlds.append(world)
    }
    if requests.count < 3 {
      for place in 0...1 where place != toolkit {
        add {
          $0.moving = place
          $0.perform($0.machine.began(.turn(to: place)))
        }
        add {
          $0.moving = nil
          $0.toolkit = place
          $0.perform($0.machine.began(.turn(to: place), isThere: true))
        }
      }
      if let moving {
        add {
          $0.moving = nil
          $0.toolkit = moving
          $0.perform($0.machine.ended(atGoal: true))
        }
        add {
          $0.moving = nil
          $0.perform($0.machine.ended(atGoal: false))
        }
      }
    }
    if let asked {
      // A call that decides is a turn of the tree: the container is busy.
      if transition == nil, requests.isEmpty, !isDeciding, asked != container {
        add {
          $0.asked = nil
          $0.transition = Transition(goal: asked)
          $0.perform($0.machine.granted())
        }
      }
      for denial in [ToolkitMoveMachine.Denial.later, .never] {
        add {
          $0.asked = nil
          $0.perform($0.machine.denied(denial))
        }
      }
    }
    if let transition {
      add { $0.end(transition, as: transition.decided ?? .cancelled) }
    } else if asked == nil {
      switch requests.first {
      case .arrange:
        add {
          $0.requests.removeFirst()
          $0.arrange()
        }
      case .turn(let place):
        add {
          $0.requests.removeFirst()
          $0.container = place
          $0.arrange()
          $0.perform($0.machine.requestEnded(isRefused: false))
        }
        add {
          $0.requests.removeFirst()
          $0.perform($0.machine.requestEnded(isRefused: true))
        }
      case nil: break
      }
      // The program turns.
      add {
        $0.container = 1 - $0.container
        $0.arrange()
      }
    }
    if isDeciding {
      add {
        $0.isDeciding = false
        let place = $0.afterwards.take()
        $0.perform($0.machine.decisionReturned())
        if let place { $0.requests.append(.turn(to: place)) }
      }
    }
    return worlds
  }

  private mutating func end(_ transition: Transition, as outcome: TransitionContext.Outcome) {
    if outcome == .completed { container = transition.goal }
    arrange()
    self.transition = nil
    perform(machine.transitionEnded(outcome))
  }

  /// The stage leaves a moving toolkit alone.
  private mutating func arrange() {
    if !machine.isMoving { toolkit = container }
  }

  private mutating func perform(_ action: ToolkitMoveMachine.Action) {
    switch action {
    case .nothing: break
    case .ask(.turn(let place)): asked = place
    case .decide(let outcome, let next):
      transition?.decided = outcome
      isDeciding = true
      if case .turn(let place)? = next { afterwards = place }
    case .request(.turn(let place)): requests.append(.turn(to: place))
    case .putBack: requests.append(.arrange)
    case .ask, .request: fatalError("No such move was made.")
    }
  }
}

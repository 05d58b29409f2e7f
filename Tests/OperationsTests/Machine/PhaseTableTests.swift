import Testing

@testable import StagecraftOperations

/// Every input in every phase, once, including impossible ones.
@Suite struct PhaseTableTests {
  /// The state of the operation before the input.
  enum Stand: CaseIterable {
    case unsubmitted, waiting, checkDue, checking, inLine, ready, scheduling, executing, outside
    case awaiting, resting, closing, ended, gone
  }

  /// The input.
  enum Input: CaseIterable {
    case submit, cancel, abandon, returned, threw, threwToRest, proceed, endFailed, first, wakeUp
    case enqueue, startOutside, lateEdge, lateEdgeToFailed, raise, endAwait
  }

  /// A machine with an operation in a phase; #1 runs, holds the category, and is waited for.
  private func prepare(
    _ stand: Stand, _ machine: inout OperationMachine
  ) -> (id: NodeID, other: NodeID) {
    machine = OperationMachine.library(limit: 3, categories: [1])
    let other = machine.make(categories: [0])
    _ = machine.start()
    let traits: OperationRecord.Traits =
      switch stand {
      case .checkDue, .checking: .needsCheck
      case .scheduling, .outside: .schedulesItself
      default: []
      }
    let slot = machine.add(
      manager: 0, traits: traits, categories: stand == .inLine ? [0] : []
    ).slot
    let id = machine.id(of: slot)
    if stand == .waiting || stand == .ended { machine.link(.follows, to: other, from: slot) }
    if stand != .unsubmitted { machine.submit(slot) }
    switch stand {
    case .checking: _ = machine.next()
    case .executing, .resting, .closing, .awaiting: _ = machine.start()
    default: break
    }
    switch stand {
    case .outside: _ = machine.startOutside(id)
    case .resting: _ = machine.finish(id, threw: true, rests: true)
    case .closing:
      let child = machine.make(isSubmitted: false)
      machine.adopt(child, by: slot)
      _ = machine.finish(id, threw: false)
    case .awaiting: _ = try? machine.beginAwait(other, by: slot)
    case .ended, .gone: _ = machine.cancel(slot, .requested, .this)
    default: break
    }
    _ = machine.takeActions()
    return (id, machine.id(of: other))
  }

  private func say(
    _ input: Input, _ machine: inout OperationMachine, _ id: NodeID, _ other: NodeID
  ) -> String {
    let slot = id.slot
    do {
      switch input {
      case .submit: machine.submit(slot)
      case .cancel: return "\(machine.cancel(slot, .requested, .this))"
      case .abandon: return "\(machine.abandon(slot))"
      case .returned: return "\(machine.finish(id, threw: false))"
      case .threw: return "\(machine.finish(id, threw: true))"
      case .threwToRest: return "\(machine.finish(id, threw: true, rests: true))"
      case .proceed: return "\(machine.checked(id, .proceed))"
      case .endFailed: return "\(machine.checked(id, .end(.failed)))"
      case .first: return "\(machine.checked(id, .first(other)))"
      case .wakeUp: machine.wakeUp(id)
      case .enqueue: return "\(machine.enqueue(id, manager: 0))"
      case .startOutside: return "\(machine.startOutside(id))"
      case .lateEdge: try machine.linkLate(.requires, to: other.slot, from: slot)
      case .lateEdgeToFailed:
        try machine.linkLate(
          .requires, toEnded: .failed, NodeID(slot: 9, generation: 1), from: slot)
      case .raise: machine.setPriority(slot, 4)
      case .endAwait: return "\(machine.endAwait(by: id, ticket: 7, isCancelled: false))"
      }
    } catch {
      return "\(error)"
    }
    return "()"
  }

  @Test(arguments: Stand.allCases) func everyInputHasTheExpectedAnswer(_ stand: Stand) throws {
    var answers: [String] = []
    for input in Input.allCases {
      var machine = OperationMachine()
      let (id, other) = prepare(stand, &machine)
      // The caller has checked whether it is in the table.
      let asksBySlot: [Input] = [.submit, .cancel, .abandon, .lateEdge, .lateEdgeToFailed, .raise]
      if stand == .gone, asksBySlot.contains(input) { continue }
      let answer = say(input, &machine, id, other)
      let phase = machine.slot(of: id).map { "\(machine[$0].phase)" } ?? "gone"
      answers.append(short("\(input): \(answer), \(phase), \(machine.takeActions())"))
      try machine.checkInvariants()
    }
    let text = answers.joined(separator: "\n")
    #expect(text == Self.expected[stand], "\(stand)\n\(text)")
  }

  private func short(_ text: String) -> String {
    var text = text
    for (long, brief) in [
      ("StagecraftOperations.", ""), ("OperationMachine.", ""), ("Action.", ""), ("BodyEnd.", ""),
      ("CheckEnd.", ""), ("EdgeRefusal.", ""), ("Verdict.Cause.", ""),
      ("Verdict(ending: ", "("), ("cause: ", ""), ("generation: 1", "1"), ("slot: ", ""),
      ("NodeID", "#"), ("LaneIndex.", ""),
    ] {
      text.replace(long, with: brief)
    }
    return text
  }
}

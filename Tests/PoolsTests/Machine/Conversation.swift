import StageFloor

@testable import StagecraftPools

/// A machine for scenarios: the answer and the actions of one event, with the current time.
final class Conversation {
  typealias Machine = TestMachine

  var machine: Machine
  var now: Int64 = 0
  /// The actions of the last event.
  var actions: [Machine.Action] = []

  init(_ rules: Machine.Rules, stock: Int = 0) {
    machine = Machine(rules: rules)
    for _ in 0..<stock {
      _ = add()
    }
  }

  private func tell<Answer>(
    _ event: (inout Machine, inout Effects<Machine.Action>) -> Answer
  ) -> Answer {
    var list = Effects<Machine.Action>()
    let answer = event(&machine, &list)
    actions = list.all()
    return answer
  }

  func borrow(
    _ kind: Machine.Line.Kind = .task, _ patience: Machine.Request.Patience = .until(nil),
    preferring preference: Int? = nil
  ) -> Machine.BorrowAction {
    let request = Machine.Request(kind: kind, patience: patience, preference: preference)
    return tell { $0.borrow(request, at: now, into: &$1) }
  }

  /// Joins the line; that must be the machine's answer.
  func join(_ kind: Machine.Line.Kind = .task, until deadline: Int64? = nil) -> Machine.Ticket {
    guard let ticket = borrow(kind, .until(deadline)).ticket else {
      preconditionFailure("The borrower need not wait.")
    }
    return ticket
  }

  /// Joins the line and parks `waiter`.
  @discardableResult
  func wait(
    _ waiter: Int, _ kind: Machine.Line.Kind = .task, until deadline: Int64? = nil
  ) -> Machine.Ticket {
    let ticket = join(kind, until: deadline)
    let joined = actions
    _ = park(ticket, waiter)
    actions = joined + actions
    return ticket
  }

  func park(_ ticket: Machine.Ticket, _ waiter: Int) -> Machine.Line.ParkAction {
    tell { $0.park(ticket, waiter, at: now, into: &$1) }
  }

  func retry(_ ticket: Machine.Ticket, _ waiter: Int) -> Machine.RetryAction {
    tell { $0.retry(ticket, waiter, at: now, into: &$1) }
  }

  func abandon(
    _ ticket: Machine.Ticket, with outcome: Machine.Outcome = .cancelled
  ) -> Machine.AbandonAction {
    tell { $0.abandon(ticket, with: outcome, at: now, into: &$1) }
  }

  func reject(
    _ slot: Int, _ kind: Machine.Line.Kind = .task,
    _ patience: Machine.Request.Patience = .until(nil), since: Int64 = 0, turn: Int? = nil
  ) -> Machine.BorrowAction {
    let request = Machine.Request(kind: kind, patience: patience, turn: turn)
    return tell {
      $0.rejected(slot, because: .byHook, request: request, since: since, at: now, into: &$1)
    }
  }

  @discardableResult
  func returnElement(_ slot: Int) -> Machine.ReturnAction {
    tell { $0.returnElement(slot, at: now, into: &$1) }
  }

  @discardableResult
  func discard(_ slot: Int, because reason: PoolDiscardReason = .byBorrower)
    -> Machine.ReturnAction
  {
    tell { $0.discarded(slot, because: reason, at: now, into: &$1) }
  }

  func inspect(_ slot: Int) { tell { machine, _ in _ = machine.takeToInspect(slot, at: now) } }
  func inspected(_ slot: Int, after colder: Int? = nil) {
    tell { $0.inspected(slot, after: colder, at: now, into: &$1) }
  }
  func detach(_ slot: Int) { tell { $0.detached(slot, at: now, into: &$1) } }
  func built(_ slot: Int) { tell { $0.built(slot, at: now, into: &$1) } }
  func builtByBorrower(_ slot: Int) {
    tell { machine, _ in machine.builtByBorrower(slot, at: now) }
  }
  func prepared(_ slot: Int) { tell { $0.prepared(slot, at: now, into: &$1) } }
  func destroyed(_ slot: Int) { tell { $0.destroyed(slot, at: now, into: &$1) } }

  @discardableResult
  func buildFailed(_ slot: Int, _ failure: Int = 0) -> [UInt64] {
    tell { $0.buildFailed(slot, with: Failure(number: failure), at: now, into: &$1) }
  }

  func buildFailedForBorrower(_ slot: Int) {
    tell { $0.buildFailedForBorrower(slot, at: now, into: &$1) }
  }

  func setCapacity(_ capacity: Int) { tell { $0.setCapacity(capacity, at: now, into: &$1) } }
  /// Starts a warm-up; its ticket is its count.
  func warmUp(to count: Int) {
    tell { $0.warmUp(UInt64(count), to: count, at: now, into: &$1) }
  }
  /// The counts of the warm-ups that have ended well.
  func reachedWarmUps() -> [UInt64] { machine.takeReachedWarmUps() }
  func replace(_ slot: Int) { tell { $0.replaced(slot, at: now, into: &$1) } }
  func add() -> Int {
    let slot = machine.admit()
    tell { $0.added(slot, at: now, into: &$1) }
    return slot
  }
  func invalidateAll() { tell { $0.invalidateAll(at: now, into: &$1) } }
  func shed(_ how: Machine.Shedding) -> Int { tell { $0.shed(how, at: now, into: &$1) } }

  func shutdown(failing: Bool) {
    tell { $0.shutdown(failingWaiters: failing, at: now, into: &$1) }
  }

  /// Advances the clock, and fires the timer.
  func pass(_ duration: Int64) {
    now += duration
    tell { $0.timePassed(to: now, into: &$1) }
  }
}

/// An element as it is, without preparation.
func plain(_ slot: Int) -> TestMachine.Grant { TestMachine.Grant(slot: slot) }

/// A pool that creates its elements; some have been created and are idle.
func warm(_ count: Int, _ rules: TestMachine.Rules) -> Conversation {
  let pool = Conversation(rules)
  pool.warmUp(to: count)
  for slot in 0..<count { pool.built(slot) }
  _ = pool.reachedWarmUps()
  return pool
}

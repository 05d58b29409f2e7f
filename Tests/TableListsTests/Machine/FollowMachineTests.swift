import Testing

@testable import StagecraftTableLists

@Suite struct FollowMachineTests {
  private func position(_ mark: Int) -> TablePosition { TablePosition(log: "a", mark: "\(mark)") }

  @Test func aSignalDuringAReadLeadsToAnotherOne() {
    var machine = FollowMachine(position: position(0))
    #expect(machine.signalled() == .readChanges(since: position(0)))
    #expect(machine.signalled() == .none)
    #expect(
      machine.readChanges(upTo: position(1))
        == FollowMachine.Outcome(next: .readChanges(since: position(1))))
    #expect(machine.readChanges(upTo: position(1)) == FollowMachine.Outcome())
    #expect(machine.phase == .idle)
  }

  /// A read that began before the request may have missed the caller's commit.
  @Test func aWaiterIsNotResumedByAReadThatBeganBeforeIt() {
    var machine = FollowMachine(position: position(0))
    _ = machine.signalled()
    #expect(machine.requested(1) == FollowMachine.Action.none)
    #expect(
      machine.readChanges(upTo: position(1))
        == FollowMachine.Outcome(next: .readChanges(since: position(1))))
    #expect(machine.readChanges(upTo: position(2)) == FollowMachine.Outcome(resumed: [1]))
  }

  @Test func beyondTheLogAllRowsAreRead() {
    var machine = FollowMachine(position: position(0))
    _ = machine.requested(1)
    #expect(machine.foundNoChanges() == FollowMachine.Outcome(next: .readAll))
    #expect(machine.readAll(at: position(9)) == FollowMachine.Outcome(resumed: [1]))
    #expect(machine.signalled() == .readChanges(since: position(9)))
  }

  @Test func afterAFailureAllRowsAreStillToBeRead() {
    var machine = FollowMachine(position: position(0))
    _ = machine.signalled()
    _ = machine.foundNoChanges()
    #expect(machine.failed(isLasting: false) == FollowMachine.Outcome(pauseAfter: 1))
    #expect(machine.isStale)
    #expect(machine.signalled() == .readAll)
    #expect(machine.failed(isLasting: true) == FollowMachine.Outcome())
    #expect(machine.signalled() == .readAll)
  }

  /// Otherwise each commit would cost as much as all changes since the row that cannot be decoded.
  @Test func whileRowsCannotBeDecodedThePositionMovesOn() {
    var machine = FollowMachine(position: position(0))
    _ = machine.signalled()
    _ = machine.failed(isLasting: true, behind: position(5))
    #expect(machine.isBehind && machine.isStale)
    #expect(machine.signalled() == .readChanges(since: position(5)))
    _ = machine.failed(isLasting: true, behind: position(6))
    #expect(machine.requested(1) == .readChanges(since: position(6)))
    #expect(machine.foundNoChanges() == FollowMachine.Outcome(next: .readAll))
    // Another row may be found then.
    #expect(
      machine.failed(isLasting: true, behind: position(7)) == FollowMachine.Outcome(resumed: [1]))
    #expect(machine.signalled() == .readChanges(since: position(7)))
    _ = machine.foundNoChanges()
    _ = machine.readAll(at: position(8))
    #expect(!machine.isBehind && !machine.isStale)
    #expect(machine.signalled() == .readChanges(since: position(8)))
  }

  /// The store may have recovered before the call, which must not throw the error from before it.
  @Test func aFailureEndsTheWaitsThatBeganBeforeTheRead() {
    var machine = FollowMachine(position: position(0))
    _ = machine.requested(1)
    _ = machine.requested(2)
    #expect(
      machine.failed(isLasting: false)
        == FollowMachine.Outcome(resumed: [1], next: .readChanges(since: position(0))))
    #expect(machine.failed(isLasting: false) == FollowMachine.Outcome(resumed: [2], pauseAfter: 2))
  }

  @Test func aCancelledWaiterIsNotResumed() {
    var machine = FollowMachine(position: position(0))
    _ = machine.requested(1)
    let results = [machine.cancelled(1), machine.cancelled(1)]
    #expect(results == [true, false])
    #expect(machine.readChanges(upTo: position(1)) == FollowMachine.Outcome())
  }

  /// A read of all rows that began before the window was moved has other rows.
  @Test func rowsAreLoadingUntilTheReadThatBeganAfterTheRequest() {
    var machine = FollowMachine(position: position(0))
    _ = machine.signalled()
    _ = machine.foundNoChanges()
    #expect(!machine.isLoading)
    #expect(machine.requested(1, all: true) == FollowMachine.Action.none)
    #expect(machine.isLoading)
    #expect(machine.readAll(at: position(1)) == FollowMachine.Outcome(next: .readAll))
    #expect(machine.isLoading)
    #expect(machine.failed(isLasting: true).resumed == [1])
    #expect(machine.isLoading)
    #expect(machine.signalled() == .readAll)
    #expect(machine.readAll(at: position(2)) == FollowMachine.Outcome())
    #expect(!machine.isLoading)
  }

  @Test func nothingFollowsClosing() {
    var machine = FollowMachine(position: position(0))
    _ = machine.requested(1)
    #expect(machine.closed() == [1])
    #expect(machine.readChanges(upTo: position(1)) == FollowMachine.Outcome())
    #expect(machine.failed(isLasting: false) == FollowMachine.Outcome())
    #expect(machine.foundNoChanges() == FollowMachine.Outcome())
    #expect(machine.signalled() == .none)
    #expect(machine.requested(2) == nil)
  }
}

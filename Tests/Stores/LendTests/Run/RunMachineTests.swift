#if SQLite && PostgreSQL
import Testing

@testable import LendCommands

@Suite("What happens to a command")
struct RunMachineTests {
  @Test func aCommandThatEndsGivesItsCode() {
    var machine = RunMachine(terminal: .none)
    #expect(machine.commandEnded(.exited(3), isStillMine: true) == [.finish(code: 3)])
  }

  @Test func aSignalThatEndsItGives128AndItsNumber() {
    var machine = RunMachine(terminal: .withShell)
    let actions = machine.commandEnded(.killed(signal: 2), isStillMine: true)
    #expect(actions == [.takeTerminal, .finish(code: 130)])
  }

  @Test(arguments: RunSignal.passedOn)
  func signalsArePassedOn(_ signal: RunSignal) {
    var machine = RunMachine(terminal: .none)
    #expect(machine.received(signal) == [.send(signal)])
  }

  @Test func aLostLeaseEndsTheCommandFirstGently() {
    var machine = RunMachine(terminal: .none)
    #expect(machine.lost(isTimeLeft: true) == [.send(.terminate), .send(.continue), .armKill])
    #expect(machine.killDue() == [.send(.kill)])
    // Its group may contain others, and its own code no longer counts.
    let actions = machine.commandEnded(.exited(0), isStillMine: true)
    #expect(actions == [.send(.kill), .finish(code: 122)])
  }

  @Test func withoutTimeLeftTheCommandIsKilledAtOnce() {
    var machine = RunMachine(terminal: .none)
    #expect(machine.lost(isTimeLeft: false) == [.send(.kill)])
  }

  @Test func aSecondLossWithoutTimeKillsWhatIsStillThere() {
    var machine = RunMachine(terminal: .none)
    _ = machine.lost(isTimeLeft: true)
    #expect(machine.lost(isTimeLeft: true) == [])
    #expect(machine.lost(isTimeLeft: false) == [.send(.kill)])
  }

  @Test func theTimerOfAnEarlierStateDoesNothing() {
    var machine = RunMachine(terminal: .none)
    #expect(machine.killDue() == [])
  }

  @Test func ctrlZStopsBothAndForegroundContinuesBoth() {
    var machine = RunMachine(terminal: .withShell)
    #expect(machine.commandStopped() == [.takeTerminal, .stopSelf])
    #expect(machine.continued(isStillMine: true) == [.giveTerminal, .send(.continue)])
    #expect(machine.commandStopped() == [.takeTerminal, .stopSelf])
  }

  @Test func aCommandWhoseLeaseEndedWhileStoppedIsNotContinued() {
    var machine = RunMachine(terminal: .withShell)
    _ = machine.commandStopped()
    #expect(machine.continued(isStillMine: false) == [.send(.kill)])
    let actions = machine.commandEnded(.killed(signal: 9), isStillMine: false)
    #expect(actions == [.send(.kill), .takeTerminal, .finish(code: 122)])
  }

  @Test func aStoppedCommandIsContinuedToReceiveASignal() {
    var machine = RunMachine(terminal: .withShell)
    _ = machine.commandStopped()
    #expect(machine.received(.terminate) == [.send(.terminate), .send(.continue)])
  }

  @Test func withoutATerminalAStopIsLeftToItsAuthor() {
    var machine = RunMachine(terminal: .none)
    #expect(machine.commandStopped() == [])
    #expect(machine.continued(isStillMine: true) == [])
  }

  @Test func withoutAShellCtrlZHasNoEffect() {
    var machine = RunMachine(terminal: .alone)
    #expect(machine.commandStopped() == [.send(.continue)])
  }

  @Test func aKillByTheWatcherCountsAsLoss() {
    var machine = RunMachine(terminal: .none)
    let actions = machine.commandEnded(.killed(signal: 9), isStillMine: false)
    #expect(actions == [.send(.kill), .finish(code: 122)])
  }

  @Test func aKillByOthersIsTheCommandsEnd() {
    var machine = RunMachine(terminal: .none)
    #expect(machine.commandEnded(.killed(signal: 9), isStillMine: true) == [.finish(code: 137)])
  }
}
#endif

#if SQLite || PostgreSQL
internal import StageFloor
internal import CLend
internal import StagecraftSharedPools
internal import Synchronization

/// Runs a command on a thread of its own, and does what ``RunMachine`` decides.
///
/// The thread waits for signals, for the loss of the lease, and for the earliest deadline.
final class Supervisor: Sendable {
  struct Plan: Sendable {
    var words: [[UInt8]]
    var environment: [[UInt8]]
    var payloads: [(descriptor: Int32, bytes: [UInt8])]
    var kept: Int32?
    var borrowed: Borrowed
  }

  private let plan: Plan
  private let wait: SignalledWait
  private let loss: (reading: Int32, writing: Int32)
  private let remainingAtLoss = Mutex(Duration.zero)

  init(_ plan: Plan, _ wait: SignalledWait) throws {
    self.plan = plan
    self.wait = wait
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw systemError("A pipe cannot be made") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    loss = (ends[0], ends[1])
  }

  deinit {
    close(loss.reading)
    close(loss.writing)
  }

  /// Can be called from any thread; `remaining` is how long no other borrower can have the
  /// resources.
  func lose(remaining: Duration) {
    remainingAtLoss.withLock { $0 = remaining }
    var byte: UInt8 = 0
    _ = write(loss.writing, &byte, 1)
  }

  func run() async throws -> Int32 {
    try await withCheckedThrowingContinuation { continuation in
      onThread { continuation.resume(with: Result { try self.supervise() }) }
    }
  }

  private func supervise() throws -> Int32 {
    let terminal = lend_terminal()
    defer { if terminal >= 0 { close(terminal) } }
    let kind: RunMachine.Terminal =
      terminal < 0 ? .none : lend_has_shell() != 0 ? .withShell : .alone
    var run = SupervisedRun(
      machine: RunMachine(terminal: kind), terminal: terminal, borrowed: plan.borrowed)
    let process = try CommandProcess(
      plan.words, environment: plan.environment, payloads: plan.payloads, kept: plan.kept,
      terminal: terminal, deadline: run.nextLimit())
    var code: Int32?
    while code == nil {
      process.limit(to: run.nextLimit())
      var polls = [
        pollfd(fd: wait.inbox.descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: run.isLossKnown ? -1 : loss.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: process.changes, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&polls, 3, run.pollTimeout)
      let signals = wait.inbox.take()
      wait.note(signals)
      let isLost = polls[1].revents != 0 && !run.isLossKnown
      code = run.handle(
        signals: signals, loss: isLost ? remainingAtLoss.withLock { $0 } : nil, process)
    }
    process.end(kills: run.isLossKnown || code == ExitCode.lost)
    return code ?? ExitCode.unexpected
  }
}

func onThread(_ body: @escaping @Sendable () -> Void) {
  precondition(
    startThread(named: "lend-run", body),
    "The system cannot start a thread. End some, or raise the limit.")
}
#endif

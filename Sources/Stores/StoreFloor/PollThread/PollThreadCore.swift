#if SQLite || PostgreSQL || PostgresNIO
internal import CStageFloor
internal import StageFloor

final class PollThreadCore<Job: Sendable>: Sendable {
  private struct State: Sendable {
    var inbox = JobInbox<Job>()
    var waiters: [UnsafeContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())
  private let signal: WakeSignal

  init() throws(PollThreadError) {
    guard let signal = WakeSignal() else {
      throw PollThreadError(number: errno, wanted: "descriptor")
    }
    self.signal = signal
  }

  func start(named name: String, _ body: @escaping @Sendable () -> Void) throws(PollThreadError) {
    let hasStarted = startThread(named: name) {
      // A handler of the program must not run on this thread, and a pipe whose reader has ended
      // must not end the program.
      stage_block_signals()
      body()
    }
    if !hasStarted { throw PollThreadError(number: EAGAIN, wanted: "thread") }
  }

  func submit(_ job: Job) -> Bool { act(state.withLock { $0.inbox.submit(job) }) }

  func stop() { _ = act(state.withLock { $0.inbox.stop() }) }

  func stopAndWait() async {
    stop()
    await parked { (waiter: UnsafeContinuation<Void, Never>) in
      state.withLock { state in
        if state.inbox.hasEnded { return () }
        state.waiters.append(waiter)
        return nil
      }
    }
  }

  private func act(_ action: JobInbox<Job>.SubmitAction) -> Bool {
    switch action {
    case .wake: signal.wake()
    case .nothing: break
    case .refuse: return false
    }
    return true
  }

  // MARK: The thread

  func serve<Work: PollThreadWork>(_ work: inout Work) where Work.Job == Job {
    var watches: [PollWatch] = []
    var entries: [pollfd] = []
    while true {
      switch state.withLock({ $0.inbox.turn() }) {
      case .run(let jobs):
        for job in jobs { work.run(job) }
        // What became ready meanwhile is served before the next jobs.
        wait(&work, &watches, &entries, isBusy: true)
      case .sleep:
        wait(&work, &watches, &entries, isBusy: false)
      case .stop(let unrun):
        work.stop(unrun: unrun)
        let waiters = state.withLock { state in
          state.inbox.end()
          defer { state.waiters = [] }
          return state.waiters
        }
        for waiter in waiters { waiter.resume() }
        return
      }
    }
  }

  private func wait<Work: PollThreadWork>(
    _ work: inout Work, _ watches: inout [PollWatch], _ entries: inout [pollfd], isBusy: Bool
  ) {
    watches.removeAll(keepingCapacity: true)
    work.appendWatches(to: &watches)
    let deadline = work.nextDeadline()
    // A turn after jobs polls without waiting, and not at all if there is nothing to poll.
    if isBusy, watches.isEmpty, deadline == nil { return }
    entries.removeAll(keepingCapacity: true)
    entries.append(pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0))
    for watch in watches {
      entries.append(pollfd(fd: watch.descriptor, events: watch.events.forPoll, revents: 0))
    }
    let timeout =
      isBusy ? 0 : PollTime.milliseconds(until: deadline, at: stage_nanoseconds())
    // An interrupted or failed wait is a wait that nothing ended: the loop asks again.
    let count = poll(&entries, nfds_t(entries.count), timeout)
    if !isBusy { state.withLock { $0.inbox.wokeUp() } }
    if count > 0 {
      if entries[0].revents != 0 { signal.reset() }
      for entry in entries.dropFirst() where entry.revents != 0 {
        work.ready(entry.fd, PollEvents(fromPoll: entry.revents))
      }
    }
    if let deadline {
      let now = stage_nanoseconds()
      if deadline <= now { work.deadlinePassed(at: now) }
    }
  }
}

extension PollEvents {
  var forPoll: Int16 {
    Int16(contains(.readable) ? POLLIN : 0) | Int16(contains(.writable) ? POLLOUT : 0)
  }

  init(fromPoll events: Int16) {
    self = []
    if events & Int16(POLLIN) != 0 { insert(.readable) }
    if events & Int16(POLLOUT) != 0 { insert(.writable) }
    if events & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 { insert(.hungUp) }
  }
}

package func systemMessage(_ number: Int32) -> String { String(cString: strerror(number)) }
#endif

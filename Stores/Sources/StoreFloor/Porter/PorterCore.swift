internal import CStoreFloor

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#else
internal import Darwin
#endif

/// What a porter and its thread share.
final class PorterCore<Job: Sendable>: Sendable {
  private struct State: Sendable {
    var inbox = PorterInbox<Job>()
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Locked(State())
  private let wakeEnd: Int32
  private let postEnd: Int32

  init() throws(PorterError) {
    var ends: [Int32] = [-1, -1]
    let error = store_wake_create(&ends)
    if error != 0 { throw PorterError(number: error, wanted: "descriptor") }
    wakeEnd = ends[0]
    postEnd = ends[1]
  }

  deinit {
    var ends = [wakeEnd, postEnd]
    store_wake_close(&ends)
  }

  func start(named name: String, _ body: @escaping @Sendable () -> Void) throws(PorterError) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    let error = store_thread_start(
      name,
      { context in
        guard let context else { return }
        Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().body()
      }, box.toOpaque())
    guard error != 0 else { return }
    box.release()
    throw PorterError(number: error, wanted: "thread")
  }

  func submit(_ job: Job) -> Bool { act(state.withLock { $0.inbox.submit(job) }) }

  func stop() { _ = act(state.withLock { $0.inbox.stop() }) }

  func stopAndWait() async {
    stop()
    await withCheckedContinuation { continuation in
      let hasEnded = state.withLock { state in
        if !state.inbox.hasEnded { state.waiters.append(continuation) }
        return state.inbox.hasEnded
      }
      if hasEnded { continuation.resume() }
    }
  }

  private func act(_ action: PorterInbox<Job>.SubmitAction) -> Bool {
    switch action {
    case .wake: store_wake_post(postEnd)
    case .nothing: break
    case .refuse: return false
    }
    return true
  }

  // MARK: The thread

  func serve<Work: PorterWork>(_ work: inout Work) where Work.Job == Job {
    var watches: [PorterWatch] = []
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

  private func wait<Work: PorterWork>(
    _ work: inout Work, _ watches: inout [PorterWatch], _ entries: inout [pollfd], isBusy: Bool
  ) {
    watches.removeAll(keepingCapacity: true)
    work.appendWatches(to: &watches)
    let deadline = work.nextDeadline()
    // A turn after jobs polls without waiting, and not at all if there is nothing to poll.
    if isBusy, watches.isEmpty, deadline == nil { return }
    entries.removeAll(keepingCapacity: true)
    entries.append(pollfd(fd: wakeEnd, events: Int16(POLLIN), revents: 0))
    for watch in watches {
      entries.append(pollfd(fd: watch.descriptor, events: watch.events.forPoll, revents: 0))
    }
    let timeout =
      isBusy ? 0 : PorterTime.milliseconds(until: deadline, at: store_monotonic_nanoseconds())
    // An interrupted or failed wait is a wait that nothing ended: the loop asks again.
    let count = poll(&entries, nfds_t(entries.count), timeout)
    if !isBusy { state.withLock { $0.inbox.wokeUp() } }
    if count > 0 {
      if entries[0].revents != 0 { store_wake_clear(wakeEnd) }
      for entry in entries.dropFirst() where entry.revents != 0 {
        work.ready(entry.fd, PorterEvents(fromPoll: entry.revents))
      }
    }
    if let deadline {
      let now = store_monotonic_nanoseconds()
      if deadline <= now { work.deadlinePassed(at: now) }
    }
  }
}

/// The body of a thread, as an object.
private final class ThreadBody: Sendable {
  let body: @Sendable () -> Void
  init(_ body: @escaping @Sendable () -> Void) { self.body = body }
}

extension PorterEvents {
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

/// What an error number means, in the words of the system.
package func systemMessage(_ number: Int32) -> String { String(cString: strerror(number)) }

internal import CStageFloor
internal import StageFloor
internal import Synchronization

#if canImport(ObjectiveC)
internal import ObjectiveC
#endif

/// The one thread of the process that waits for all sources.
///
/// It starts with the first watcher, sleeps in `poll`, and ends with the last one. If no watcher
/// requests a poll time, it does not wake before an event occurs.
///
/// The thread calls the functions of watchers one at a time, without holding a lock. Ending a watch
/// never blocks, and is possible on any thread, including the watch thread. After it has returned,
/// no new call of `look` begins; one that is running on the watch thread completes, and its report
/// may still arrive. The watcher is closed soon after, once, on the watch thread.
///
/// A forked child has no such thread. There, an added watcher is closed and reported as lost at
/// once, and ending a watch does nothing: it neither touches descriptors shared with the parent nor
/// waits.
final class WatchThread: Sendable {
  static let shared = WatchThread()

  struct Entry {
    let watcher: any Watcher
    var hasEnded = false
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var nextNumber = 0
    var signal: WakeSignal?
  }

  private let state = Guarded(State())
  /// The process that owns the thread: in a forked child the ID differs, and the lock may never be
  /// released.
  private let process = getpid()
  private let roundsCount = Atomic<Int>(0)

  init() {}

  var rounds: Int { roundsCount.load(ordering: .relaxed) }

  var isRunning: Bool { state.withLock { $0.signal != nil } }

  private var isForked: Bool { getpid() != process }

  /// If no thread can be started, the watcher is closed and reported as lost.
  func add(_ watcher: any Watcher) -> ObservationToken {
    if isForked {
      watcher.close()
      watcher.reporter.reportLoss("a forked process has no watch thread")
      return ObservationToken {}
    }
    let (number, runningSignal, hasThread) = state.withLock { state in
      let number = state.nextNumber
      state.nextNumber += 1
      state.entries[number] = Entry(watcher: watcher)
      let runningSignal = state.signal
      // Without a thread there is no other entry: the thread ends with the last entry, under this
      // lock.
      let hasThread = runningSignal != nil || startThread(&state)
      if !hasThread { state.entries[number] = nil }
      return (number, runningSignal, hasThread)
    }
    guard hasThread else {
      watcher.close()
      watcher.reporter.reportLoss("the system has no thread or descriptor left")
      return ObservationToken {}
    }
    runningSignal?.wake()
    return ObservationToken { [self] in end(number) }
  }

  private func end(_ number: Int) {
    guard !isForked else { return }
    let signal = state.withLock { state in
      state.entries[number]?.hasEnded = true
      return state.entries[number] == nil ? nil : state.signal
    }
    signal?.wake()
  }

  private func startThread(_ state: inout State) -> Bool {
    guard let signal = WakeSignal() else { return false }
    state.signal = signal
    guard StageFloor.startThread(named: "memory-pressure", { self.run() }) else {
      state.signal = nil
      return false
    }
    return true
  }
}

// The thread's main loop.
extension WatchThread {
  private func run() {
    // Signal handlers of the program run on its own threads, and never wake this one.
    stage_block_signals()
    var rounds = WatchRounds(
      endings: WatchRounds.Endings(
        error: Int16(POLLERR), hangUp: Int16(POLLHUP), invalid: Int16(POLLNVAL)))
    while let (signal, watchers) = nextRound() {
      #if canImport(ObjectiveC)
      autoreleasepool { serve(watchers, &rounds, signal) }
      #else
      serve(watchers, &rounds, signal)
      #endif
    }
  }

  /// Closes ended watchers, and returns the others in order; nil if there are none, and the thread
  /// ends.
  private func nextRound() -> (WakeSignal, [(number: Int, watcher: any Watcher)])? {
    while true {
      let (signal, entries) = state.withLock { state in
        let entries = state.entries
        for (number, entry) in entries where entry.hasEnded { state.entries[number] = nil }
        defer { if entries.isEmpty { state.signal = nil } }
        return (state.signal, entries.sorted { $0.key < $1.key })
      }
      guard let signal, !entries.isEmpty else { return nil }
      let ended = entries.filter { $0.value.hasEnded }
      if ended.isEmpty { return (signal, entries.map { ($0.key, $0.value.watcher) }) }
      for (_, entry) in ended { entry.watcher.close() }
    }
  }

  private func serve(
    _ watchers: [(number: Int, watcher: any Watcher)], _ rounds: inout WatchRounds,
    _ signal: WakeSignal
  ) {
    let interests = watchers.map { number, watcher in
      WatchRounds.Interest(
        number: number, descriptors: watcher.descriptors, nextLook: watcher.nextLook)
    }
    let sleep = rounds.begin(interests, now: stage_nanoseconds())
    let happened = wait(for: rounds.polled, sleep, signal)
    let now = stage_nanoseconds()
    for action in rounds.end(happened, now: now) {
      switch action {
      case .look(let number, let ready):
        guard let watcher = watcherUnlessEnded(number) else { continue }
        if !watcher.look(ready, now: now) { markEnded(number) }
      case .giveUp(let number, let reason):
        guard let watcher = watcherUnlessEnded(number) else { continue }
        watcher.reporter.reportLoss(reason)
        markEnded(number)
      }
    }
  }

  private func wait(
    for polled: [PolledDescriptor], _ sleep: WatchRounds.Sleep, _ signal: WakeSignal
  ) -> [Int16] {
    var descriptors = [pollfd(fd: signal.descriptor, events: Int16(POLLIN), revents: 0)]
    for one in polled {
      descriptors.append(pollfd(fd: one.descriptor, events: one.events, revents: 0))
    }
    let timeout: Int32 =
      switch sleep {
      case .untilSomethingHappens: -1
      case .milliseconds(let milliseconds): milliseconds
      }
    roundsCount.wrappingAdd(1, ordering: .relaxed)
    if poll(&descriptors, nfds_t(descriptors.count), timeout) < 0 {
      // Either a signal, or a temporary shortage of a system resource needed for waiting.
      if errno != EINTR { _ = poll(nil, 0, 100) }
      return polled.map { _ in 0 }
    }
    if descriptors[0].revents != 0 { signal.reset() }
    return descriptors.dropFirst().map(\.revents)
  }

  private func watcherUnlessEnded(_ number: Int) -> (any Watcher)? {
    state.withLock { state in
      guard let entry = state.entries[number], !entry.hasEnded else { return nil }
      return entry.watcher
    }
  }

  private func markEnded(_ number: Int) {
    state.withLock { $0.entries[number]?.hasEnded = true }
  }
}

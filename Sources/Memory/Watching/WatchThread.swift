internal import CStageFloor
internal import StageFloor
internal import Synchronization

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Musl)
internal import Musl
#elseif canImport(Darwin)
internal import Darwin
internal import ObjectiveC
#elseif canImport(Android)
internal import Android
#endif

/// The one thread of the process that waits for all sources.
///
/// It starts with the first lookout, sleeps in `poll`, and ends with the last one. If no lookout
/// requests a poll time, it does not wake before an event occurs.
///
/// The thread calls the functions of lookouts one at a time, without holding a lock. Ending a watch
/// never blocks, and is possible on any thread, including the watch thread. After it has returned,
/// no new call of `look` begins; one that is running on the watch thread completes, and its report
/// may still arrive. The lookout is closed soon after, once, on the watch thread.
///
/// A forked child has no such thread. There, an added lookout is closed and reported as lost at
/// once, and ending a watch does nothing: it neither touches descriptors shared with the parent nor
/// waits.
final class WatchThread: Sendable {
  static let shared = WatchThread()

  struct Entry {
    let lookout: any Lookout
    var hasEnded = false
  }

  private struct State {
    var entries: [Int: Entry] = [:]
    var nextNumber = 0
    /// Wakes the thread; nil if there is no thread.
    var signal: WakeSignal?
  }

  private let lock = LockWord()
  nonisolated(unsafe) private var state = State()  // guard: `lock`
  /// The process that owns the thread: in a forked child the ID differs, and the lock may never be
  /// released.
  private let process = getpid()
  private let roundsCount = Atomic<Int>(0)

  init() {}

  deinit { lock.deallocate() }

  var rounds: Int { roundsCount.load(ordering: .relaxed) }

  var isRunning: Bool {
    lock.lock()
    defer { lock.unlock() }
    return state.signal != nil
  }

  private var isForked: Bool { getpid() != process }

  /// If no thread can be started, the lookout is closed and reported as lost.
  func add(_ lookout: any Lookout) -> PressureWatch {
    if isForked {
      lookout.close()
      lookout.reporter.reportLoss("a forked process has no watch thread")
      return PressureWatch()
    }
    lock.lock()
    let number = state.nextNumber
    state.nextNumber += 1
    state.entries[number] = Entry(lookout: lookout)
    let runningSignal = state.signal
    // Without a thread there is no other entry: the thread ends with the last entry, under this
    // lock.
    let hasThread = runningSignal != nil || startThread()
    if !hasThread { state.entries[number] = nil }
    lock.unlock()
    guard hasThread else {
      lookout.close()
      lookout.reporter.reportLoss("the system has no thread or descriptor left")
      return PressureWatch()
    }
    runningSignal?.wake()
    return PressureWatch { [self] in end(number) }
  }

  private func end(_ number: Int) {
    guard !isForked else { return }
    lock.lock()
    state.entries[number]?.hasEnded = true
    let signal = state.entries[number] == nil ? nil : state.signal
    lock.unlock()
    signal?.wake()
  }

  /// Call it with the lock held.
  private func startThread() -> Bool {
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
    while let (signal, lookouts) = nextRound() {
      #if canImport(ObjectiveC)
      autoreleasepool { serve(lookouts, &rounds, signal) }
      #else
      serve(lookouts, &rounds, signal)
      #endif
    }
  }

  /// Closes ended lookouts, and returns the others in order; nil if there are none, and the thread
  /// ends.
  private func nextRound() -> (WakeSignal, [(number: Int, lookout: any Lookout)])? {
    while true {
      lock.lock()
      guard let signal = state.signal else {
        lock.unlock()
        return nil
      }
      let ended = state.entries.filter { $0.value.hasEnded }
      if ended.isEmpty {
        let lookouts = state.entries.map { (number: $0.key, lookout: $0.value.lookout) }
        if lookouts.isEmpty { state.signal = nil }
        lock.unlock()
        return lookouts.isEmpty ? nil : (signal, lookouts.sorted { $0.number < $1.number })
      }
      for number in ended.keys { state.entries[number] = nil }
      lock.unlock()
      for (_, entry) in ended.sorted(by: { $0.key < $1.key }) { entry.lookout.close() }
    }
  }

  private func serve(
    _ lookouts: [(number: Int, lookout: any Lookout)], _ rounds: inout WatchRounds,
    _ signal: WakeSignal
  ) {
    let interests = lookouts.map { number, lookout in
      WatchRounds.Interest(
        number: number, descriptors: lookout.descriptors, nextLook: lookout.nextLook)
    }
    let sleep = rounds.begin(interests, now: stage_nanoseconds())
    let happened = wait(for: rounds.polled, sleep, signal)
    let now = stage_nanoseconds()
    for action in rounds.end(happened, now: now) {
      switch action {
      case .look(let number, let ready):
        guard let lookout = lookoutUnlessEnded(number) else { continue }
        if !lookout.look(ready, now: now) { markEnded(number) }
      case .giveUp(let number, let reason):
        guard let lookout = lookoutUnlessEnded(number) else { continue }
        lookout.reporter.reportLoss(reason)
        markEnded(number)
      }
    }
  }

  /// Returns the events of each element of `polled`.
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

  private func lookoutUnlessEnded(_ number: Int) -> (any Lookout)? {
    lock.lock()
    defer { lock.unlock() }
    guard let entry = state.entries[number], !entry.hasEnded else { return nil }
    return entry.lookout
  }

  private func markEnded(_ number: Int) {
    lock.lock()
    state.entries[number]?.hasEnded = true
    lock.unlock()
  }
}

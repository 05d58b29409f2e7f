internal import StageFloor

/// Decides which sleepers of a manual clock wake, and which watchers receive a sleep.
struct SleepMachine {
  typealias Sleep = ManualClock.Sleep

  struct Action {
    /// The sleepers to resume, each with whether its deadline has passed.
    var sleepers: [(UnsafeContinuation<Bool, Never>, hasElapsed: Bool)] = []
    /// The watchers to resume, with a sleep, or with `nil` if they were cancelled.
    var watchers: [(UnsafeContinuation<Sleep?, Never>, Sleep?)] = []

    func perform() {
      for (sleeper, hasElapsed) in sleepers { sleeper.resume(returning: hasElapsed) }
      for (watcher, sleep) in watchers { watcher.resume(returning: sleep) }
    }
  }

  private enum Watch {
    /// Waits for the next sleep, with this name or any, that no watcher has received.
    case next(String?)
    /// Waits for any current or future sleep with one of these names, or with any name.
    case sleeper(Set<String>)

    func accepts(_ sleep: Sleep) -> Bool {
      switch self {
      case .next(let name): name == nil || name == sleep.sleeper
      case .sleeper(let names): names.isEmpty || sleep.sleeper.map(names.contains) ?? false
      }
    }
  }

  private(set) var now = ManualClock.Instant(sinceStart: .zero)
  var sleepers = WaiterTable<Bool>()
  var watchers = WaiterTable<Sleep?>()
  private var asleep: [UInt64: Sleep] = [:]
  /// Sleeps that no watcher has received, in the order in which they began.
  private var unreported: [(ticket: UInt64, sleep: Sleep)] = []
  /// What each watcher waits for, in order of arrival.
  private var watches: [(ticket: UInt64, watch: Watch)] = []

  /// The current sleeps, earliest deadline first.
  var sleeps: [Sleep] { asleep.values.sorted { $0.deadline < $1.deadline } }

  mutating func beginSleep(
    _ ticket: UInt64, for sleep: Sleep, _ continuation: UnsafeContinuation<Bool, Never>
  ) -> Action {
    var action = Action()
    if let hasElapsed = sleepers.wait(ticket, continuation) {
      action.sleepers.append((continuation, hasElapsed))
      return action
    }
    if sleep.deadline <= now {
      if let sleeper = sleepers.settle(ticket, with: true) { action.sleepers = [(sleeper, true)] }
      return action
    }
    asleep[ticket] = sleep
    deliver(sleep, ticket, &action)
    return action
  }

  mutating func cancelSleep(_ ticket: UInt64) -> Action {
    asleep[ticket] = nil
    var action = Action()
    if let sleeper = sleepers.settle(ticket, with: false) { action.sleepers = [(sleeper, false)] }
    return action
  }

  mutating func advance(to moment: ManualClock.Instant) -> Action {
    now = moment
    var action = Action()
    let due = asleep.filter { $0.value.deadline <= moment }
    for (ticket, _) in due.sorted(by: { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) })
    {
      asleep[ticket] = nil
      if let sleeper = sleepers.settle(ticket, with: true) {
        action.sleepers.append((sleeper, true))
      }
    }
    return action
  }

  mutating func watchForNextSleep(of name: String?, _ ticket: UInt64) {
    let watch = Watch.next(name)
    if let index = unreported.firstIndex(where: { watch.accepts($0.sleep) }) {
      _ = watchers.settle(ticket, with: unreported.remove(at: index).sleep)
    } else {
      watches.append((ticket, watch))
    }
  }

  /// Registers a watcher for any matching sleep; the current one with the earliest deadline is
  /// first.
  mutating func watchForSleeper(among names: Set<String>, _ ticket: UInt64) {
    let watch = Watch.sleeper(names)
    let earliest = asleep.filter { watch.accepts($0.value) }
      .min { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }
    if let (sleeper, sleep) = earliest {
      unreported.removeAll { $0.ticket == sleeper }
      _ = watchers.settle(ticket, with: sleep)
    } else {
      watches.append((ticket, watch))
    }
  }

  mutating func cancelWatch(_ ticket: UInt64) -> Action {
    watches.removeAll { $0.ticket == ticket }
    var action = Action()
    if let watcher = watchers.settle(ticket, with: nil) { action.watchers = [(watcher, nil)] }
    return action
  }

  /// To the first watcher that waits for the next sleep, and to every one that waits for a sleeper.
  private mutating func deliver(_ sleep: Sleep, _ sleeper: UInt64, _ action: inout Action) {
    var isReported = false
    var isUnclaimed = true
    watches.removeAll { ticket, watch in
      guard watch.accepts(sleep) else { return false }
      if case .next = watch {
        guard isUnclaimed else { return false }
        isUnclaimed = false
      }
      isReported = true
      if let watcher = watchers.settle(ticket, with: sleep) {
        action.watchers.append((watcher, sleep))
      }
      return true
    }
    if !isReported { unreported.append((sleeper, sleep)) }
  }
}

#if SQLite
internal import StagecraftSharedPools
internal import StoreFloor

struct Listener: PorterWork {
  enum Job: Sendable {
    case arm
    case listen(OwnDesk)
    case watch([LifeEnd])
  }

  private let core: StoreCore
  private var desk: OwnDesk?
  private var watched: [Int32: LifeEnd] = [:]
  /// When to check whether the desks must still be watched.
  private var nextReview: Int64?

  init(_ core: StoreCore) { self.core = core }

  mutating func run(_ job: Job) {
    switch job {
    case .arm: break
    case .listen(let desk): self.desk = desk
    case .watch(let lives):
      for life in lives { watched[life.descriptor] = life }
      if nextReview == nil { nextReview = monotonicNanoseconds() + reviewInterval }
    }
  }

  func appendWatches(to watches: inout [PorterWatch]) {
    if let desk { watches.append(PorterWatch(desk.bell, for: .readable)) }
    for life in watched.keys { watches.append(PorterWatch(life, for: [])) }
  }

  func nextDeadline() -> Int64? {
    let armed = core.arm()
    return [armed, nextReview].compactMap(\.self).min()
  }

  mutating func ready(_ descriptor: Int32, _ events: PorterEvents) {
    if descriptor == desk?.bell { return hear() }
    guard let life = watched.removeValue(forKey: descriptor) else { return }
    let clerk = core.state.withLock { state in
      state.watched.remove(life.desk)
      return state.threads?.clerk
    }
    clerk?.submit(.bury(life.desk))
  }

  private func hear() {
    var mustLook = false
    for message in desk?.readMessages() ?? [] {
      if message == .look {
        mustLook = true
      } else {
        core.ring(message.session, message.request)
      }
    }
    guard mustLook else { return }
    let clerk = core.state.withLock { state in
      defer { state.isLookDue = true }
      return state.isLookDue ? nil : state.threads?.clerk
    }
    clerk?.submit(.look)
  }

  mutating func deadlinePassed(at now: Int64) {
    core.answerOverdue(at: now)
    guard let review = nextReview, review <= now else { return }
    let mustWatch = core.state.withLock { state in
      if state.waiting.isEmpty { state.watched = [] }
      return !state.waiting.isEmpty
    }
    nextReview = mustWatch ? now + reviewInterval : nil
    if !mustWatch { watched = [:] }
  }

  mutating func stop(unrun: [Job]) {
    watched = [:]
    desk = nil
  }
}

/// How long desks are watched after nothing waits, in nanoseconds.
private let reviewInterval: Int64 = 10_000_000_000
#endif

#if SQLite
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

struct ListenerWork: PollThreadWork {
  enum Job: Sendable {
    case arm
    case listen(OwnClient)
    case watch([LivenessWatch])
  }

  private let core: StoreCore
  private var client: OwnClient?
  private var watched: [Int32: LivenessWatch] = [:]
  /// When to check whether the clients must still be watched.
  private var nextReview: Int64?

  init(_ core: StoreCore) { self.core = core }

  mutating func run(_ job: Job) {
    switch job {
    case .arm: break
    case .listen(let client): self.client = client
    case .watch(let lives):
      for liveness in lives { watched[liveness.descriptor] = liveness }
      if nextReview == nil { nextReview = monotonicNanoseconds() + reviewInterval }
    }
  }

  func appendWatches(to watches: inout [PollWatch]) {
    if let client { watches.append(PollWatch(client.notificationPipe, for: .readable)) }
    for liveness in watched.keys { watches.append(PollWatch(liveness, for: [])) }
  }

  func nextDeadline() -> Int64? {
    let armed = core.arm()
    return [armed, nextReview].compactMap(\.self).min()
  }

  mutating func ready(_ descriptor: Int32, _ events: PollEvents) {
    if descriptor == client?.notificationPipe { return receive() }
    guard let liveness = watched.removeValue(forKey: descriptor) else { return }
    let decisions = core.state.withLock { state in
      state.watched.remove(liveness.client)
      return state.threads?.decisions
    }
    decisions?.submit(.end(liveness.client))
  }

  private func receive() {
    var mustLook = false
    for message in client?.readMessages() ?? [] {
      if message == .look {
        mustLook = true
      } else {
        core.notify(message.session, message.request)
      }
    }
    guard mustLook else { return }
    let decisions = core.state.withLock { state in
      defer { state.isLookDue = true }
      return state.isLookDue ? nil : state.threads?.decisions
    }
    decisions?.submit(.look)
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
    client = nil
  }
}

/// How long clients are watched after nothing waits, in nanoseconds.
private let reviewInterval: Int64 = 10_000_000_000
#endif

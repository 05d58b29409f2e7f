internal import StageFloor

/// The shell of a session: it asks the machine under a lock, and acts without it.
///
/// A ``SharedPool`` retains it, and so does each lease. It retains itself while a request is under
/// way or is to be repeated. The alarm and the task that listens to the store do not retain it.
final class SharedPoolCore: Sendable {
  private struct State {
    var machine: SessionMachine
    /// The tasks that await a reply; their tickets are the machine's waiters.
    var replies = WaiterTable<SessionReply>()
    var observers = ObserverList<SharedPoolEvent>()
    var companions = LeaseCompanions()
    var alarm: LeaseAlarm?
    var listener: Task<Void, Never>?
    /// The core itself, while a request is under way or is to be repeated.
    var retained: SharedPoolCore?
  }

  let name: String
  let store: any LeaseStore
  let timekeeper: Timekeeper
  let session: LendingSession
  let companionMaker = Hook<@Sendable ([Want], Int) -> any LeaseCompanion>()
  /// None if time is a test's.
  private let thread: LeaseThread?
  private let state: Guarded<State>

  init(_ name: String, at store: any LeaseStore, _ configuration: SharedPoolConfiguration) {
    self.name = name
    self.store = store
    session = .current(job: configuration.job)
    let isReal = configuration.clock is ContinuousClock
    timekeeper = Timekeeper(isReal ? LeaseClock() : configuration.clock)
    thread = isReal ? LeaseThread.shared : nil
    let rules = configuration.rules(for: session)
    state = Guarded(
      State(machine: SessionMachine(rules, generator: SystemRandomNumberGenerator())))
  }

  deinit { stop() }

  func open(_ settings: SharedPoolSettings?) async throws {
    let signals = store.signals(for: session.id)
    let listener = Task.detached { [weak self] in
      for await signal in signals { self?.perform(.signal(signal)) }
      if !Task.isCancelled { self?.perform(.signalsEnded) }
    }
    let alarm = LeaseAlarm(timekeeper, thread, name: name) { [weak self] in self?.perform(.tick) }
    state.withLock { state in
      state.alarm = alarm
      state.listener = listener
    }
    let reply = await reply { .open(settings, waiter: $0) }
    guard case .failed(let failure) = reply else { return }
    // If the task was cancelled, the session may have been opened.
    if failure == .cancelled { perform(.close(waiter: nil)) } else { stop() }
    throw error(failure)
  }

  // MARK: Deciding and acting

  func perform(_ input: SessionInput) {
    let now = timekeeper.now
    var replies: [(WaiterTable<SessionReply>.Continuation, SessionReply)] = []
    let (actions, notes, due, alarm, observers) = state.withLock { state in
      let actions = state.machine.handle(input, at: now)
      for case .reply(let waiter, let reply) in actions {
        if let continuation = state.replies.settle(waiter, with: reply) {
          replies.append((continuation, reply))
        }
      }
      // The caller retains the core, so it is not released here.
      state.retained = state.machine.sends.isEmpty ? nil : self
      let notes = state.companions.notes(of: actions)
      state.machine.isAccompanied = !state.companions.isEmpty
      return (actions, notes, state.machine.nextDue, state.alarm, state.observers.places)
    }

    if let due { alarm?.set(for: due) }
    for note in notes { note.perform() }
    // Before the caller proceeds, whose next event follows this one.
    for case .report(let event) in actions { observers.notify(event) }
    HandOver.publish(self)
    for (continuation, reply) in replies { continuation.resume(returning: reply) }
    for action in actions {
      switch action {
      case .send(let number, let request): send(number, request)
      case .stop: stop()
      case .reply, .report, .leaseEnded: break
      }
    }
  }

  /// Sends a request in a task of its own, so that a slow one delays no other.
  ///
  /// Its priority is high, because a lease is lost if it is not renewed in time; and renewals do not
  /// need Swift's threads.
  private func send(_ number: UInt64, _ call: LendingCall) {
    let isRenewal = if case .renew = call { true } else { false }
    Task.detached(executorPreference: isRenewal ? thread : nil, priority: .high) { [self] in
      let result: Result<LendingAnswer, LeaseStoreError>
      do throws(LeaseStoreError) {
        result = .success(try await store.perform(call, in: name))
      } catch {
        result = .failure(error)
      }
      perform(.answered(send: number, result))
    }
  }

  private func stop() {
    let (alarm, listener) = state.withLock { ($0.alarm, $0.listener) }
    alarm?.stop()
    listener?.cancel()
  }

  // MARK: Waiting

  /// Awaits the reply to an input; cancelling the task ends the wait, if `isCancellable`.
  func reply(
    isCancellable: Bool = true, to input: (UInt64) -> SessionInput
  ) async -> SessionReply {
    let ticket = state.withLock { $0.replies.ticket() }
    perform(input(ticket))
    let park = { (continuation: WaiterTable<SessionReply>.Continuation) in
      self.state.withLock { $0.replies.wait(ticket, continuation) }
    }
    let reply =
      if isCancellable {
        await parked(park) { perform(.cancel(waiter: ticket)) }
      } else {
        await parked(park)
      }
    HandOver.receive(self)
    return reply
  }

  // MARK: Reading

  func read<Value>(_ body: (borrowing SessionMachine, Int64) -> Value) -> Value {
    let now = timekeeper.now
    return state.withLock { body($0.machine, now) }
  }

  // MARK: Companions

  func companion(of number: UInt64) -> (any LeaseCompanion)? {
    state.withLock { $0.companions[number] }
  }

  /// Before the request with this number is asked.
  func accompany(_ number: UInt64, _ companion: any LeaseCompanion) {
    state.withLock { state in
      state.companions[number] = companion
      state.machine.isAccompanied = true
    }
  }

  /// The request ended without a lease, or with one that nothing can use.
  func leave(_ number: UInt64, _ error: (any Error)?) {
    let companion = state.withLock { state in
      defer { state.companions[number] = nil }
      return state.companions[number]
    }
    companion?.failed(error)
  }

  // MARK: Observers

  func observe(_ body: @escaping @Sendable (SharedPoolEvent) -> Void) -> ObservationToken {
    let observer = EventObserver(body)
    state.withLock { state in
      state.observers.add(observer)
      state.machine.isObserved = true
    }
    return observer.makeToken { [weak self] in self?.remove($0) }
  }

  private func remove(_ observer: EventObserver<SharedPoolEvent>) {
    state.withLock { state in
      state.observers.remove(observer)
      state.machine.isObserved = !state.observers.isEmpty
    }
  }
}

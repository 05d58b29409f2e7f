internal import CStageFloor
internal import StageFloor
internal import Synchronization

extension GraphCrew {
  private enum HostDecision {
    case park
    case leave
  }

  /// The step duration below which a second worker does not pay off, in nanoseconds.
  private static var worthwhile: Int64 { 150 }
  /// How long a host looks for work before it gives up its thread, in nanoseconds.
  private static var spinTime: Int64 { 40_000 }

  /// Hosts the run until all steps have ended and no other task or thread accesses the crew.
  func lead() async {
    if let task = TaskIdentity.current { leader = StepTask.leader(of: task) ?? task }
    let slot = enter()
    // No helper has been started yet.
    slot.pointee.isAlone = store.isPlain
    if let startOrder { beginInOrder(startOrder) } else { addWorkerForSources(slot) }
    await host(slot, isLeader: true)
  }

  private func enter() -> UnsafeMutablePointer<WorkerSlot> {
    lock.withLock { () -> UnsafeMutablePointer<WorkerSlot> in
      countHosts(by: 1)
      return slots + hosting.pointee.freeSlots.removeLast()
    }
  }

  private func host(_ slot: UnsafeMutablePointer<WorkerSlot>, isLeader: Bool) async {
    while serve(slot, isLeader: isLeader) == .park {
      await withUnsafeContinuation { park($0, isLeader: isLeader) }
    }
    if !isLeader { leave(slot) }
  }

  private func serve(_ slot: UnsafeMutablePointer<WorkerSlot>, isLeader: Bool) -> HostDecision {
    let before = stage_worker()
    stage_set_worker(slot)
    defer { stage_set_worker(before) }
    if let startOrder { return serveInOrder(startOrder, slot, isLeader: isLeader) ? .leave : .park }
    while true {
      if counters.pointee.jobCount.load(ordering: .relaxed) != 0, let job = takeJob() {
        job.runSynchronously(on: asUnownedTaskExecutor())
        continue
      }
      if !slot.pointee.stack.isEmpty || take(slot) {
        workTimed(slot)
        continue
      }
      let ended = slot.pointee.ended
      slot.pointee.ended = 0
      countEnded(ended)
      if canLeave(isLeader: isLeader) { return .leave }
      if !lookForWork(slot, isLeader: isLeader) {
        return isLeader || !store.isPlain ? .park : .leave
      }
    }
  }

  private func workTimed(_ slot: UnsafeMutablePointer<WorkerSlot>) {
    if workers == 1 {
      let step = work(slot, afterEndOf: Self.none)
      if step != Self.none { startAsynchronous(step) }
      return
    }
    let start = stage_nanoseconds()
    // The first step with others waiting behind it determines whether another worker pays off,
    // unless the last run has shown that the steps are short: then some steps do.
    slot.pointee.lookedAt = store.isPlain && store.lengths.isTiny ? 0 : start
    slot.pointee.stepsBetweenLooks = 1
    slot.pointee.untilLook = 1
    let step = work(slot, afterEndOf: Self.none)
    // The host that takes work measures its duration; if it was too short, it stops asking for a
    // while.
    let isTiny = stage_nanoseconds() - start < 1_000
    slot.pointee.askDelay = isTiny ? Swift.min(20_000, slot.pointee.askDelay * 2 + 500) : 0
    if step != Self.none { startAsynchronous(step) }
  }

  func canLeave(isLeader: Bool) -> Bool {
    guard counters.pointee.isOver.load(ordering: .acquiring) else { return false }
    return lock.withLock {
      guests == 0 && hosting.pointee.jobs.isEmpty && (!isLeader || hosting.pointee.hosts == 1)
    }
  }

  /// Looks for a limited time; returns whether there is work to do, or the run is over.
  func lookForWork(_ slot: UnsafeMutablePointer<WorkerSlot>, isLeader: Bool) -> Bool {
    if workers == 1 { return hasWork }
    let start = stage_nanoseconds()
    let asks = start + slot.pointee.askDelay
    let end = start + Self.spinTime
    var now = start
    var isAsking = false
    defer { if isAsking { counters.pointee.lookingHosts.wrappingSubtract(1, ordering: .relaxed) } }
    while now < end {
      if !isAsking, now >= asks {
        isAsking = true
        counters.pointee.lookingHosts.wrappingAdd(1, ordering: .relaxed)
      }
      for _ in 0..<8 {
        if hasWork { return true }
        stage_pause()
      }
      if canLeave(isLeader: isLeader) { return true }
      now = stage_nanoseconds()
    }
    return false
  }

  private var hasWork: Bool {
    counters.pointee.sharedCount.load(ordering: .relaxed) != 0
      || counters.pointee.jobCount.load(ordering: .relaxed) != 0
  }

  private func park(_ continuation: UnsafeContinuation<Void, Never>, isLeader: Bool) {
    let isParked = lock.withLock { () -> Bool in
      if let startOrder {
        guard !hasReadyWork(startOrder) else { return false }
      } else {
        guard shared.isEmpty, hosting.pointee.jobs.isEmpty else { return false }
      }
      if isOver, guests == 0, !isLeader || hosting.pointee.hosts == 1 { return false }
      hosting.pointee.parked.append(continuation)
      return true
    }
    if !isParked { continuation.resume() }
  }

  /// Under the lock.
  func countHosts(by change: Int) {
    hosting.pointee.hosts += change
    counters.pointee.hostCount.store(hosting.pointee.hosts, ordering: .releasing)
  }

  /// Wakes parked hosts if necessary, such as the leader after the last helper.
  private func leave(_ slot: UnsafeMutablePointer<WorkerSlot>) {
    let ended = slot.pointee.ended
    slot.pointee.ended = 0
    countEnded(ended)
    let waiting = lock.withLock { () -> [UnsafeContinuation<Void, Never>] in
      countHosts(by: -1)
      hosting.pointee.freeSlots.append(Int(slot.pointee.number))
      // Steps shared after this helper's last check must not remain while all other hosts are
      // parked.
      guard isOver || !shared.isEmpty || !hosting.pointee.jobs.isEmpty else { return [] }
      defer { hosting.pointee.parked = [] }
      return hosting.pointee.parked
    }
    for host in waiting { host.resume() }
  }

  // MARK: Sharing

  /// Takes the more urgent half of the shared steps, or all of them if there is only one worker.
  @inline(never)
  private func take(_ slot: UnsafeMutablePointer<WorkerSlot>) -> Bool {
    guard counters.pointee.sharedCount.load(ordering: .relaxed) != 0 else { return false }
    lock.lock()
    defer { lock.unlock() }
    guard !shared.isEmpty else { return false }
    let taken = workers == 1 ? shared.count : Swift.max(1, shared.count / 2)
    for item in shared.suffix(taken) { slot.pointee.stack.push(item) }
    shared.removeLast(taken)
    counters.pointee.sharedCount.store(shared.count, ordering: .relaxed)
    return true
  }

  @inline(never)
  func share(_ slot: UnsafeMutablePointer<WorkerSlot>) {
    lock.lock()
    slot.pointee.stack.giveHalf(to: &shared)
    counters.pointee.sharedCount.store(shared.count, ordering: .relaxed)
    lock.unlock()
  }

  func pushShared(_ ready: [UInt32]) {
    lock.lock()
    shared.append(contentsOf: ready)
    counters.pointee.sharedCount.store(shared.count, ordering: .relaxed)
    let host = hosting.pointee.parked.popLast()
    lock.unlock()
    host?.resume()
  }

  // MARK: Helpers

  /// Whether the calling host, which is registered, is the only one.
  ///
  /// In a graph of plain steps, only hosts access the counters of steps, and only a running host
  /// wakes or starts another. So a host that is the only one stays so until it adds a worker
  /// itself, and does not need atomic operations until then. A helper that has left published its
  /// changes with the number of hosts.
  var isOnlyHost: Bool {
    store.isPlain && counters.pointee.hostCount.load(ordering: .acquiring) == 1
  }

  /// Unless the last run has shown that its steps are too short.
  private func addWorkerForSources(_ slot: UnsafeMutablePointer<WorkerSlot>) {
    guard workers > 1 else { return }
    if store.isPlain, store.sources.count < 2 { return }
    if store.hasOnlyClosures, store.lengths.isTiny { return }
    addWorker(slot)
  }

  @inline(never)
  func considerAddingWorker(_ slot: UnsafeMutablePointer<WorkerSlot>) {
    let now = stage_nanoseconds()
    let steps = Int64(slot.pointee.stepsBetweenLooks)
    if slot.pointee.lookedAt == 0 {
      slot.pointee.lookedAt = now
      slot.pointee.stepsBetweenLooks = 16
      slot.pointee.untilLook = 16
      return
    }
    let average = (now - slot.pointee.lookedAt) / steps
    slot.pointee.lookedAt = now
    if average >= Self.worthwhile {
      if addWorker(slot) { share(slot) }
    } else if isOnlyHost {
      slot.pointee.isAlone = true
    }
    // Checks about every two microseconds, but at least every 128 steps.
    slot.pointee.stepsBetweenLooks = Int(
      Swift.max(1, Swift.min(128, 2_000 / Swift.max(average, 1))))
    slot.pointee.untilLook = slot.pointee.stepsBetweenLooks
  }

  /// Wakes a parked host or starts a helper; false if there is none.
  @discardableResult
  func addWorker(_ slot: UnsafeMutablePointer<WorkerSlot>) -> Bool {
    lock.lock()
    if let host = hosting.pointee.parked.popLast() {
      slot.pointee.isAlone = false
      lock.unlock()
      host.resume()
      return true
    }
    guard hosting.pointee.hosts < workers, !isOver, let number = hosting.pointee.freeSlots.popLast()
    else {
      lock.unlock()
      return false
    }
    countHosts(by: 1)
    slot.pointee.isAlone = false
    let invitation = invite(number)
    lock.unlock()
    startHelper(number, invitation)
    return true
  }

  /// Under the lock.
  func invite(_ number: Int) -> HelperInvitation {
    let invitation = HelperInvitation()
    invitations[number] = invitation
    return invitation
  }

  /// It is already counted as a host and has a slot.
  func startHelper(_ number: Int, _ invitation: HelperInvitation) {
    // Unretained: the leader does not return until all helpers have left whose invitations were not
    // withdrawn.
    let crew = Unmanaged.passUnretained(self)
    let slot = SlotReference(slot: slots + number)
    let task = Task {
      guard invitation.claim() else { return }
      await crew._withUnsafeGuaranteedRef { $0 }.host(slot.slot, isLeader: false)
    }
    register(task, as: .helper(number))
  }

  func finish() {
    lock.lock()
    isOver = true
    counters.pointee.isOver.store(true, ordering: .releasing)
    recordDuration()
    // Helpers that have not joined yet are not waited for.
    for invitation in invitations.values where invitation.claim() { countHosts(by: -1) }
    invitations = [:]
    let hosts = hosting.pointee.parked
    let waiting = idleTasks
    hosting.pointee.parked = []
    idleTasks = []
    lock.unlock()
    for task in waiting { task.resume(returning: Self.none) }
    for host in hosts { host.resume() }
  }
}

internal import CStageFloor
internal import StageFloor
internal import Synchronization

/// Small graphs: all ready steps form one ordered queue, and each host takes the first.
extension GraphCrew {
  private enum Action {
    case job(UnownedJob)
    case asynchronous(UInt32)
    case synchronous(UInt32)
    /// `looks` is whether looking for work for a moment is worthwhile.
    case nothing(looks: Bool)
  }

  private struct Effects: ~Copyable {
    var isEmpty = true
    var host: UnsafeContinuation<Void, Never>?
    var helper = -1
    var invitation: HelperInvitation?
    var startsMainLaneTask = false
    var elsewhere: [UInt32] = []
  }

  /// The calling host takes the first ready step, and adds a host if more are left.
  func beginInOrder(_ order: StartOrder) {
    var effects = Effects()
    lock.lock()
    for source in store.sources { makeReady(source, order, &effects) }
    lock.unlock()
    perform(effects)
  }

  /// Returns whether this host can end.
  func serveInOrder(
    _ order: StartOrder, _ slot: UnsafeMutablePointer<WorkerSlot>, isLeader: Bool
  ) -> Bool {
    var ended = Self.none
    while true {
      if slot.pointee.isAlone {
        workAlone(order, slot, afterEndOf: ended)
        ended = Self.none
      }
      let action = nextAction(order, slot, afterEndOf: ended)
      ended = Self.none
      switch action {
      case .job(let job):
        job.runSynchronously(on: asUnownedTaskExecutor())
      case .asynchronous(let step):
        if skip(step) {
          markEnded(step)
          slot.pointee.ended &+= 1
          ended = step
        } else {
          startAsynchronous(step)
        }
      case .synchronous(let step):
        runWatched(step, slot)
        noteLength(of: step, slot)
        slot.pointee.ended &+= 1
        ended = step
        if !isLeader { waitAfterShort(step, slot) }
      case .nothing(let looks):
        let count = slot.pointee.ended
        slot.pointee.ended = 0
        countEnded(count)
        if canLeave(isLeader: isLeader) { return true }
        if !looks || !lookForWork(slot, isLeader: isLeader) { return false }
      }
    }
  }

  /// After an asynchronous step on this host; returns the next one for its task, or none.
  func continueInOrder(
    _ order: StartOrder, _ slot: UnsafeMutablePointer<WorkerSlot>, afterEndOf step: UInt32
  ) -> UInt32 {
    var ended = step
    while true {
      slot.pointee.ended &+= 1
      var next = Self.none
      var effects = Effects()
      lock.lock()
      release(ended, order, &effects)
      // Asynchronous tasks that wait to resume take precedence over steps that have not started.
      if hosting.pointee.jobs.isEmpty, let place = firstPlace(order),
        place < order.asynchronousCount
      {
        readySet.remove(place)
        hosting.pointee.runningAsynchronous += 1
        next = order.steps[place]
      }
      publish(order, &effects)
      lock.unlock()
      perform(effects)
      if next == Self.none || !skip(next) { return next }
      markEnded(next)
      ended = next
    }
  }

  func endElsewhereInOrder(_ index: UInt32, _ order: StartOrder) {
    var effects = Effects()
    lock.lock()
    if nodes[Int(index)].kind == .main { mainLane.running = nil }
    release(index, order, &effects)
    publish(order, &effects)
    lock.unlock()
    perform(effects)
    countEnded(1)
  }

  private func nextAction(
    _ order: StartOrder, _ slot: UnsafeMutablePointer<WorkerSlot>, afterEndOf ended: UInt32
  ) -> Action {
    var action: Action
    var effects = Effects()
    lock.lock()
    slot.pointee.isAlone = false
    if slot.pointee.runsSynchronousStep {
      slot.pointee.runsSynchronousStep = false
      hosting.pointee.runningSynchronous -= 1
    }
    if ended != Self.none { release(ended, order, &effects) }
    let expectsShort = expectsShortSteps(slot)
    if expectsShort { withdrawInvitations() }
    if !hosting.pointee.jobs.isEmpty, let job = hosting.pointee.jobs.popFirst() {
      counters.pointee.jobCount.store(hosting.pointee.jobs.count, ordering: .relaxed)
      action = .job(job)
    } else if hasReadyWork(order), let place = firstPlace(order) {
      readySet.remove(place)
      let step = order.steps[place]
      if place < order.asynchronousCount {
        hosting.pointee.runningAsynchronous += 1
        action = .asynchronous(step)
      } else {
        slot.pointee.runsSynchronousStep = true
        hosting.pointee.runningSynchronous += 1
        action = .synchronous(step)
      }
    } else {
      // A ready step that may not start yet does not become startable by looking for it.
      action = .nothing(looks: readySet.isEmpty)
    }
    publish(order, addsHost: !expectsShort, &effects)
    // The others run again only if this host wakes them; see `workAlone(_:_:afterEndOf:)`.
    if case .synchronous = action, store.isPlain {
      slot.pointee.isAlone = hosting.pointee.parked.count == hosting.pointee.hosts - 1
    }
    lock.unlock()
    perform(effects)
    return action
  }

  /// Runs steps in the start order without the lock, until none is ready or another host is needed.
  ///
  /// This is the fast path of ``nextAction(_:_:afterEndOf:)``, and gives the same order: the first
  /// ready step is next. The lock is not needed because nothing else accesses the ready steps and
  /// the counters of steps. All steps are plain, so only hosts do, and every other host is parked.
  /// A parked host is resumed, and a helper started, only by a running host that finds more ready
  /// steps than it can run, or by the end of the run. Before this host does so, it leaves this
  /// method and takes the lock, which publishes its changes.
  private func workAlone(
    _ order: StartOrder, _ slot: UnsafeMutablePointer<WorkerSlot>, afterEndOf ended: UInt32
  ) {
    guard let measured else { return }
    let nodes = nodes
    let counters = counters
    let indexed = indexed
    let ready = readySet
    let steps = order.steps
    let places = order.places
    let isOnly = workers == 1
    var expectsShort = expectsShortSteps(slot)
    var watch = StepWatch(
      measured, together: slot.pointee.together, short: StepLengths.shortTicks)
    var count = 0
    var current = Self.none
    if ended != Self.none { current = releaseAlone(nodes + Int(ended), ready, places) }
    while true {
      if current == Self.none {
        if ready.isEmpty { break }
        current = steps[ready.removeFirst()]
      }
      if !isOnly, !expectsShort, !ready.isEmpty {
        // Another host can run a step meanwhile.
        ready.insert(Int(places[Int(current)]))
        break
      }
      let node = nodes + Int(current)
      let isBare = counters.pointee.flags.load(ordering: .relaxed) == 0
      if isBare {
        do {
          if let indexed {
            try indexed.pointee.run(Int(current))
          } else {
            try node.synchronous.pointee.run()
          }
        } catch {
          fail(current, error)
        }
        if !watch.ended(current) { expectsShort = false }
      } else {
        runWatched(current, slot)
        watch.restart()
      }
      count &+= 1
      current = releaseAlone(node, ready, places)
    }
    watch.endMany()
    if !expectsShort { slot.pointee.shortInARow = 0 }
    slot.pointee.ended &+= count
  }

  @inline(never)
  private func runWatched(_ step: UInt32, _ slot: UnsafeMutablePointer<WorkerSlot>) {
    if skip(step) {
      markEnded(step)
    } else {
      callBody(of: step, worker: slot.pointee.number, lane: .compute)
    }
  }

  /// Lets a helper wait before it takes the lock again, if the step was so short that contention
  /// for the lock costs more than its help saves.
  ///
  /// A step that becomes ready meanwhile waits no longer than it would for a parked host.
  private func waitAfterShort(_ step: UInt32, _ slot: UnsafeMutablePointer<WorkerSlot>) {
    guard let measured, measured[Int(step)] < StepLengths.shortTicks else {
      slot.pointee.askDelay = 0
      return
    }
    slot.pointee.askDelay = Swift.min(20_000, slot.pointee.askDelay * 2 + 500)
    let end = stage_nanoseconds() + slot.pointee.askDelay
    repeat {
      for _ in 0..<16 { stage_pause() }
    } while stage_nanoseconds() < end && !counters.pointee.isOver.load(ordering: .relaxed)
  }

  /// Returns the next step, if no other is ready: a chain never touches the set.
  @inline(__always)
  private func releaseAlone(
    _ node: UnsafeMutablePointer<GraphNode>, _ ready: ReadySet,
    _ places: UnsafeMutablePointer<Int32>
  ) -> UInt32 {
    node.pointee.pending.store(node.pointee.upstreams, ordering: .relaxed)
    var next = Self.none
    var edge = successors + Int(node.pointee.firstSuccessor)
    let end = edge + node.pointee.successorCount
    while edge < end {
      let successor = edge.pointee
      edge += 1
      guard countDown(nodes + Int(successor), isAlone: true) else { continue }
      if next != Self.none { ready.insert(Int(places[Int(next)])) }
      next = successor
    }
    if next == Self.none || ready.isEmpty { return next }
    ready.insert(Int(places[Int(next)]))
    return Self.none
  }

  // MARK: Under the lock

  /// Whether a synchronous step may start on a host: a more urgent step of the main lane that runs,
  /// or is about to run, takes the place of a worker.
  ///
  /// One place always remains: otherwise code that blocks the main thread until a step has ended
  /// would wait forever. A less urgent main-lane step does not reserve a core, because the core
  /// would be idle until the main thread has woken, and again until the worker has.
  private func hasCapacity(for place: Int, _ order: StartOrder) -> Bool {
    // Without a main lane, no more hosts ask than there are places.
    if store.isPlain { return true }
    guard hosting.pointee.runningSynchronous >= Swift.max(1, workers - 1) else { return true }
    return hosting.pointee.runningSynchronous < workers
      && !mainLane.hasWork(before: place, in: order)
  }

  func hasReadyWork(_ order: StartOrder) -> Bool {
    if !hosting.pointee.jobs.isEmpty { return true }
    guard let place = firstPlace(order) else { return false }
    return place < order.asynchronousCount || hasCapacity(for: place, order)
  }

  @inline(__always)
  private func firstPlace(_ order: StartOrder) -> Int? {
    hosting.pointee.runningAsynchronous < mostAsynchronous
      ? readySet.first : readySet.first(from: order.asynchronousCount)
  }

  private func release(_ index: UInt32, _ order: StartOrder, _ effects: inout Effects) {
    let node = nodes + Int(index)
    if order.places[Int(index)] < order.asynchronousCount {
      hosting.pointee.runningAsynchronous -= 1
    }
    node.pointee.pending.store(node.pointee.upstreams, ordering: .relaxed)
    for edge in store.successorRange(of: Int(index)) {
      let successor = successors[edge]
      if countDown(nodes + Int(successor), isAlone: false) {
        makeReady(successor, order, &effects)
      }
    }
  }

  private func makeReady(_ index: UInt32, _ order: StartOrder, _ effects: inout Effects) {
    switch nodes[Int(index)].kind {
    case .plain, .indexed, .asynchronous, .mainAsynchronous, .nonisolated:
      readySet.insert(Int(order.places[Int(index)]))
    case .main:
      if appendToMainLane(index) {
        effects.startsMainLaneTask = true
        effects.isEmpty = false
      }
    case .thread:
      guests += 1
      effects.elsewhere.append(index)
      effects.isEmpty = false
    case .milestone:
      // A milestone takes no time, so it does not wait for a host.
      effects.elsewhere.append(index)
      effects.isEmpty = false
      release(index, order, &effects)
    }
  }

  private func publish(_ order: StartOrder, addsHost: Bool = true, _ effects: inout Effects) {
    let hasReadyWork = hasReadyWork(order)
    counters.pointee.sharedCount.store(hasReadyWork ? 1 : 0, ordering: .relaxed)
    guard hasReadyWork, addsHost else { return }
    if !hosting.pointee.parked.isEmpty {
      effects.host = hosting.pointee.parked.removeLast()
      effects.isEmpty = false
    } else if hosting.pointee.hosts < workers, !isOver,
      let number = hosting.pointee.freeSlots.popLast()
    {
      countHosts(by: 1)
      effects.helper = number
      effects.invitation = invite(number)
      effects.isEmpty = false
    }
  }

  // MARK: Short steps

  /// How many steps in a row must have been short for the next ones to be expected to be short.
  private static var enoughShort: Int { 16 }

  /// Whether another host would cost more than it saves: it would run steps that take less time than
  /// to pass the lock on.
  ///
  /// The first step that takes longer ends this. Until then, other ready steps wait for that step.
  private func expectsShortSteps(_ slot: UnsafeMutablePointer<WorkerSlot>) -> Bool {
    store.isPlain && slot.pointee.shortInARow >= Self.enoughShort
  }

  private func noteLength(of step: UInt32, _ slot: UnsafeMutablePointer<WorkerSlot>) {
    guard let measured else { return }
    let isShort = (0..<StepLengths.shortTicks).contains(measured[Int(step)])
    slot.pointee.shortInARow = isShort ? slot.pointee.shortInARow &+ 1 : 0
  }

  /// Of helpers that have not joined yet; under the lock.
  private func withdrawInvitations() {
    guard !invitations.isEmpty else { return }
    for (number, invitation) in invitations where invitation.claim() {
      countHosts(by: -1)
      hosting.pointee.freeSlots.append(number)
      invitations[number] = nil
    }
  }

  // MARK: Outside the lock

  @inline(__always)
  private func perform(_ effects: consuming Effects) {
    if !effects.isEmpty { performAll(effects) }
  }

  @inline(never)
  private func performAll(_ effects: consuming Effects) {
    effects.host?.resume()
    if let invitation = effects.invitation { startHelper(effects.helper, invitation) }
    if effects.startsMainLaneTask { startMainLaneTask() }
    var milestones = 0
    for index in effects.elsewhere {
      guard nodes[Int(index)].kind == .milestone else {
        runOnThread(index)
        continue
      }
      if !skip(index) { settleMilestone(index, isReached: true) }
      markEnded(index)
      milestones += 1
    }
    countEnded(milestones)
  }
}

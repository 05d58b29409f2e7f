internal import CStageFloor
internal import StageFloor
internal import Synchronization

/// Small graphs: all ready steps form one ordered queue, and each host takes the first.
extension GraphCrew {
  /// What a host does next.
  private enum Turn {
    case job(UnownedJob)
    case asynchronous(UInt32)
    case synchronous(UInt32)
    /// Nothing is ready; `looks` is whether looking for work for a moment is worthwhile.
    case nothing(looks: Bool)
  }

  /// The actions to perform after unlocking.
  private struct Errands {
    var host: UnsafeContinuation<Void, Never>?
    /// The slot of a helper to start.
    var helper: Int?
    var staffsMainLane = false
    var blocking: [UInt32] = []
    var milestones: [UInt32] = []
  }

  /// Makes the steps without upstream steps ready.
  func beginInOrder(_ plan: GraphPlan) {
    var errands = Errands()
    lock.lock()
    for source in store.sources { makeReady(source, plan, &errands) }
    publish(plan, &errands)
    lock.unlock()
    run(errands)
  }

  /// Performs the available work on this thread, in the order of the plan.
  ///
  /// - Returns: Whether this host can end.
  func serveInOrder(
    _ plan: GraphPlan, _ slot: UnsafeMutablePointer<WorkerSlot>, isLeader: Bool
  ) -> Bool {
    var ended = Self.none
    while true {
      let turn = takeTurn(plan, slot, afterEndOf: ended)
      ended = Self.none
      switch turn {
      case .job(let job):
        job.runSynchronously(on: asUnownedTaskExecutor())
      case .asynchronous(let step):
        if skip(step) {
          note(step)
          slot.pointee.ended &+= 1
          ended = step
        } else {
          drive(step)
        }
      case .synchronous(let step):
        if skip(step) {
          note(step)
        } else {
          perform(step, worker: slot.pointee.number, lane: .compute)
        }
        slot.pointee.ended &+= 1
        ended = step
      case .nothing(let looks):
        let count = slot.pointee.ended
        slot.pointee.ended = 0
        countEnded(count)
        if mayGo(isLeader: isLeader) { return true }
        if !looks || !lookAround(slot, isLeader: isLeader) { return false }
      }
    }
  }

  /// Continues after an asynchronous step has ended on this host.
  ///
  /// - Returns: The asynchronous step that its driver runs next, or none.
  func goOnInOrder(
    _ plan: GraphPlan, _ slot: UnsafeMutablePointer<WorkerSlot>, afterEndOf step: UInt32
  ) -> UInt32 {
    var ended = step
    while true {
      slot.pointee.ended &+= 1
      var next = Self.none
      var errands = Errands()
      lock.lock()
      release(ended, plan, &errands)
      // Drivers that wait to resume take precedence over steps that have not started.
      if jobs.isEmpty, let place = readyLine.first, place < plan.asynchronousCount {
        readyLine.remove(place)
        next = plan.steps[place]
      }
      publish(plan, &errands)
      lock.unlock()
      run(errands)
      if next == Self.none || !skip(next) { return next }
      note(next)
      ended = next
    }
  }

  /// Handles the end of a step that ran outside the hosts.
  func endElsewhereInOrder(_ index: UInt32, _ plan: GraphPlan) {
    var errands = Errands()
    lock.lock()
    if nodes[Int(index)].kind == .main { mainLane.running = nil }
    release(index, plan, &errands)
    publish(plan, &errands)
    lock.unlock()
    run(errands)
    countEnded(1)
  }

  private func takeTurn(
    _ plan: GraphPlan, _ slot: UnsafeMutablePointer<WorkerSlot>, afterEndOf ended: UInt32
  ) -> Turn {
    var turn: Turn
    var errands = Errands()
    lock.lock()
    if slot.pointee.isSeated {
      slot.pointee.isSeated = false
      seated -= 1
    }
    if ended != Self.none { release(ended, plan, &errands) }
    if let job = jobs.popFirst() {
      board.pointee.jobCount.store(jobs.count, ordering: .relaxed)
      turn = .job(job)
    } else if hasTurn(plan), let place = readyLine.first {
      readyLine.remove(place)
      let step = plan.steps[place]
      if place < plan.asynchronousCount {
        turn = .asynchronous(step)
      } else {
        slot.pointee.isSeated = true
        seated += 1
        turn = .synchronous(step)
      }
    } else {
      turn = .nothing(looks: readyLine.isEmpty)
    }
    publish(plan, &errands)
    lock.unlock()
    run(errands)
    return turn
  }

  // MARK: Under the lock

  /// Whether a synchronous step may start on a host: a more urgent step of the main lane that runs,
  /// or is about to run, takes the place of a worker.
  ///
  /// One place always remains: otherwise code that blocks the main thread until a step has ended
  /// would wait forever. A less urgent main-lane step does not reserve a core, because the core
  /// would be idle until the main thread has woken, and again until the worker has.
  private func hasSeat(for place: Int, _ plan: GraphPlan) -> Bool {
    guard seated >= Swift.max(1, workers - 1) else { return true }
    return seated < workers && !mainLane.hasWork(before: place, in: plan)
  }

  /// Whether a host would find work.
  func hasTurn(_ plan: GraphPlan) -> Bool {
    if !jobs.isEmpty { return true }
    guard let place = readyLine.first else { return false }
    return place < plan.asynchronousCount || hasSeat(for: place, plan)
  }

  /// Handles the end of a step: dispatches the steps that became ready.
  private func release(_ index: UInt32, _ plan: GraphPlan, _ errands: inout Errands) {
    let node = nodes + Int(index)
    node.pointee.pending.store(node.pointee.upstreams, ordering: .relaxed)
    for edge in store.successorRange(of: Int(index)) {
      let successor = successors[edge]
      if countDown(nodes + Int(successor), isAlone: false) {
        makeReady(successor, plan, &errands)
      }
    }
  }

  private func makeReady(_ index: UInt32, _ plan: GraphPlan, _ errands: inout Errands) {
    switch nodes[Int(index)].kind {
    case .plain, .indexed, .asynchronous, .mainAsynchronous, .nonisolated:
      readyLine.insert(Int(plan.places[Int(index)]))
    case .main:
      if placeInMainLane(index) { errands.staffsMainLane = true }
    case .blocking:
      guests += 1
      errands.blocking.append(index)
    case .milestone:
      // A milestone takes no time, so it does not wait for a host.
      errands.milestones.append(index)
      release(index, plan, &errands)
    }
  }

  /// Signals to looking hosts whether there is work, and selects a host to do it.
  private func publish(_ plan: GraphPlan, _ errands: inout Errands) {
    let hasTurn = hasTurn(plan)
    board.pointee.sharedCount.store(hasTurn ? 1 : 0, ordering: .relaxed)
    guard hasTurn else { return }
    if let host = parked.popLast() {
      errands.host = host
    } else if hosts > 0, hosts < workers, !isOver, let number = freeSlots.popLast() {
      hosts += 1
      errands.helper = number
    }
  }

  // MARK: Outside the lock

  private func run(_ errands: consuming Errands) {
    errands.host?.resume()
    if let number = errands.helper { startHelper(number) }
    if errands.staffsMainLane { staffMainLane() }
    for index in errands.blocking { runOnBlockingThread(index) }
    for index in errands.milestones {
      if !skip(index) { settleMilestone(index, isReached: true) }
      note(index)
    }
    countEnded(errands.milestones.count)
  }
}

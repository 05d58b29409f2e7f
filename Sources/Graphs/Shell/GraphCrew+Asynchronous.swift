internal import CStageFloor
internal import StageFloor
internal import Synchronization

extension GraphCrew {
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isHost = currentSlot != nil
    lock.lock()
    hosting.pointee.jobs.append(job)
    counters.pointee.jobCount.store(hosting.pointee.jobs.count, ordering: .relaxed)
    // The host that enqueued a job runs it itself; other hosts are woken only if there is more than
    // one.
    let host = isHost && hosting.pointee.jobs.count < 2 ? nil : hosting.pointee.parked.popLast()
    lock.unlock()
    host?.resume()
  }

  var currentSlot: UnsafeMutablePointer<WorkerSlot>? {
    guard let worker = stage_worker() else { return nil }
    let slot = worker.assumingMemoryBound(to: WorkerSlot.self)
    return slot.pointee.crew.toOpaque() == Unmanaged.passUnretained(self).toOpaque() ? slot : nil
  }

  func takeJob() -> UnownedJob? {
    lock.lock()
    let job = hosting.pointee.jobs.popFirst()
    let left = hosting.pointee.jobs.count
    counters.pointee.jobCount.store(left, ordering: .relaxed)
    let host = left > 0 && job != nil ? hosting.pointee.parked.popLast() : nil
    lock.unlock()
    host?.resume()
    return job
  }

  func startAsynchronous(_ step: UInt32) {
    lock.lock()
    if let task = idleTasks.popLast() {
      lock.unlock()
      task.resume(returning: step)
      return
    }
    guests += 1
    asynchronousTasks += 1
    let number = asynchronousTasks
    lock.unlock()
    // Unretained: the leader does not return until all guests have left.
    let crew = Unmanaged.passUnretained(self)
    let task = Task(executorPreference: self) {
      await crew._withUnsafeGuaranteedRef { $0 }.runAsynchronousSteps(from: step)
    }
    register(task, as: .asynchronous(number))
  }

  @concurrent
  private func runAsynchronousSteps(from first: UInt32) async {
    // The task exists, and the leader has entered: neither identity is nil.
    let task = TaskIdentity.current.flatMap { step in
      leader.map { StepTask(step: step, leader: $0) }
    }
    await StepTask.$current.withValue(task) { await serveAsynchronousSteps(from: first) }
    unregisterGuest()
  }

  @concurrent
  private func serveAsynchronousSteps(from first: UInt32) async {
    var step = first
    while step != Self.none {
      repeat {
        await runAsynchronous(step)
        step = continueWork(afterEndOf: step)
      } while step != Self.none
      step = await withUnsafeContinuation { parkTask($0) }
    }
  }

  @inline(__always)
  @concurrent
  private func runAsynchronous(_ step: UInt32) async {
    let start = StepStart(self)
    let worker = times == nil ? 0 : currentSlot?.pointee.number ?? 0
    let node = nodes + Int(step)
    do {
      if let companion {
        try await runAsynchronous(node, Int(step), companion)
      } else if node.pointee.kind == .nonisolated {
        try await node.nonisolated.pointee.run()
      } else {
        try await node.asynchronous.pointee.run()
      }
    } catch { fail(step, error) }
    record(
      step, start, worker: worker,
      lane: node.pointee.kind == .mainAsynchronous ? .main : .compute)
    markEnded(step)
  }

  @inline(never)
  @concurrent
  private func runAsynchronous(
    _ node: UnsafeMutablePointer<GraphNode>, _ step: Int, _ companion: any RunCompanion
  ) async throws {
    if node.pointee.kind == .nonisolated {
      try await companion.run(step) { try await node.nonisolated.pointee.run() }
    } else {
      try await companion.run(step) { try await node.asynchronous.pointee.run() }
    }
  }

  /// Continues as the host on whose thread the task is now, which may differ after an `await`.
  @inline(never)
  private func continueWork(afterEndOf step: UInt32) -> UInt32 {
    guard let slot = currentSlot else {
      preconditionFailure("An asynchronous task runs on a host of its crew.")
    }
    if let startOrder { return continueInOrder(startOrder, slot, afterEndOf: step) }
    if mostAsynchronous < .max { endLimited(slot) }
    return work(slot, afterEndOf: step)
  }

  // MARK: The limit of asynchronous steps, without a start order

  func admitAsynchronous(_ step: UInt32) -> Bool {
    if mostAsynchronous == .max { return true }
    return lock.withLock {
      guard hosting.pointee.runningAsynchronous < mostAsynchronous else {
        hosting.pointee.waitingAsynchronous.append(step)
        return false
      }
      hosting.pointee.runningAsynchronous += 1
      return true
    }
  }

  private func endLimited(_ slot: UnsafeMutablePointer<WorkerSlot>) {
    lock.withLock { hosting.pointee.runningAsynchronous -= 1 }
    admitWaitingAsynchronous(slot)
  }

  func admitWaitingAsynchronous(_ slot: UnsafeMutablePointer<WorkerSlot>) {
    if mostAsynchronous == .max { return }
    let step = lock.withLock { () -> UInt32? in
      guard hosting.pointee.runningAsynchronous < mostAsynchronous else { return nil }
      return hosting.pointee.waitingAsynchronous.popFirst()
    }
    if let step { slot.pointee.stack.push(step) }
  }

  private func parkTask(_ continuation: UnsafeContinuation<UInt32, Never>) {
    lock.lock()
    if isOver {
      lock.unlock()
      continuation.resume(returning: Self.none)
    } else {
      idleTasks.append(continuation)
      lock.unlock()
    }
  }

  /// An asynchronous task or other user, which does not access the crew afterwards.
  func unregisterGuest() {
    lock.lock()
    guests -= 1
    let waiting = guests == 0 && isOver ? hosting.pointee.parked : []
    if guests == 0, isOver { hosting.pointee.parked = [] }
    lock.unlock()
    for host in waiting { host.resume() }
  }

  /// It is cancelled with the run, and replaces the previous one of this kind.
  func register(_ task: Task<Void, Never>, as kind: TaskKind) {
    let (isCancelled, old) = lock.withLock { () -> (Bool, Task<Void, Never>?) in
      defer { tasks[kind] = task }
      return (self.isCancelled, tasks[kind])
    }
    if isCancelled { task.cancel() }
    withExtendedLifetime(old) {}
  }
}

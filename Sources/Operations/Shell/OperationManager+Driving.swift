internal import StageFloor

extension OperationManager {
  func startDriver(_ lane: LaneIndex) {
    let driver = Driver(track: Engine.shared.lock.withLock { takeTrack() })
    switch lane {
    case .main:
      let task = Task.detached { @MainActor @Sendable in await self.driveOnMainActor(driver) }
      driver.begin(task)
    case .compute:
      // A task with an executor preference, even for no executor, pays for it at each hop.
      if let executor = configuration.executor {
        driver.begin(
          Task.detached(executorPreference: executor, priority: configuration.taskPriority) {
            await self.drive(driver)
          })
      } else {
        driver.begin(
          Task.detached(priority: configuration.taskPriority) { await self.drive(driver) })
      }
    }
  }

  private func drive(_ driver: Driver) async {
    driver.enter()
    let budget = configuration.computeBudget.wholeNanoseconds
    var next = Engine.Next.comesBack
    while case .comesBack = next {
      let end = timekeeper.now + budget
      next = Engine.shared.take(self, .compute, driver, isFirst: true)
      while case .perform(let assignment) = next {
        next = await perform(assignment, .compute, driver) { $0 >= end }
      }
      if case .comesBack = next { await Task.yield() }
    }
  }

  /// Isolated to the main actor, with its closures: between two bodies that do not suspend, it
  /// never leaves the actor.
  @MainActor
  private func driveOnMainActor(_ driver: Driver) async {
    driver.enter()
    let turns = MainActorTurns.shared
    let budget = configuration.mainActorBudget.wholeNanoseconds
    var next = Engine.Next.comesBack
    while case .comesBack = next {
      await turns.begin(budget: budget)
      var start = timekeeper.now
      next = Engine.shared.take(self, .main, driver, isFirst: true)
      while case .perform(let assignment) = next {
        next = await perform(assignment, .main, driver) { now in
          defer { start = now }
          return turns.charge(now - start, budget: budget)
        }
      }
    }
  }

  /// Carries out an assignment, and runs the operations that the driver has taken ahead.
  ///
  /// It runs on the actor of the caller, and so do its closures: they capture the actor.
  @inline(__always)
  private func perform(
    _ assignment: Engine.Assignment, _ lane: LaneIndex, _ driver: Driver,
    on actor: isolated (any Actor)? = #isolation, isTurnOver: (Int64) -> Bool
  ) async -> Engine.Next {
    var handle = assignment.context.handle
    var claimed = 1
    var result = await OperationContext.$current.withValue(assignment.context) {
      _ = actor
      return await assignment.context.handle.perform(assignment)
    }
    while true {
      let now = timekeeper.now
      let isOver = isTurnOver(now)
      guard case .ran(nil) = result, !isOver,
        let another = driver.claim(&claimed, limit: assignment.claimLimit, at: now)
      else {
        return Engine.shared.completed(
          handle, result, self, lane, driver, at: now, isTurnOver: isOver)
      }
      // The previous operation may be released by another thread from now on.
      handle = another.takeUnretainedValue()
      let context = OperationContext(handle: handle, attempt: 1)
      result = await OperationContext.$current.withValue(context) { [handle] in
        _ = actor
        return .ran(await handle.runBody(context))
      }
    }
  }

  /// The lowest unused number; under the lock.
  private func takeTrack() -> Int {
    if let position = freeTracks.indices.min(by: { freeTracks[$0] < freeTracks[$1] }) {
      return freeTracks.remove(at: position)
    }
    lastTrack += 1
    return lastTrack
  }
}

extension AnyOperationHandle {
  enum AssignmentResult {
    case answered(ConditionsAnswer)
    case ran((any Error)?)
    /// A volatile condition revoked the start.
    case revoked
  }

  final func perform(_ assignment: Engine.Assignment) async -> AssignmentResult {
    assignment.isCheck
      ? .answered(await evaluateConditions(assignment.context, onlyVolatile: false))
      : await start(assignment.context)
  }

  final func start(_ context: OperationContext) async -> AssignmentResult {
    if isCheckedAtStart {
      let answer = await evaluateConditions(context, onlyVolatile: true)
      if case .proceed = answer { manager.configuration.willStart?(context) }
      guard Engine.shared.answered(self, answer) else { return .revoked }
    }
    return .ran(await runBody(context))
  }
}

extension OperationManager {
  func runOutside(
    _ handle: AnyOperationHandle, _ context: OperationContext, _ driver: Driver
  ) async {
    driver.enter()
    let result = await OperationContext.$current.withValue(context) {
      await handle.start(context)
    }
    if case .ran(let error) = result {
      Engine.shared.finish(handle, error, driver, at: timekeeper.now) { _ in
        Engine.shared.machine.requestDrivers()
      }
    }
  }
}

internal import StageFloor

extension OperationManager {
  /// Starts a task that runs operations of a lane until there are none.
  func startDriver(_ lane: LaneIndex) {
    let driver = Engine.shared.lock.withLock {
      lastTrack += 1
      return Driver(track: lastTrack)
    }
    switch lane {
    case .main:
      driver.begin(Task.detached { await self.driveOnMainActor(driver) })
    case .compute:
      // A task that prefers an executor, even none, pays for it at each hop.
      if let executor = configuration.executor {
        driver.begin(
          Task.detached(executorPreference: executor) { await self.drive(driver, .compute) })
      } else {
        driver.begin(Task.detached { await self.drive(driver, .compute) })
      }
    }
  }

  @MainActor
  private func driveOnMainActor(_ driver: Driver) async {
    await drive(driver, .main)
  }

  /// Runs operations one after another, in the task and on the actor of the caller.
  private func drive(_ driver: Driver, _ lane: LaneIndex) async {
    let budget =
      (lane == .main ? configuration.mainActorBudget : configuration.computeBudget)
      .wholeNanoseconds
    var turnStart = timekeeper.now
    var next = Engine.shared.take(self, lane, driver, isFirst: true)
    while let assignment = next {
      let isTurnOver = await carryOut(assignment, lane, driver, until: turnStart + budget)
      switch isTurnOver {
      case .goOn(let assignment):
        next = assignment
      case .turnIsOver:
        await Task.yield()
        turnStart = timekeeper.now
        next = Engine.shared.take(self, lane, driver)
      }
    }
  }

  private enum Step {
    case goOn(Engine.Assignment?)
    /// Others get a turn before the next.
    case turnIsOver
  }

  private func carryOut(
    _ assignment: Engine.Assignment, _ lane: LaneIndex, _ driver: Driver, until end: Int64
  ) async -> Step {
    let engine = Engine.shared
    let (handle, context) = (assignment.handle, assignment.context)
    if assignment.isCheck {
      let answer = await OperationContext.$current.withValue(context) {
        await handle.askConditions(context, onlyVolatile: false)
      }
      _ = engine.answered(handle, answer, isCheck: true)
      return timekeeper.now >= end ? .turnIsOver : .goOn(engine.take(self, lane, driver))
    }
    let error = await OperationContext.$current.withValue(context) {
      await handle.start(context)
    }
    guard case .ran(let error) = error else {
      return timekeeper.now >= end ? .turnIsOver : .goOn(engine.take(self, lane, driver))
    }
    let isTurnOver = timekeeper.now >= end
    let next = engine.finish(handle, error, lane, driver, takesNext: !isTurnOver)
    return isTurnOver ? .turnIsOver : .goOn(next)
  }
}

extension AnyOperationHandle {
  /// What became of an operation whose turn it was.
  enum Start {
    case ran((any Error)?)
    /// A condition that was asked once more did not let it.
    case stayed
  }

  /// Asks the volatile conditions once more, and runs the body.
  final func start(_ context: OperationContext) async -> Start {
    if hasVolatileConditions {
      let answer = await askConditions(context, onlyVolatile: true)
      guard Engine.shared.answered(self, answer, isCheck: false) else { return .stayed }
    }
    return .ran(await runBody(context))
  }
}

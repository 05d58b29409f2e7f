internal import StageFloor

enum EngineAction {
  case announce(AnyOperationHandle, [OperationWaiter])
  /// Nothing of the operation runs any more: release what it does not need.
  case dropBody(AnyOperationHandle, keepsOutput: Bool)
  case callSchedule(@Sendable () -> Void)
  case interrupt(Driver)
  case requestDriver(OperationManager, LaneIndex)
  case resume(UnsafeContinuation<Bool, Never>)
  case escalate(Driver, UInt8)
  case resumeAll([UnsafeContinuation<Bool, Never>])
  case deliver(Delivery)
  case setAlarm(OperationManager, Int64)
  case releaseHandles([AnyOperationHandle?])
  case releaseManager(OperationManager)
  case releaseKey(AnyHashable)
  case freePages([PageGarbage])
  case describe(RecordedReason)
  case deliverEvents(OperationManager)
  case follow(any OperationCompanion, any OperationCompanion)
  case endSurroundings(BodySurroundings, OperationEnd)

  /// Without the lock.
  func perform() {
    switch self {
    case .announce(let handle, let waiters):
      for waiter in waiters {
        if case .task(let continuation) = waiter.wake { continuation.resume(returning: true) }
      }
      _ = handle
    case .dropBody(let handle, let keepsOutput):
      handle.dropBody(keepsOutput: keepsOutput)
    case .callSchedule(let schedule):
      schedule()
    case .interrupt(let driver):
      driver.cancel()
    case .requestDriver(let manager, let lane):
      manager.startDriver(lane)
    case .resume(let continuation):
      continuation.resume(returning: true)
    case .escalate(let driver, let priority):
      driver.escalate(to: priority)
    case .resumeAll(let continuations):
      for continuation in continuations { continuation.resume(returning: true) }
    case .deliver(let delivery):
      delivery.resume()
    case .setAlarm(let manager, let moment):
      manager.alarm.set(for: moment)
    case .releaseHandles(var handles):
      dropIteratively(&handles)
    case .releaseManager, .releaseKey:
      break
    case .freePages(let pages):
      for page in pages { page.free() }
    case .describe(let reason):
      reason.describe()
    case .deliverEvents(let manager):
      manager.observers.deliver()
    case .follow(let companion, let other):
      companion.follow(other)
    case .endSurroundings(let surroundings, let end):
      surroundings.end(end)
    }
  }
}

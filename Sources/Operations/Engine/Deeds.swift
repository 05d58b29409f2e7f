internal import StageFloor

/// The actions to perform after unlocking, with the objects they need.
///
/// Collected under the lock and carried out without it, in order.
struct Deeds {
  enum Deed {
    /// The outcome is known: resume the waiters.
    case announce(AnyOperationHandle, [OperationWaiter])
    /// Nothing of the operation runs any more: release what it does not need.
    case dropBody(AnyOperationHandle, keepsOutput: Bool)
    /// The operation has left the machine, which releases the handle.
    case release(Unmanaged<AnyOperationHandle>)
    /// Call the type's `schedule` method.
    case handOut(@Sendable () -> Void)
    case interrupt(Driver)
    case callDriver(OperationManager, LaneIndex)
    case resume(UnsafeContinuation<Bool, Never>)
    case escalate(Driver, UInt8)
    case tell([UnsafeContinuation<Bool, Never>])
    case deliver(Delivery)
    case setAlarm(OperationManager, Int64)
    case letGo([AnyOperationHandle?])
    case letGoManager(OperationManager)
    case letGoKey(AnyHashable)
    /// Free unused pages of tables.
    case free([PageGarbage])
    /// Create the text of an ending.
    case describe(RecordedEnding)
    /// Deliver pending events to the observers.
    case report(OperationManager)
  }

  /// Usually there are at most three actions, which need no allocation.
  private var first: Deed?
  private var second: Deed?
  private var third: Deed?
  private var rest: [Deed]?

  mutating func append(_ deed: Deed) {
    if first == nil {
      first = deed
    } else if second == nil {
      second = deed
    } else if third == nil {
      third = deed
    } else {
      if rest == nil { rest = [] }
      rest?.append(deed)
    }
  }

  func carryOut() {
    guard let first else { return }
    Self.carryOut(first)
    if let second { Self.carryOut(second) }
    if let third { Self.carryOut(third) }
    for deed in rest ?? [] { Self.carryOut(deed) }
  }

  private static func carryOut(_ deed: Deed) {
    switch deed {
    case .announce(let handle, let waiters):
      for waiter in waiters {
        if case .task(let continuation) = waiter.wake { continuation.resume(returning: true) }
      }
      _ = handle
    case .dropBody(let handle, let keepsOutput):
      handle.dropBody(keepsOutput: keepsOutput)
    case .release(let handle):
      handle.release()
    case .handOut(let schedule):
      schedule()
    case .interrupt(let driver):
      driver.cancel()
    case .callDriver(let manager, let lane):
      manager.startDriver(lane)
    case .resume(let continuation):
      continuation.resume(returning: true)
    case .escalate(let driver, let priority):
      driver.escalate(to: priority)
    case .tell(let continuations):
      for continuation in continuations { continuation.resume(returning: true) }
    case .deliver(let delivery):
      delivery.resume()
    case .setAlarm(let manager, let moment):
      manager.alarm.set(for: moment)
    case .letGo(var handles):
      dropIteratively(&handles)
    case .letGoManager, .letGoKey:
      break
    case .free(let pages):
      for page in pages { page.free() }
    case .describe(let ending):
      ending.describe()
    case .report(let manager):
      manager.tellObservers()
    }
  }
}
